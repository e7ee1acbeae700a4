/** The report of a campaign for its team, and its single recipients. */

import { card, on, U } from '../card.ts'
import { longestPage } from '../limits.ts'
import { boolean, describe, enumeration, exemplify, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { fields, id, ofCampaign } from '../words.ts'
import { BounceClass } from './every-wire/returned-mail.ts'
import { CampaignRecipient, wantedState } from './every-wire/sending.ts'
import { campaign, campaignCounts } from './overviews.ts'
import { SegmentTree } from './segment-trees.ts'

/** As the report has it: the counts of CampaignCounts. */
export const ReportedCampaign = record('ReportedCampaign', { ...campaign, ...campaignCounts })

/** Of whom opens or clicks were recorded: of everyone who did not object, of those who agreed, or of no one. */
export const Measured = enumeration('Measured', 'Everyone', 'WhoAgreed', 'NoOne')

export const ComparedRateName = enumeration('ComparedRateName', 'Opened', 'Clicked', 'Bounced', 'Unsubscribed', 'Complained')

/** Rates are percentages as text, with four digits after the point; Campaigns is how many earlier ones there are. */
export const ComparedRate = record('ComparedRate', {
  Name: describe(ComparedRateName, 'Which rate it is: of the delivered, for bounces of those accepted and refused.'),
  Rate: text('The rate of this campaign in percent, with four digits after the point.', '36.0213'),
  Median: text('The median of the earlier campaigns, in percent.', '31.4420'),
  Lowest: text('The lowest of the earlier campaigns, in percent.', '22.0110'),
  Highest: text('The highest of the earlier campaigns, in percent.', '40.1250'),
  Campaigns: int('With how many earlier campaigns it is compared.', 10),
})

/** Compared is empty where it would say little: below 100 deliveries, or with fewer than three earlier campaigns of that size. */
export const CampaignReport = record('CampaignReport', {
  Campaign: describe(ReportedCampaign, 'The campaign with its counts.'),
  Timezone: text('The time zone of the client, of all dates of this campaign.', 'Europe/Berlin'),
  OpensMeasured: describe(Measured, 'Of whom opens were recorded: of everyone who did not object, of those who agreed, or of no one.'),
  ClicksMeasured: describe(Measured, 'Of whom clicks were recorded, as OpensMeasured.'),
  AnonymousOpens: int(
    'How often letters were opened whose recipients are not recorded, of lists that count opens without persons. Opens of one recipient count each time, those of machines too; no other count contains them.',
    0,
  ),
  Compared: list(ComparedRate, 'Rates beside those of the client’s last ten campaigns; empty below 100 deliveries, or with fewer than three such campaigns.'),
  WebVersionURL: fields.WebVersionURL,
  HitsFromDate: fields.HitsFromDate,
  PerPersonRemovedDate: text(
    'When opens and clicks of each recipient were removed, in the time zone of the client; empty while they are kept. The counts stay, and later opens and clicks are not counted.',
    '',
  ),
})

export const JudgedPlace = record('JudgedPlace', {
  Excluded: boolean('Whether its active members were left out.', false),
  ListID: text('The list; empty for all lists of the client.', id('b')),
  ListTitle: text('Its title then; empty for all lists.', 'Spring readers'),
  SegmentID: text('The segment, which may be deleted; empty for the complete list.', id('f')),
})

export const JudgedSegment = record('JudgedSegment', {
  SegmentID: text('The segment, which may be deleted.', id('f')),
  Title: text('Its name then.', 'Tulip lovers'),
  Tree: describe(SegmentTree, 'Its conditions then. Relative dates refer to JudgedDate.'),
})

export const JudgedAudience = record('JudgedAudience', {
  JudgedDate: text(
    'When the campaign began, in the time zone of the client; empty before it begins, and for a campaign that an earlier version began.',
    '2026-03-21 08:00:00',
  ),
  AsksForConsent: boolean('Whether people who have answered, or were asked lately, were left out.', false),
  Places: list(JudgedPlace, 'The lists and segments that it went to or left out.'),
  Segments: list(JudgedSegment, 'These segments, and those within them.'),
})

/** Percentage is of the people who are known to have read the mail, as text with four digits after the point. */
export const MailProgram = record('MailProgram', {
  Name: text(
    'What the program says that it is; Unknown where that is not known. Image proxies and the privacy proxy of Apple Mail are named as what they stand for.',
    'Gmail',
  ),
  Version: text('Its main version, or the proxy that loads its images; empty where neither is known.', 'image proxy'),
  Recipients: int('How many recipients read the mail with it.', 61),
  Percentage: text('Of all who are known to have read the mail.', '41.2162'),
})

/** HtmlURL shows the mail until ExpiresDate; Links counts the links that carry their clicks in it. */
export const ClickMap = record('ClickMap', {
  HtmlURL: text(
    'Shows the mail for 15 minutes, in a frame of the page that asked or in a tab; it runs no scripts.',
    'https://content.example.com/v/AQAAAAABAAAAAAEPBPoY4aE3V1i6rYMrQT7b',
  ),
  ExpiresDate: text('Until when it is shown, in the time zone of the client.', '2026-03-21 09:15:00'),
  Links: int('How many links carry their clicks. One whose address differs for each recipient carries none; Campaign.GetLinks has its count.', 12),
})

export const RecipientStepKind = enumeration(
  'RecipientStepKind',
  'HandingOver',
  'Accepted',
  'Deferred',
  'Refused',
  'Unknown',
  'Excluded',
  'Arrived',
  'AutoReplied',
  'Opened',
  'Clicked',
  'Bounced',
  'Complained',
  'Unsubscribed',
)

/** Of an open or a click, who made it; None for every other step, Unknown where the filter did not look at it. */
export const HitReader = enumeration('HitReader', 'None', 'Person', 'Machine', 'Unknown')

/** Why a recipient was skipped. */
const skipReasons = [
  'ListDeleted',
  'Suppressed',
  'Deleted',
  'Unsubscribed',
  'Bounced',
  'NotActive',
  'ConsentExpired',
  'ConsentGranted',
  'AskedBefore',
  'ConsentRefused',
  'MailsPaused',
  'FrequencyCap',
  'Cancelled',
  'TimePassed',
  'HeldOut',
] as const

/** Why a mail was not taken, by the classes of bounces, or not sent; None for every step that says no such thing. */
export const StepReason = enumeration('StepReason', 'None', ...BounceClass.values, ...skipReasons)

/** CampaignRecipient, and why. */
export const FoundRecipient = record('FoundRecipient', {
  ...CampaignRecipient.fields,
  Reason: describe(
    StepReason,
    'Of Deferred and Refused, why the mail was not taken, as bounces are classified; of Excluded, why it was not sent; None in every other state.',
    'MailboxFull',
  ),
})

/**
 * One thing that happened. Attempt is 0 for a step that belongs to no attempt, Code 0 without a reply. Text is what the relay, the report or the
 * program said; Link is what was clicked.
 */
export const RecipientStep = record('RecipientStep', {
  Date: exemplify(fields.Date, '2026-03-21 08:03:12'),
  Kind: describe(RecipientStepKind, 'What happened.', 'Accepted'),
  Attempt: int('Which attempt it belongs to; 0 where it belongs to none.'),
  Code: int('The reply code of the relay or of the report, 0 without one.', 250),
  Text: text(
    'What was said: the answer of the relay, the evidence of a bounce or a complaint, the program that opened or clicked.',
    '2.0.0 Ok: queued as 4F2A1',
  ),
  Reason: describe(
    StepReason,
    'Of Deferred, Refused and Bounced, why the mail was not taken, as bounces are classified; of Excluded, why it was not sent; None for all else.',
  ),
  Link: text('Where the link that was clicked leads; empty for all else.', ''),
  RetryDate: exemplify(fields.RetryDate, ''),
  Reader: describe(
    HitReader,
    'Who opened or clicked, as the report counts it: a person or a machine. `None` for all else, `Unknown` behind the first hits of a recipient with very many.',
  ),
})

/** Steps are in the order in which they happened. */
export const RecipientHistory = record('RecipientHistory', {
  Recipient: describe(CampaignRecipient, 'The recipient as Campaign.GetRecipients has it.'),
  Steps: list(RecipientStep, 'Everything that happened, oldest first; of opens and clicks the first 200.'),
  HitsFromDate: fields.HitsFromDate,
})

export const reports = {
  'Campaign.GetJudgedAudience': card('GetJudgedAudience', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'Whom a campaign went to: its lists and segments, with names and conditions as they were when it began.',
    parameters: ofCampaign,
    result: U(JudgedAudience),
    refusals: [],
  }),
  'Campaign.GetReport': card('GetCampaignReport', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'A campaign with its counts, what of it was measured, and its rates beside those of the client’s last ten campaigns before it.',
    parameters: ofCampaign,
    result: U(CampaignReport),
    refusals: [],
  }),
  'Campaign.GetMailPrograms': card('GetCampaignMailPrograms', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'What programs people read a campaign with, each recipient once, the most frequent first; machines are left out.',
    parameters: ofCampaign,
    result: U(list(MailProgram)),
    refusals: [],
  }),
  'Campaign.GetClickMap': card('GetCampaignClickMap', on('CampaignID', 'ReadReports'), 'read', {
    summary:
      'The mail of a campaign with empty fields, and behind each link its number and the clicks of people; yields an address that shows it for 15 minutes.',
    parameters: ofCampaign,
    result: U(ClickMap),
    refusals: ['NotComposable', 'DraftIncomplete', 'StaleRevision'],
  }),
  'Campaign.FindRecipients': card('FindCampaignRecipients', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The recipients of a campaign whose address begins with a text, at most 50; without a text all of them, page by page. Each with the reason.',
    parameters: {
      ...ofCampaign,
      Search: optional(text('A whole address, or what addresses begin with; case does not matter. Left out or empty for all recipients.', 'sam')),
      State: wantedState,
      After: intOrAbsent('Without Search, the Number of the last row you have read; left out for the first page.', 0),
      Limit: intOrAbsent(`Without Search, rows of this page, at most ${longestPage}; left out for as many as a page holds.`, 100),
    },
    result: U(list(FoundRecipient)),
    refusals: ['InvalidRecipientState'],
  }),
  'Campaign.GetRecipientHistory': card('GetCampaignRecipientHistory', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'One recipient of a campaign with everything that happened to the mail: attempts with the answers of relays, opens, clicks, and what came back.',
    parameters: { ...ofCampaign, Number: int('The Number of the recipient.', 17) },
    result: U(RecipientHistory),
    refusals: ['UnknownRecipient'],
  }),
}
