/** Campaigns page by page, the growth of a list, and the overviews of a client and of the account. */

import { card, key, on, U } from '../card.ts'
import { longestPage } from '../limits.ts'
import { boolean, describe, enumeration, exemplify, int, intOrAbsent, list, long, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, ofCampaign, ofClient, ofList, page } from '../words.ts'
import { NamedEvent } from './events.ts'
import { SendingLimit } from './every-wire/checking.ts'
import { CampaignState, campaignState } from './every-wire/sending.ts'

const HumanUniqueClicked = int('How many people clicked a link, machines left out.', 33)

export const campaignCounts = {
  Recipients: int('All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts.', 1000),
  Planned: fields.Planned,
  HandingOver: fields.HandingOver,
  Accepted: fields.Accepted,
  Deferred: fields.Deferred,
  Refused: fields.Refused,
  Unknown: fields.Unknown,
  Excluded: fields.Excluded,
  TotalOpened: fields.TotalOpened,
  UniqueOpened: fields.UniqueOpened,
  Clicks: fields.Clicks,
  UniqueClicked: int('How many recipients clicked a link.', 60),
  HumanOpened: fields.HumanOpened,
  HumanUniqueOpened: fields.HumanUniqueOpened,
  HumanClicks: int('How often people clicked links, machines left out.', 41),
  HumanUniqueClicked,
  Unsubscribed: fields.Unsubscribed,
  Bounced: int('How many copies bounced, at the hand-over or later.', 7),
  Complained: int('How many recipients complained.', 0),
}

/** Recipients is always the sum of the seven counts after it. All counts are 0 before the campaign has started. */
export const CampaignCounts = record('CampaignCounts', campaignCounts)

export const campaign = {
  CampaignID: fields.CampaignID,
  Name: fields.CampaignName,
  Subject: fields.Subject,
  State: campaignState,
  CreatedDate: text('When the draft was made, in the time zone of the client.', '2026-03-19 16:20:00'),
  DueDate: text('When it is or was to start, in the time zone of the client; empty for a draft.', '2026-03-21 08:00:00'),
  SentDate: text('When it started to be sent, in the time zone of the client; empty before.', '2026-03-21 08:00:00'),
  FinishedDate: fields.FinishedDate,
  ActiveDate: text('When it came into its state, in the time zone of the client; campaigns are in this order.', '2026-03-21 08:04:00'),
}

const JudgedAtStart = boolean('Whether it goes to segments or leaves some out. They are judged when it starts, by what people have done by then.', false)

/** Counts are absent for callers without the right ReadReports. */
export const ListedCampaign = record('ListedCampaign', {
  ...campaign,
  JudgedAtStart,
  Counts: describe(CampaignCounts, 'Its counts; absent for callers without the right ReadReports.'),
})

export const CampaignPage = record('CampaignPage', {
  Campaigns: list(ListedCampaign, 'The campaigns of this page, those first that changed last.'),
  NextCursor: text('The Cursor of the next page, which may come after a page with few campaigns or none; empty on the last one.', ''),
})

export const CountState = enumeration('CountState', 'Counting', 'Counted')

/** Opened and Clicked are recipients who did so, machines left out. */
export const DomainCount = record('DomainCount', {
  Domain: text('The domain of the addresses, in lower case and A-labels; empty for all others together.', 'reader.example'),
  Recipients: int('How many recipients have an address there.', 420),
  Accepted: exemplify(fields.Accepted, 412),
  Deferred: exemplify(fields.Deferred, 2),
  Refused: exemplify(fields.Refused, 5),
  Unknown: fields.Unknown,
  Bounced: int('How many of their copies bounced, at the hand-over or later.', 6),
  HumanUniqueOpened: exemplify(fields.HumanUniqueOpened, 118),
  HumanUniqueClicked: exemplify(HumanUniqueClicked, 14),
})

/** Domains and Others are absent until they were counted once. Counting: newer numbers come soon. */
export const CampaignDomains = record('CampaignDomains', {
  State: describe(CountState, 'Counting: newer numbers come within seconds to minutes; call again.', 'Counted'),
  CountedDate: text('When the numbers were counted, in the time zone of the client; empty before the first time.', '2026-03-21 08:31:12'),
  Domains: list(DomainCount, 'The 50 domains with the most recipients, the largest first; absent before they were counted once.'),
  EngagementKnown: boolean('False where opens and clicks of each recipient were removed before they were counted: HumanOpened and HumanClicked are 0 then.'),
  Others: describe(DomainCount, 'All other domains together; absent without any.', {
    Domain: '',
    Recipients: 420,
    Accepted: 412,
    Deferred: 2,
    Refused: 5,
    Unknown: 1,
    Bounced: 6,
    HumanUniqueOpened: 142,
    HumanUniqueClicked: 19,
  }),
})

