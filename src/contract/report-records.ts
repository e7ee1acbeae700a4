/** The record types of Campaign.GetReport and of one recipient's history. Dates are in the time zone of the client. */

import { ReportedCampaign } from './overview-records.ts'
import { CampaignRecipient } from './own-records.ts'
import { enumeration, int, list, record, text } from './shapes.ts'

/** Of whom opens or clicks were recorded: of everyone who did not object, of those who agreed, or of no one. */
export const Measured = enumeration('Measured', 'Everyone', 'WhoAgreed', 'NoOne')

export const ComparedRateName = enumeration(
  'ComparedRateName',
  'Opened',
  'Clicked',
  'Bounced',
  'Unsubscribed',
  'Complained',
)

/** Rates are percentages as text, with four digits after the point; Campaigns is how many earlier ones there are. */
export const ComparedRate = record('ComparedRate', {
  Name: ComparedRateName,
  Rate: text,
  Median: text,
  Lowest: text,
  Highest: text,
  Campaigns: int,
})

/** Compared is empty where it would say little: below 100 deliveries, or with fewer than three earlier campaigns of that size. */
export const CampaignReport = record('CampaignReport', {
  Campaign: ReportedCampaign,
  Timezone: text,
  OpensMeasured: Measured,
  ClicksMeasured: Measured,
  Compared: list(ComparedRate),
  WebVersionURL: text,
})

/** Percentage is of the people who are known to have read the mail, as text with four digits after the point. */
export const MailProgram = record('MailProgram', { Name: text, Version: text, Recipients: int, Percentage: text })

/** HtmlURL shows the mail until ExpiresDate; Links counts the links that carry their clicks in it. */
export const ClickMap = record('ClickMap', { HtmlURL: text, ExpiresDate: text, Links: int })

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

/**
 * One thing that happened. Attempt is 0 where it belongs to none, Code 0 where there was none. Text is what the relay, the report or the
 * program said; Link is what was clicked.
 */
export const RecipientStep = record('RecipientStep', {
  Date: text,
  Kind: RecipientStepKind,
  Attempt: int,
  Code: int,
  Text: text,
  Link: text,
  RetryDate: text,
  Reader: HitReader,
})

/** Steps are in the order in which they happened. */
export const RecipientHistory = record('RecipientHistory', { Recipient: CampaignRecipient, Steps: list(RecipientStep) })
