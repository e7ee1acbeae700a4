/** The record types of campaigns in pages by number, and of their tags. */
import { enumeration, int, list, record, text } from './shapes.ts'

export const CampaignKind = enumeration('CampaignKind', 'Sent', 'Scheduled', 'Draft')

/** Dates that have not come are empty. Sent campaigns are those that have started. */
export const NumberedCampaign = record('NumberedCampaign', {
  CampaignID: text,
  Name: text,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  CreatedDate: text,
  DueDate: text,
  SentDate: text,
  Timezone: text,
  Recipients: int,
  Tags: list(text),
  WebVersionURL: text,
})

export const NumberedCampaignPage = record('NumberedCampaignPage', { Campaigns: list(NumberedCampaign), Total: int })

export const CampaignTag = record('CampaignTag', { Name: text, Campaigns: int })

export const RecipientEventKind = enumeration(
  'RecipientEventKind',
  'Recipient',
  'Open',
  'Click',
  'Bounce',
  'Unsubscribe',
  'Complaint',
)

export const RecipientEventOrder = enumeration('RecipientEventOrder', 'EmailAddress', 'List', 'Date')

/** What does not belong to its kind is empty. */
export const RecipientEvent = record('RecipientEvent', {
  EmailAddress: text,
  ListID: text,
  Date: text,
  RemoteAddress: text,
  URL: text,
  BounceType: text,
  Reason: text,
})

export const RecipientEventPage = record('RecipientEventPage', { Events: list(RecipientEvent), Total: int })
