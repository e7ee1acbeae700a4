/** The record types of what lists and sums up: pages of subscribers, suppressions and campaigns, growth, and overviews. */
import { CampaignState, Event, SendingLimit } from './own-records.ts'
import { SubscriberCustomField } from './records.ts'
import { boolean, enumeration, int, list, long, record, text } from './shapes.ts'

export const MembershipState = enumeration(
  'MembershipState',
  'Active',
  'Unconfirmed',
  'Unsubscribed',
  'Bounced',
  'Deleted',
)

export const SubscriberOrder = enumeration('SubscriberOrder', 'Newest', 'Address')

/** CustomFields has the fields that were asked for. */
export const ListedSubscriber = record('ListedSubscriber', {
  EmailAddress: text,
  Name: text,
  State: MembershipState,
  StateDate: text,
  JoinedDate: text,
  CustomFields: list(SubscriberCustomField),
})

export const SubscriberPage = record('SubscriberPage', { Subscribers: list(ListedSubscriber), NextCursor: text })

export const ContactSearchBy = enumeration('ContactSearchBy', 'Address', 'Domain', 'Name')

export const ContactMembership = record('ContactMembership', {
  ListID: text,
  Title: text,
  State: MembershipState,
  StateDate: text,
  JoinedDate: text,
})

export const FoundContact = record('FoundContact', {
  EmailAddress: text,
  Name: text,
  Memberships: list(ContactMembership),
})

export const ContactPage = record('ContactPage', { Contacts: list(FoundContact), NextCursor: text })

export const SuppressionReason = enumeration('SuppressionReason', 'Unsubscribed', 'Bounced', 'Complained', 'Manual')

export const SuppressionScope = enumeration('SuppressionScope', 'Account', 'Client', 'List')

export const Suppression = record('Suppression', {
  EmailAddress: text,
  Scope: SuppressionScope,
  ListID: text,
  Reason: SuppressionReason,
  Date: text,
  Evidence: text,
})

export const SuppressionOrder = enumeration('SuppressionOrder', 'EmailAddress', 'Date')

export const NumberedSuppressionPage = record('NumberedSuppressionPage', {
  Suppressions: list(Suppression),
  Total: int,
})

export const SuppressionPage = record('SuppressionPage', { Suppressions: list(Suppression), NextCursor: text })

/** What still keeps mail from an address after an entry was taken off. */
export const SuppressionRemoval = record('SuppressionRemoval', { Remaining: list(Suppression) })

export const RefusedEntry = record('RefusedEntry', { Line: int, Text: text })

/** Lines is always the sum of the three counts after it. Refusals has the first 100. */
export const SuppressionImport = record('SuppressionImport', {
  Lines: int,
  Added: int,
  Present: int,
  Refused: int,
  Refusals: list(RefusedEntry),
})

const campaign = {
  CampaignID: text,
  Name: text,
  Subject: text,
  State: CampaignState,
  CreatedDate: text,
  DueDate: text,
  SentDate: text,
  FinishedDate: text,
  ActiveDate: text,
}

const campaignCounts = {
  Recipients: int,
  Planned: int,
  HandingOver: int,
  Accepted: int,
  Deferred: int,
  Refused: int,
  Unknown: int,
  Excluded: int,
  TotalOpened: int,
  UniqueOpened: int,
  Clicks: int,
  UniqueClicked: int,
  HumanOpened: int,
  HumanUniqueOpened: int,
  HumanClicks: int,
  HumanUniqueClicked: int,
  Unsubscribed: int,
  Bounced: int,
  Complained: int,
}

/** Recipients is always the sum of the seven counts after it. All counts are 0 before the campaign has started. */
export const CampaignCounts = record('CampaignCounts', campaignCounts)

/** Counts are absent for callers without the right ReadReports. */
export const ListedCampaign = record('ListedCampaign', { ...campaign, Counts: CampaignCounts })

