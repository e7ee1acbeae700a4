/** Export.*: files made of what a client has. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, Limit, ofClient, page } from '../words.ts'

const kinds = 'Subscribers, History, Recipients, Suppressions, ImportVerdicts or AccessRequest'
const formats =
  'Csv (UTF-8, RFC 4180, for programs), Excel (CSV with a byte order mark, in which no cell is a formula), Xlsx (a workbook of texts) or JsonLines; of an AccessRequest Zip'

const FileName = text('The name under which the file is saved.', 'Spring-readers-2026-03-20.csv')

export const ExportKind = enumeration('ExportKind', 'Subscribers', 'History', 'Recipients', 'Suppressions', 'ImportVerdicts', 'AccessRequest')

export const ExportFormat = enumeration('ExportFormat', 'Csv', 'Excel', 'Xlsx', 'JsonLines', 'Zip')

export const ExportState = enumeration('ExportState', 'Waiting', 'Writing', 'Done', 'Failed')

export const Export = record('Export', {
  ExportID: text('The export: 32 hexadecimal digits.', id('e')),
  Kind: describe(ExportKind, `${kinds}.`),
  Format: describe(ExportFormat, `${formats}.`, 'Excel'),
  Gzip: boolean('Whether the file is compressed.', false),
  State: describe(ExportState, 'Waiting, Writing, Done (Export.GetLink leads to the file) or Failed.', 'Done'),
  FileName,
  RowsWritten: long('Rows of the file, without its header; while it is written, those up to now.', 10_600),
  Bytes: long('The size of the file in octets; while it is written, up to now.', 812_000),
  CreatedBy: text('The name of who asked for it; empty for an export of an earlier version.', 'Eva Brandt'),
  CreatedDate: text('When it was asked for, in the time zone of the client.', '2026-03-20 09:30:00'),
  EndedDate: text('When it was done or failed, in the time zone of the client; empty before.', '2026-03-20 09:30:02'),
  ExpiresDate: text('When the file is deleted, in the time zone of the client.', '2026-03-27 09:30:00'),
  Problem: text('Why it failed: a sentence. Empty where it did not.', ''),
})

export const ExportPage = record('ExportPage', { Exports: list(Export, 'The exports of this page, the newest first.'), NextCursor: fields.NextCursor })

export const ExportLink = record('ExportLink', {
  URL: text(
    'The link to the file. It needs no key: anyone who has it can download the file. Each download is written into the audit log.',
    'https://mail.example.com/api/exports/kq3vVbZ0xkKc1oQJ2m8w7nY5',
  ),
  FileName,
  Bytes: fields.Bytes,
  ExpiresAt: text('When the link ends, in UTC, ISO 8601.', '2026-03-20T08:45:02.000Z'),
})

const ofExport = { ...ofClient, ExportID: text('The export: 32 hexadecimal digits, as Export.List names it.', id('e')) }

export const exports = {
  'Export.Create': card('CreateExport', on('ClientID', 'ReadAudience'), 'create', {
    summary:
      'Has a file made of subscribers, their history, recipients of a campaign, the suppression list or the verdicts of an import, or of everything that is known of a contact, in the background, and yields its ExportID.',
    parameters: {
      ...ofClient,
      Kind: text(`What the file holds: ${kinds}. Recipients and AccessRequest need the right ReadReports besides, ImportVerdicts the right Import.`),
      ListID: optional(text('The list, for Subscribers, History, and Suppressions of the Scope List; otherwise empty.', id('b'))),
      Segment: optional(
        text('The name of a segment of the list or, where it has none of this name, of the client; its members on the list are exported. Empty for the list.'),
      ),
      State: optional(
        text(
          'For Subscribers: Active, Unconfirmed, Unsubscribed, Bounced or Deleted; empty for all but Deleted. For Recipients: a state as Campaign.GetRecipients takes it; empty for all.',
          'Active',
        ),
      ),
      CampaignID: optional(text('The campaign, for Recipients; otherwise empty.', id('d'))),
      ImportID: optional(text('The import, for ImportVerdicts; otherwise empty.', id('8'))),
      Undoing: optional(text('For ImportVerdicts: LeftAlone for those rows only that Import.Undo left as they are, empty for all. Otherwise empty.', '')),
      Scope: optional(
        text(
          'For Suppressions whose they are: Client, List, or Account, which needs the right ReadAudience on the whole account; empty for Client, with ListID for List. Otherwise empty.',
        ),
      ),
      Email: optional(text('The address of the contact, for AccessRequest; otherwise empty.', 'sam@reader.example')),
      Format: text(`${formats}; empty for it.`),
      Gzip: boolean('Whether the file is compressed; a workbook is compressed already.'),
    },
    result: U(text()),
    refusals: [
      'InvalidListId',
      'InvalidCampaignId',
      'UnknownSegment',
      'UnknownImport',
      'ImportNotReady',
      'InvalidRecipientState',
      'InvalidEmail',
      'NotInList',
      'TooManyExports',
    ],
  }),
  'Export.Get': card('GetExport', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'An export: its state, and how far it is.',
    parameters: ofExport,
    result: U(Export),
    refusals: ['UnknownExport'],
  }),
  'Export.List': card('GetExports', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'The exports of a client that are kept, newest first, page by page.',
    parameters: { ...ofClient, ...page, Limit: exemplify(Limit, 1) },
    result: U(ExportPage),
    refusals: [],
  }),
  // a bulk read: who has the link has the file
  'Export.GetLink': card('GetExportLink', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary: 'A link by which the file can be downloaded without a key, for some minutes.',
    parameters: ofExport,
    result: U(ExportLink),
    refusals: ['UnknownExport', 'ExportNotReady'],
  }),
  'Export.Delete': card('DeleteExport', on('ClientID', 'ReadAudience'), 'change', {
    summary: 'Deletes an export with its file; one that is being written is given up.',
    parameters: ofExport,
    result: R,
    refusals: ['UnknownExport'],
  }),
}
