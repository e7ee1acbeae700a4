/** The check of a campaign before it is sent, and the daily limit of a client. */

import { card, on, R, U } from '../../card.ts'
import { boolean, describe, enumeration, int, list, record, text } from '../../shapes.ts'
import { fields, ofCampaign, ofClient } from '../../words.ts'

export const CheckSeverity = enumeration('CheckSeverity', 'Error', 'Warning', 'Note')

/** AcknowledgedBy and AcknowledgedDate are empty unless a user accepted the warning. */
export const CheckFinding = record('CheckFinding', {
  Severity: describe(CheckSeverity, 'An Error hinders; a Warning can be acknowledged; a Note is for information.', 'Warning'),
  Code: text('The name of the finding; it never changes.', 'MissingFallback'),
  Message: text('What is the matter.', 'Recipients without a value would see a gap in the place of this tag. Give it a fallback.'),
  Detail: text('Where: the tag, the link, the count.', '[City]: 12 of 1000 recipients'),
  AcknowledgedBy: text('Who accepted the warning; empty unless it was accepted.', 'carla'),
  AcknowledgedDate: text('When it was accepted, in the time zone of the client; empty unless it was.', '2026-03-20 17:00:00'),
})

/** Ready: no errors, and every warning acknowledged. Cost and Currency are empty for a client that does not pay itself. */
export const CheckReport = record('CheckReport', {
  Ready: boolean('No errors, and every warning acknowledged.'),
  Recipients: fields.RecipientsNow,
  Suppressed: fields.Suppressed,
  Cost: text('What the campaign would cost, a decimal; empty for a client that does not pay itself.', '21.50'),
  Currency: fields.Currency,
  SizeInBytes: int('The size of the message to the first recipient, 0 without any.', 41_200),
  Findings: list(CheckFinding, 'What was found, the worst first.'),
})

/** DailyLimit is 0 for none; NextDate is when the client's next day begins. */
export const SendingLimit = record('SendingLimit', {
  DailyLimit: int('Mails in a day, 0 for no limit.', 5000),
  SentToday: int('How many of them are used.', 1000),
  NextDate: text('When the next day of the client begins.', '2026-03-22 00:00:00'),
})

export const checking = {
  'Campaign.Check': card('CheckCampaign', on('CampaignID', 'Draft'), 'read', {
    summary: 'What is wrong with a campaign, whom it would go to and what it would cost; follows its links, changes nothing.',
    parameters: ofCampaign,
    result: U(CheckReport),
    refusals: [],
  }),
  'Campaign.AcknowledgeWarnings': card('AcknowledgeCampaignWarnings', on('CampaignID', 'Draft'), 'change', {
    summary: 'Records that these warnings of Campaign.Check were seen and accepted.',
    parameters: { ...ofCampaign, Codes: list(text(), 'Codes of warnings that Campaign.Check found.', ['MissingFallback']) },
    result: R,
    refusals: ['AlreadySent', 'UnknownWarning'],
  }),

  'Client.SetDailyLimit': card('SetClientDailyLimit', on('ClientID', 'Settings'), 'change', {
    summary: 'Sets how many mails the campaigns of a client are sent in a day: 0 for no limit, -1 for that of the installation.',
    parameters: { ...ofClient, DailyLimit: int('Mails in a day of the client’s time zone; 0 for no limit, -1 for that of the installation.', 5000) },
    result: R,
    refusals: ['InvalidDailyLimit'],
  }),
  'Client.GetDailyLimit': card('GetClientDailyLimit', on('ClientID', 'Draft'), 'read', {
    summary: 'The daily limit of a client, and how much of it is used.',
    parameters: ofClient,
    result: U(SendingLimit),
    refusals: [],
  }),
}
