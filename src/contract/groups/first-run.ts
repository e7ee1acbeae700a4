/** The outbox of the folder transport, sample data, holds, and the version of the service. */

import { account, card, on, part, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { ApiKey, ClientID, Cursor, fields, id, Limit, ofCampaign, ofClient, page } from '../words.ts'
import { addresses } from './previews.ts'
import { TransportKind } from './setup.ts'

const Mail = text('The mail, among those of its campaign: the number of a recipient, or test, the number of a test and a place.', '17')
const date = text('When it was written, in the time zone of the client.', '2026-03-21 08:01:07')

export const OutboxKind = enumeration('OutboxKind', 'Campaign', 'Test')

const Kind = describe(OutboxKind, 'Campaign: the copy of a recipient. Test: a test mail.')

/** IsHere: the file is in the outbox folder of the machine that answers. */
export const OutboxEntry = record('OutboxEntry', {
  Mail,
  CampaignID: text('The campaign the mail is of: 32 hexadecimal digits.', id('d')),
  CampaignName: text('The name of that campaign.', 'Spring 2026'),
  Kind,
  To: text('Whom the mail is for, as its header says; the address alone where the file is not here.', 'Sam Reader <sam@reader.example>'),
  From: text('The sender, as the header says; empty where the file is not here.', 'Rosa Bloom <rosa@bloom.example>'),
  Subject: text('The subject with its tags filled in; empty where the file is not here.', 'Sam, the spring collection is here'),
  Date: date,
  IsHere: boolean('The file is in the outbox folder of the machine that answers: Outbox.GetMail can show it.'),
})

/** Message is empty where all mails of the page are here. */
export const OutboxPage = record('OutboxPage', {
  Mails: list(OutboxEntry, 'The mails of this page: campaigns from the newest, test mails before copies.'),
  NextCursor: fields.NextCursor,
  Message: text('Why files of this page are not here; empty where all of them are.', ''),
})

const mailAddresses = addresses('mail')

export const OutboxMail = record('OutboxMail', {
  Mail,
  CampaignID: fields.CampaignID,
  Kind,
  From: text('The sender, as the header says.', 'Rosa Bloom <rosa@bloom.example>'),
  To: text('Whom the mail is for, as the header says.', 'Sam Reader <sam@reader.example>'),
  ReplyTo: text('Where replies go; empty where they go to the sender.', ''),
  Subject: fields.FilledSubject,
  Date: date,
  Html: text(
    'The HTML part without the pixel that records opens: looking at a mail here is no open. Following a link of it is a click.',
    '<!doctype html><html lang="en">…</html>',
  ),
  Text: text('The text part.', 'The spring collection is here …'),
  Attachments: list(text(), 'Names of the files that come with it.', []),
  Source: text(
    'The whole message as it was written; empty without the right to change subscribers, since links in it opt the recipient out.',
    'From: "Rosa Bloom" <rosa@bloom.example>…',
  ),
  SizeInBytes: int('The size of the whole message.', 41_200),
  ...mailAddresses,
  ExpiresDate: exemplify(mailAddresses.ExpiresDate, '2026-03-21 08:20:00'),
})

export const SampleData = record('SampleData', {
  ClientID: text('The sample client: 32 hexadecimal digits.', id('a')),
  Created: boolean('It was made by this call; False where the account had it already.'),
})

export const HoldReason = record('HoldReason', {
  ClientID,
  CompanyName: text('The name of the client.', 'Bloom & Sons'),
  CampaignID: text('The campaign that is held; empty where all sending of the client is.', id('d')),
  CampaignName: text('The name of that campaign; empty where all sending of the client is held.', 'Spring 2026'),
  Reason: text('Why it is held.', 'complaints 0.41 %: 41 of 10000 mails'),
  Date: text('Since when, in the time zone of the client.', '2026-03-21 10:12:00'),
})

/** Installation: sentences, for callers with the right Settings on the whole account. */
export const HoldPage = record('HoldPage', {
  Holds: list(HoldReason, 'The holds of this page, the newest first; Client.ReleaseHold ends those of a client.'),
  NextCursor: fields.NextCursor,
  Installation: list(
    text(),
    'Why nothing is sent at all, in sentences; empty while sending goes on, and without the right to the settings of the whole account.',
    [],
  ),
})

/** Roles are those of the process that answers, as LETTERSHOP_ROLES names them. */
export const ServiceVersion = record('ServiceVersion', {
  Version: text('The version of Lettershop; CHANGELOG.md says what is new in it.', '0.1.0'),
  NodeVersion: text('The version of Node.js that runs the process that answers.', '22.20.0'),
  PostgresVersion: fields.PostgresVersion,
  SchemaNumber: fields.SchemaNumber,
  Transport: describe(TransportKind, 'Folder: mail is written into a folder. Relays: mail goes to SMTP relays.'),
  Roles: list(text(), 'What the process that answers does, as LETTERSHOP_ROLES names it; other processes may have other roles.', [
    'api',
    'sender',
    'feedback',
    'jobs',
  ]),
})

export const firstRun = {
  'Outbox.List': card('GetOutbox', on('ClientID', 'ReadReports'), 'bulk read', {
    summary: 'Mails of a client that were written into the outbox folder instead of being sent, by campaign, the newest campaign first, page by page.',
    parameters: {
      ...ofClient,
      CampaignID: optional(text('Only mails of this campaign, 32 hexadecimal digits; left out or empty for those of all campaigns.', id('d'))),
      Cursor,
      Limit: int('How many at most; a page never has more than 100, and may have fewer with a page after it. 0 means 100.'),
    },
    result: U(OutboxPage),
    refusals: ['InvalidCampaignId', 'NoOutbox'],
  }),
  'Outbox.GetMail': card('GetOutboxMail', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'A mail of the outbox as it would have arrived: HTML, text and source, and addresses that show it for 15 minutes.',
    parameters: { ...ofCampaign, Mail: text('The mail, as Outbox.List names it.') },
    result: U(OutboxMail),
    refusals: ['UnknownMail', 'NoOutbox', 'MailNotHere', 'MailNotReadable'],
  }),

  'Sample.Create': card('CreateSampleData', account('Clients'), 'create', {
    summary: 'Makes a client with sample lists, subscribers, a template, a draft and a campaign that was sent; of an account that has it, names it.',
    parameters: { ApiKey },
    result: U(SampleData),
    refusals: ['EmailTaken', 'ClientHeld'],
  }),
  'Sample.Remove': card('RemoveSampleData', account('Clients'), 'change', {
    summary: 'Removes the sample client and all that belongs to it, for good.',
    parameters: { ApiKey },
    result: R,
    refusals: [],
  }),

  'Hold.List': card('GetHolds', part('Draft'), 'read', {
    summary: 'Clients and campaigns whose sending is held, and why, the newest hold first, page by page; and what holds the whole installation.',
    parameters: { ApiKey, ...page, Limit: exemplify(Limit, 1) },
    result: U(HoldPage),
    refusals: [],
  }),

  'Setup.GetVersion': card('GetServiceVersion', account('Settings'), 'read', {
    summary: 'Which version of Lettershop, Node.js and PostgreSQL runs, the number of the schema, where mail goes, and the roles of the process that answers.',
    parameters: { ApiKey },
    result: U(ServiceVersion),
    refusals: [],
  }),
}