/** Confirmed are among Joined, Complained among Unsubscribed. */
export const ListDay = record('ListDay', {
  Date: text('The day of the client’s calendar: YYYY-MM-DD.', '2026-03-20'),
  Joined: int('How many became active, for the first time or again; those who confirmed are included.', 14),
  Confirmed: int('How many of these were Unconfirmed before.', 11),
  Imported: intOrAbsent('How many of those who joined came by an import; absent for days on which that was not counted yet.', 0),
  Unsubscribed: int('How many unsubscribed, those who complained included.', 3),
  Complained: int('How many of these complained about a mail.', 0),
  Bounced: int('How many addresses bounced for good.'),
  Deleted: int('How many were deleted.', 0),
  Active: int('Active subscribers at the end of the day; of today, now.', 1210),
})

/** Days before FirstDate are not known and are left out. */
export const ListGrowth = record('ListGrowth', {
  FirstDate: text('The first day that is known: YYYY-MM-DD. Days before it are left out, whatever From says.', '2026-01-12'),
  Days: list(ListDay, 'Every day from From to Until that is known and not in the future, the oldest first.'),
})

export const UpcomingCampaign = record('UpcomingCampaign', {
  CampaignID: fields.CampaignID,
  Name: exemplify(fields.CampaignName, 'Summer 2026'),
  State: describe(CampaignState, 'Sending, Paused or Scheduled.', 'Scheduled'),
  DueDate: text('When it is or was to start, in the time zone of the client.', '2026-04-01 08:00:00'),
  Recipients: int('How many recipients it has; 0 before it has started.', 0),
  Accepted: exemplify(fields.Accepted, 0),
  JudgedAtStart,
})

/** A share with its parts: Count of Of. */
export const Rate = record('Rate', { Count: int('How many.'), Of: int('Of how many.') })

export const CampaignRates = record('CampaignRates', {
  CampaignID: fields.CampaignID,
  Name: fields.CampaignName,
  SentDate: fields.SentDate,
  Opened: describe(Rate, 'People who opened it, machines left out, of the mails that relays accepted.', { Count: 260, Of: 988 }),
  Clicked: describe(Rate, 'People who clicked a link, machines left out, of the mails that relays accepted.', { Count: 33, Of: 988 }),
  Unsubscribed: describe(Rate, 'Recipients who unsubscribed, of the mails that relays accepted.', { Count: 3, Of: 988 }),
  Bounced: describe(Rate, 'Mails that bounced, of those that were tried.', { Count: 7, Of: 996 }),
  Complained: describe(Rate, 'Recipients who complained, of the mails that relays accepted.', { Count: 0, Of: 988 }),
})

/** Active is of now; the others count the last 30 days. */
export const ListCounts = record('ListCounts', {
  Active: int('Active subscribers now.', 1210),
  Joined: int('Became active within the last 30 days.', 84),
  Unsubscribed: int('Unsubscribed within the last 30 days.', 12),
  Bounced: int('Bounced within the last 30 days.', 5),
  Deleted: int('Deleted within the last 30 days.', 0),
})

export const ListOverview = record('ListOverview', {
  ListID: fields.ListID,
  Name: text('The name of the list.', 'Spring newsletter'),
  Counts: describe(ListCounts, 'Its counts; absent without the right to read reports.'),
})

/** WarnAbove and HoldAbove are percentages as text, empty without such a limit. */
export const ComplaintStanding = record('ComplaintStanding', {
  Held: fields.Held,
  Complaints: describe(Rate, 'Complaints of the mails of the last 30 days, or since the latest release.', { Count: 2, Of: 9800 }),
  WarnAbove: text('The percentage above which there is a warning, such as 0.1; empty for none.', '0.1'),
  HoldAbove: text('The percentage above which sending is held; empty for none.', '0.3'),
})

/** Verified: mail from this domain is signed. */
export const DomainState = record('DomainState', {
  Domain: fields.Domain,
  Verified: fields.Verified,
  CheckedDate: text('When its DNS records were last looked at, in the time zone of the client; empty before.', '2026-03-20 09:30:00'),
})

