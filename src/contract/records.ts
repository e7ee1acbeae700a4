/** The record types of `interface.md` and of the rest of the historical service, members in the order of its schema (reference/wsdl.md). */
import { boolean, enumeration, int, list, long, type OutputOf, record, text } from './shapes.ts'

export const Result = record('Result', { Code: long, Message: text })

export const Client = record('Client', { ClientID: text, Name: text })

export const CampaignSummary = record('CampaignSummary', {
  Recipients: int,
  TotalOpened: int,
  Clicks: int,
  Unsubscribed: int,
  Bounced: int,
  UniqueOpened: int,
})

export const SubscriberUnsubscribe = record('SubscriberUnsubscribe', { EmailAddress: text, ListID: text })

/** BounceType is `H` (hard) or `S` (soft), reference/wire.md §6. */
export const SubscriberBounce = record('SubscriberBounce', { EmailAddress: text, ListID: text, BounceType: text })

export const SubscriberOpen = record('SubscriberOpen', { EmailAddress: text, ListID: text, NumberOfOpens: int })

export const SubscriberClickedLink = record('SubscriberClickedLink', { Link: text, Clicks: text })

export const SubscriberClick = record('SubscriberClick', {
  EmailAddress: text,
  ListID: text,
  ClickedLinks: list(SubscriberClickedLink),
})

export const ClientBasicDetails = record('ClientBasicDetails', {
  ClientID: text,
  CompanyName: text,
  ContactName: text,
  EmailAddress: text,
  Country: text,
  Timezone: text,
})

export const ClientAccessAndBilling = record('ClientAccessAndBilling', {
  Username: text,
  Password: text,
  BillingType: text,
  Currency: text,
  DeliveryFee: text,
  CostPerRecipient: text,
  DesignAndSpamTestFee: text,
  AccessLevel: int,
})

export const ClientDetail = record('ClientDetail', {
  BasicDetails: ClientBasicDetails,
  AccessAndBilling: ClientAccessAndBilling,
})

export const Template = record('Template', { TemplateID: text, Name: text, PreviewURL: text, ScreenshotURL: text })

export const List = record('List', { ListID: text, Name: text })

export const Campaign = record('Campaign', {
  CampaignID: text,
  Subject: text,
  Name: text,
  SentDate: text,
  TotalRecipients: int,
})

export const ListStatistics = record('ListStatistics', {
  TotalActiveSubscribers: int,
  NewActiveSubscribersToday: int,
  NewActiveSubscribersYesterday: int,
  NewActiveSubscribersThisWeek: int,
  NewActiveSubscribersThisMonth: int,
  NewActiveSubscribersThisYear: int,
  TotalUnsubscribes: int,
  UnsubscribesToday: int,
  UnsubscribesYesterday: int,
  UnsubscribesThisWeek: int,
  UnsubscribesThisMonth: int,
  UnsubscribesThisYear: int,
  TotalDeleted: int,
  DeletedToday: int,
  DeletedYesterday: int,
  DeletedThisWeek: int,
  DeletedThisMonth: int,
  DeletedThisYear: int,
  TotalBounces: int,
  BouncesToday: int,
  BouncesYesterday: int,
  BouncesThisWeek: int,
  BouncesThisMonth: int,
  BouncesThisYear: int,
})

export const SubscriberFieldDataType = enumeration(
  'SubscriberFieldDataType',
  'Text',
  'Number',
  'MultiSelectOne',
  'MultiSelectMany',
  'Date',
)

export const ListCustomField = record('ListCustomField', {
  FieldName: text,
  Key: text,
  DataType: SubscriberFieldDataType,
  FieldOptions: list(text),
})

export const ListDetail = record('ListDetail', {
  ListID: text,
  Title: text,
  UnsubscribePage: text,
  ConfirmOptIn: boolean,
  ConfirmationSuccessPage: text,
})

export const SubscriberCustomField = record('SubscriberCustomField', { Key: text, Value: text })

export const Subscriber = record('Subscriber', {
  EmailAddress: text,
  Name: text,
  Date: text,
  State: text,
  CustomFields: list(SubscriberCustomField),
})

export type SubscriberRecord = OutputOf<typeof Subscriber>
export type CustomFieldValue = { readonly Key: string | null; readonly Value: string | null }
