/** What parameters and fields of the outbox, sample data, holds and the version mean, with believable values. */
const whereShown =
  'Shows the mail, for pages of the console to frame; anyone who has the address can open it until it expires.'
const mailName =
  'The mail, among those of its campaign: the number of a recipient, or test, the number of a test and a place.'

export const firstRunParameters = {
  'Outbox.List': {
    CampaignID: 'Only mails of this campaign, 32 hexadecimal digits; left out or empty for those of all campaigns.',
    Limit: 'How many at most; a page never has more than 100, and may have fewer with a page after it. 0 means 100.',
  },
  'Outbox.GetMail': { Mail: 'The mail, as Outbox.List names it.' },
}

export const firstRunMeanings = {
  OutboxEntry: {
    Mail: mailName,
    CampaignID: 'The campaign the mail is of: 32 hexadecimal digits.',
    CampaignName: 'The name of that campaign.',
    Kind: 'Campaign: the copy of a recipient. Test: a test mail.',
    To: 'Whom the mail is for, as its header says; the address alone where the file is not here.',
    From: 'The sender, as the header says; empty where the file is not here.',
    Subject: 'The subject with its tags filled in; empty where the file is not here.',
    Date: 'When it was written, in the time zone of the client.',
    IsHere: 'The file is in the outbox folder of the machine that answers: Outbox.GetMail can show it.',
  },
  OutboxPage: {
    Mails: 'The mails of this page: campaigns from the newest, test mails before copies.',
    Message: 'Why files of this page are not here; empty where all of them are.',
  },
  OutboxMail: {
    Mail: mailName,
    Kind: 'Campaign: the copy of a recipient. Test: a test mail.',
    From: 'The sender, as the header says.',
    To: 'Whom the mail is for, as the header says.',
    ReplyTo: 'Where replies go; empty where they go to the sender.',
    Subject: 'The subject with its tags filled in.',
    Date: 'When it was written, in the time zone of the client.',
    Html: 'The HTML part without the pixel that records opens: looking at a mail here is no open. Following a link of it is a click.',
    Text: 'The text part.',
    Attachments: 'Names of the files that come with it.',
    Source:
      'The whole message as it was written; empty without the right to change subscribers, since links in it opt the recipient out.',
    SizeInBytes: 'The size of the whole message.',
    HtmlURL: whereShown,
    DarkURL: 'The same where the reader prefers dark colours.',
    DarkBy:
      'Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do.',
    ImagesOffURL: 'The same where the mail program loads no images.',
    ExpiresDate: 'Until when the addresses can be opened, in the time zone of the client.',
  },
  SampleData: {
    ClientID: 'The sample client: 32 hexadecimal digits.',
    Created: 'It was made by this call; False where the account had it already.',
  },
  HoldPage: {
    Holds: 'The holds of this page, the newest first; Client.ReleaseHold ends those of a client.',
    Installation:
      'Why nothing is sent at all, in sentences; empty while sending goes on, and without the right to the settings of the whole account.',
  },
  HoldReason: {
    ClientID: 'The client: 32 hexadecimal digits.',
    CompanyName: 'The name of the client.',
    CampaignID: 'The campaign that is held; empty where all sending of the client is.',
    CampaignName: 'The name of that campaign; empty where all sending of the client is held.',
    Reason: 'Why it is held.',
    Date: 'Since when, in the time zone of the client.',
  },
  ServiceVersion: {
    Version: 'The version of Lettershop; CHANGELOG.md says what is new in it.',
    NodeVersion: 'The version of Node.js that runs the process that answers.',
    PostgresVersion: 'The version of the PostgreSQL server.',
    SchemaNumber: 'The number of the newest migration of the database.',
    Transport: 'Folder: mail is written into a folder. Relays: mail goes to SMTP relays.',
    Roles: 'What the process that answers does, as LETTERSHOP_ROLES names it; other processes may have other roles.',
  },
}

const token = 'AQAAAAACAAAAAAEBv3CfJYd0WZrPqZ1vXn2u'

export const firstRunExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  OutboxEntry: {
    Mail: '17',
    CampaignName: 'Spring 2026',
    Kind: 'Campaign',
    To: 'Sam Reader <sam@reader.example>',
    From: 'Rosa Bloom <rosa@bloom.example>',
    Subject: 'Sam, the spring collection is here',
    Date: '2026-03-21 08:01:07',
    IsHere: true,
  },
  OutboxPage: { Message: '' },
  OutboxMail: {
    Mail: '17',
    Kind: 'Campaign',
    From: 'Rosa Bloom <rosa@bloom.example>',
    To: 'Sam Reader <sam@reader.example>',
    ReplyTo: '',
    Subject: 'Sam, the spring collection is here',
    Date: '2026-03-21 08:01:07',
    Html: '<!doctype html><html lang="en">…</html>',
    Text: 'The spring collection is here …',
    Attachments: [],
    Source: 'From: "Rosa Bloom" <rosa@bloom.example>…',
    SizeInBytes: 41_200,
    HtmlURL: `https://content.example.com/v/${token}`,
    DarkURL: `https://content.example.com/v/${token}/dark`,
    DarkBy: 'Styles',
    ImagesOffURL: `https://content.example.com/v/${token}/images-off`,
    ExpiresDate: '2026-03-21 08:20:00',
  },
  SampleData: { Created: true },
  HoldReason: {
    CompanyName: 'Bloom & Sons',
    CampaignName: 'Spring 2026',
    Reason: 'complaints 0.41 %: 41 of 10000 mails',
    Date: '2026-03-21 10:12:00',
  },
  HoldPage: { Installation: [] },
  ServiceVersion: {
    Version: '0.1.0',
    NodeVersion: '22.20.0',
    PostgresVersion: '18.1',
    SchemaNumber: 34,
    Transport: 'Folder',
    Roles: ['api', 'sender', 'feedback', 'jobs'],
  },
}
