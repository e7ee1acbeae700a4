/** Reports by mail: settings of a client, and what was sent. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, int, list, record, text } from '../shapes.ts'
import { fields, id, ofClient, page } from '../words.ts'

export const ReportRecipientState = enumeration('ReportRecipientState', 'Asked', 'Confirmed', 'Stopped', 'Bounced')

export const ReportRecipient = record('ReportRecipient', {
  EmailAddress: text('The address.', 'rosa@bloom.example'),
  State: describe(
    ReportRecipientState,
    'Asked: a mail asked whether reports are wanted. Confirmed: gets reports; people of the client are confirmed at once. Stopped: wants no more. Bounced: the mail server refused the address, or a mail said later that it does not exist; it gets no more reports.',
    'Confirmed',
  ),
  StateDate: text('Since when, in the time zone of the client.', '2026-03-01 08:00:00'),
  Problem: text('Of a bounced address, what the mail said that came back; empty where the mail server refused it at once, and for all else.', ''),
})

export const ReportMailing = record('ReportMailing', {
  Monthly: boolean('Whether a report of each month is sent on the first day of the next one, after 8 in the morning in the time zone of the client.', true),
  AfterCampaigns: boolean('Whether a report of each campaign is sent.', true),
  DaysAfter: int('How many days after the end of a campaign.', 3),
  Language: text('The language of the mails and of the reports: en, de, fr or es.', 'de'),
  Recipients: list(ReportRecipient, 'Who gets them, by address.'),
  Problem: text('Why the last report could not be made; empty for nothing.', ''),
})

export const SentReportKind = enumeration('SentReportKind', 'Month', 'Campaign')

export const SentReport = record('SentReport', {
  SentReportID: text('The report: 32 hexadecimal digits.', id('5')),
  Kind: describe(SentReportKind, 'What it is about.', 'Campaign'),
  Month: text('The month: YYYY-MM; empty for a campaign.', ''),
  CampaignID: text('The campaign; empty for a month.', id('d')),
  CampaignName: text('Its name; empty for a month, and for a campaign that was purged.', 'Spring 2026'),
  Date: text('When it was made, in the time zone of the client.', '2026-03-24 08:10:00'),
  Accepted: int('How many recipients’ mail servers took it.', 3),
  Failed: int('How many mails were refused, not sent because the recipient had stopped them, or lost.', 0),
  Waiting: int('How many are still to be handed over.', 0),
  Views: int('How often the page of the report was opened.', 4),
  Revoked: boolean('Whether its page was withdrawn.', false),
})

export const SentReportPage = record('SentReportPage', {
  SentReports: list(SentReport, 'The reports of this page, the newest first.'),
  NextCursor: fields.NextCursor,
})

export const reportMails = {
  'ReportMail.Get': card('GetReportMails', on('ClientID', 'ReadReports'), 'read', {
    summary: 'Whether reports of a client are mailed, when, in which language and to whom.',
    parameters: ofClient,
    result: U(ReportMailing),
    refusals: [],
  }),
  'ReportMail.Set': card('SetReportMails', on('ClientID', 'Settings'), 'change', {
    summary:
      'Has reports of a client mailed each month, after each campaign, both or neither. People with access to the client get them at once; any other address is asked by a mail first. Needs the right ReadReports too.',
    parameters: {
      ...ofClient,
      Monthly: boolean('Whether a report of each month is sent. A month without a campaign has none.', true),
      AfterCampaigns: boolean('Whether a report of each campaign is sent. Mails of series have none.', true),
      DaysAfter: int('How many days after the end of a campaign, 0 to 60.', 3),
      Language: text('The language of the mails and of the reports: en, de, fr or es, also with a region such as de-AT.', 'de'),
      Addresses: list(
        text(),
        'Up to 20 email addresses; those that are left out get no more reports. Who has stopped the mails or did not answer is asked again when the address is taken out and set once more, after 7 days at the earliest.',
        ['rosa@bloom.example', 'board@bloom.example'],
      ),
    },
    result: R,
    refusals: ['InvalidLanguage', 'InvalidEmail', 'TooManyReportRecipients'],
  }),
  'ReportMail.ListSent': card('GetSentReports', on('ClientID', 'ReadReports'), 'read', {
    summary: 'The reports that were mailed, newest first, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(SentReportPage),
    refusals: [],
  }),
  'ReportMail.Revoke': card('RevokeSentReport', on('ClientID', 'ReadReports'), 'change', {
    summary: 'Withdraws the page of a report that was mailed: its link leads nowhere from now on, and mails that wait are not sent.',
    parameters: { ...ofClient, SentReportID: text('The report: 32 hexadecimal digits, as ReportMail.ListSent names it.', id('5')) },
    result: R,
    refusals: ['UnknownSentReport'],
  }),
}
