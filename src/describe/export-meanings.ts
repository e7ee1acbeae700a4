/** What parameters and fields of exports mean, with believable values. */
const kind = 'Subscribers, History, Recipients, Suppressions, ImportVerdicts or AccessRequest'
const format =
  'Csv (UTF-8, RFC 4180, for programs), Excel (CSV with a byte order mark, in which no cell is a formula), Xlsx (a workbook of texts) or JsonLines; of an AccessRequest Zip'

export const exportParameters: Readonly<Record<string, string>> = {
  ExportID: 'The export: 32 hexadecimal digits, as Export.List names it.',
  Kind: `What the file holds: ${kind}. Recipients and AccessRequest need the right ReadReports besides, ImportVerdicts the right Import.`,
  ListID: 'The list, for Subscribers, History, and Suppressions of the Scope List; otherwise empty.',
  Segment: 'The name of a segment of the list, whose subscribers are exported; empty for the list.',
  State:
    'For Subscribers: Active, Unconfirmed, Unsubscribed, Bounced or Deleted; empty for all but Deleted. For Recipients: a state as Campaign.GetRecipients takes it; empty for all.',
  CampaignID: 'The campaign, for Recipients; otherwise empty.',
  ImportID: 'The import, for ImportVerdicts; otherwise empty.',
  Undoing:
    'For ImportVerdicts: LeftAlone for those rows only that Import.Undo left as they are, empty for all. Otherwise empty.',
  Scope:
    'For Suppressions whose they are: Client, List, or Account, which needs the right ReadAudience on the whole account; empty for Client, with ListID for List. Otherwise empty.',
  Email: 'The address of the contact, for AccessRequest; otherwise empty.',
  Format: `${format}; empty for it.`,
  Gzip: 'Whether the file is compressed; a workbook is compressed already.',
}

export const exportMeanings = {
  Export: {
    ExportID: 'The export: 32 hexadecimal digits.',
    Kind: `${kind}.`,
    Format: `${format}.`,
    Gzip: 'Whether the file is compressed.',
    State: 'Waiting, Writing, Done (Export.GetLink leads to the file) or Failed.',
    FileName: 'The name under which the file is saved.',
    RowsWritten: 'Rows of the file, without its header; while it is written, those up to now.',
    Bytes: 'The size of the file in octets; while it is written, up to now.',
    CreatedBy: 'The name of who asked for it; empty for an export of an earlier version.',
    CreatedDate: 'When it was asked for, in the time zone of the client.',
    EndedDate: 'When it was done or failed, in the time zone of the client; empty before.',
    ExpiresDate: 'When the file is deleted, in the time zone of the client.',
    Problem: 'Why it failed: a sentence. Empty where it did not.',
  },
  ExportPage: { Exports: 'The exports of this page, the newest first.' },
  ExportLink: {
    URL: 'The link to the file. It needs no key: anyone who has it can download the file. Each download is written into the audit log.',
    FileName: 'The name under which the file is saved.',
    Bytes: 'The size of the file in octets.',
    ExpiresAt: 'When the link ends, in UTC, ISO 8601.',
  },
}

const file = { FileName: 'Spring-readers-2026-03-20.csv', Bytes: 812_000 }

export const exportExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Export: {
    ...file,
    Kind: 'Subscribers',
    Format: 'Excel',
    Gzip: false,
    State: 'Done',
    RowsWritten: 10_600,
    CreatedBy: 'Eva Brandt',
    CreatedDate: '2026-03-20 09:30:00',
    EndedDate: '2026-03-20 09:30:02',
    ExpiresDate: '2026-03-27 09:30:00',
    Problem: '',
  },
  ExportLink: {
    ...file,
    URL: 'https://mail.example.com/api/exports/kq3vVbZ0xkKc1oQJ2m8w7nY5',
    ExpiresAt: '2026-03-20T08:45:02.000Z',
  },
}