/** As the report has it: the counts of CampaignCounts. */
export const ReportedCampaign = record('ReportedCampaign', { ...campaign, ...campaignCounts })

export const CampaignPage = record('CampaignPage', { Campaigns: list(ListedCampaign), NextCursor: text })

/** Opened and Clicked are recipients who did so, machines left out. */
export const DomainCount = record('DomainCount', {
  Domain: text,
  Recipients: int,
  Accepted: int,
  Deferred: int,
  Refused: int,
  Unknown: int,
  Bounced: int,
  HumanUniqueOpened: int,
  HumanUniqueClicked: int,
})

export const CountState = enumeration('CountState', 'Counting', 'Counted')

/** Domains and Others are absent until they were counted once. Counting: newer numbers come soon. */
export const CampaignDomains = record('CampaignDomains', {
  State: CountState,
  CountedDate: text,
  Domains: list(DomainCount),
  Others: DomainCount,
})

/** Confirmed are among Joined, Complained among Unsubscribed. */
export const ListDay = record('ListDay', {
  Date: text,
  Joined: int,
  Confirmed: int,
  Unsubscribed: int,
  Complained: int,
  Bounced: int,
  Deleted: int,
  Active: int,
})

/** Days before FirstDate are not known and are left out. */
export const ListGrowth = record('ListGrowth', { FirstDate: text, Days: list(ListDay) })

/** A share with what it is made of: Count of Of. */
export const Rate = record('Rate', { Count: int, Of: int })

export const UpcomingCampaign = record('UpcomingCampaign', {
  CampaignID: text,
  Name: text,
  State: CampaignState,
  DueDate: text,
  Recipients: int,
  Accepted: int,
})

export const CampaignRates = record('CampaignRates', {
  CampaignID: text,
  Name: text,
  SentDate: text,
  Opened: Rate,
  Clicked: Rate,
  Unsubscribed: Rate,
  Bounced: Rate,
  Complained: Rate,
})

/** Active is of now; the others count the last 30 days. */
export const ListCounts = record('ListCounts', {
  Active: int,
  Joined: int,
  Unsubscribed: int,
  Bounced: int,
  Deleted: int,
})

export const ListOverview = record('ListOverview', { ListID: text, Name: text, Counts: ListCounts })

/** WarnAbove and HoldAbove are percentages as text, empty where there is no such limit. */
export const ComplaintStanding = record('ComplaintStanding', {
  Held: boolean,
  Complaints: Rate,
  WarnAbove: text,
  HoldAbove: text,
})

/** Verified: mail from this domain is signed. */
export const DomainState = record('DomainState', { Domain: text, Verified: boolean, CheckedDate: text })

/** What the caller has no right to read is absent. */
export const ClientOverview = record('ClientOverview', {
  Next: list(UpcomingCampaign),
  Last: list(CampaignRates),
  Lists: list(ListOverview),
  Standing: ComplaintStanding,
  Limit: SendingLimit,
  Domains: list(DomainState),
  Events: list(Event),
})

/** In the order in which clients are sorted: what stops mails first. */
export const ClientReason = enumeration(
  'ClientReason',
  'Held',
  'ComplaintsHigh',
  'CampaignPaused',
  'ApprovalAsked',
  'DomainBroken',
  'WebhookPaused',
  'ImportFailed',
  'Sending',
  'Scheduled',
)

export const ClientNeeds = record('ClientNeeds', {
  ClientID: text,
  Name: text,
  Reasons: list(ClientReason),
  NextDate: text,
})

/** Numbers of the campaigns that began in a month of the account's time zone. */
export const AccountMonth = record('AccountMonth', {
  Month: text,
  CampaignsSent: int,
  Accepted: long,
  CountedDate: text,
})

/** Month is absent for callers who may not read the reports of the whole account, and on pages after the first. */
export const AccountOverview = record('AccountOverview', {
  Clients: list(ClientNeeds),
  NextCursor: text,
  Month: AccountMonth,
})