/** What the caller has no right to read is absent. */
export const ClientOverview = record('ClientOverview', {
  Next: list(UpcomingCampaign, 'Up to 20 campaigns that are being sent, paused or scheduled. Absent without the right to read reports.'),
  Last: list(CampaignRates, 'The five campaigns that began last. Absent without the right to read reports.'),
  Lists: list(ListOverview, 'The 50 lists with the most active subscribers.'),
  Standing: describe(ComplaintStanding, 'Complaints, and whether they hold sending. Absent without the right to prepare campaigns.'),
  Limit: describe(SendingLimit, 'The daily limit. Absent without the right to prepare campaigns.'),
  Domains: list(DomainState, 'The sending domains as they were last verified. Absent without the right to prepare campaigns.'),
  Events: list(NamedEvent, 'The ten latest events, the newest first. Absent without the right to read events.', [
    { Sequence: 42, Type: 'campaign.finished', Date: '2026-03-21 08:04:00', Data: '{"Name":"Spring 2026","Accepted":988}', Subjects: [] },
  ]),
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
  ClientID: fields.ClientID,
  Name: fields.CompanyName,
  Reasons: list(
    ClientReason,
    'What needs a hand, the most urgent first, as far as the caller may see it: Held and ComplaintsHigh for complaints, CampaignPaused by the service, ApprovalAsked for a campaign that waits for a decision, DomainBroken, WebhookPaused, and ImportFailed within seven days for a list without a later import; then what goes on by itself: Sending, Scheduled. Empty for nothing.',
    ['ComplaintsHigh', 'Scheduled'],
  ),
  NextDate: text('When its next campaign is due, in the time zone of the client; empty where none is scheduled.', '2026-04-01 08:00:00'),
})

/** Numbers of the campaigns that began in a month of the account's time zone. */
export const AccountMonth = record('AccountMonth', {
  Month: text('The present month in the time zone of the account: YYYY-MM.', '2026-03'),
  CampaignsSent: int('Campaigns that began to be sent in it.', 61),
  Accepted: long('Mails of these campaigns that relays accepted.', 412_803),
  CountedDate: text('When they were counted, in the time zone of the account: within the last hour.', '2026-03-21 08:31:12'),
})

/** Month is absent for callers who may not read the reports of the whole account, and on pages after the first. */
export const AccountOverview = record('AccountOverview', {
  Clients: list(ClientNeeds, 'The clients of this page: by their first reason, then by their next campaign, then by name.'),
  NextCursor: fields.NextCursor,
  Month: describe(AccountMonth, 'Numbers of the account; on the first page, for callers who may read the reports of the whole account.'),
})

export const overviews = {
  'Campaign.List': card('ListCampaigns', on('ClientID', 'View'), 'read', {
    summary: 'The campaigns of a client in every state, page by page, those first that changed last; with their counts for callers who may read reports.',
    parameters: {
      ...ofClient,
      State: optional(text('Only campaigns in this state; left out or empty for all.', 'Sent')),
      Search: optional(
        text(
          'Only campaigns whose name contains this; case does not matter; left out or empty for all. A call looks at the next 2,000 campaigns: go on with NextCursor until it is empty.',
          'spring',
        ),
      ),
      ...page,
    },
    result: U(CampaignPage),
    refusals: [],
  }),
  'Campaign.GetDomains': card('GetCampaignDomains', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'A campaign by the domains of its recipients: the 50 largest, and all others together.',
    parameters: ofCampaign,
    result: U(CampaignDomains),
    refusals: [],
  }),
  'List.GetGrowth': card('GetListGrowth', on('ListID', 'ReadReports'), 'read', {
    summary: 'How a list grew: who joined and who left, day by day.',
    parameters: {
      ...ofList,
      From: optional(text('The first day of the client’s calendar: YYYY-MM-DD; left out or empty for 30 days in all.', '2026-03-01')),
      Until: optional(text(`The last day: YYYY-MM-DD; left out or empty for today. At most ${longestPage} days.`, '2026-03-21')),
    },
    result: U(ListGrowth),
    refusals: ['InvalidDate'],
  }),
  'Client.GetOverview': card('GetClientOverview', on('ClientID', 'View'), 'read', {
    summary: 'The state of a client: campaigns, lists, complaints, limits, domains and what happened last, as far as the caller may read them.',
    parameters: ofClient,
    result: U(ClientOverview),
    refusals: [],
  }),
  'Account.GetOverview': card('GetAccountOverview', key, 'read', {
    summary: 'The clients of the account that the caller reaches, page by page, those first that need a hand.',
    parameters: { ApiKey, ...page },
    result: U(AccountOverview),
    refusals: [],
  }),
}
