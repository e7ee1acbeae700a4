/** What the fields of lists, growth and overviews mean. */
import { recipientStates } from './recipient-meanings.ts'

export const overviewMeanings = {
  ListedSubscriber: {
    State: 'What the membership is now.',
    StateDate: 'When the subscriber came into this state, in the time zone of the client.',
    JoinedDate: 'When the subscriber last joined the list, in the time zone of the client.',
    CustomFields: 'The values of the fields named in Fields; a field without a value is left out.',
  },
  SubscriberPage: {
    Subscribers: 'The subscribers of this page, in the order asked for.',
  },
  Suppression: {
    Reason: 'Why no mail goes there: an opt-out from everything, a hard bounce, a complaint, or Client.AddSuppression.',
    Date: 'Since when, in the time zone of the client.',
    Evidence: 'How it is known, for people to read: by which way, by whom, because of which campaign, from where.',
  },
  SuppressionPage: {
    Suppressions: 'The addresses of this page, in the order of their characters.',
  },
  ListedCampaign: {
    Name: 'The name of the campaign.',
    Subject: 'The subject of the mail.',
    State: 'What the campaign does now.',
    CreatedDate: 'When the draft was made, in the time zone of the client.',
    DueDate: 'When it is or was to start, in the time zone of the client; empty for a draft.',
    SentDate: 'When it started to be sent, in the time zone of the client; empty before.',
    FinishedDate: 'When the last recipient was done, in the time zone of the client; empty before.',
    ActiveDate: 'When it came into its state, in the time zone of the client; campaigns are in this order.',
    Recipients: 'All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts.',
    ...recipientStates,
    Clicks: 'How often links were clicked.',
    UniqueClicked: 'How many recipients clicked a link.',
    HumanClicks: 'How often people clicked links, machines left out.',
    HumanUniqueClicked: 'How many people clicked a link, machines left out.',
    Bounced: 'How many copies bounced, at the hand-over or later.',
    Complained: 'How many recipients complained.',
  },
  CampaignPage: {
    Campaigns: 'The campaigns of this page, those first that changed last.',
    NextCursor:
      'The Cursor of the next page, which may come after a page with few campaigns or none; empty on the last one.',
  },
  DomainCount: {
    Domain: 'The domain of the addresses, in lower case and A-labels; empty for all others together.',
    Recipients: 'How many recipients have an address there.',
    Accepted: recipientStates.Accepted,
    Deferred: recipientStates.Deferred,
    Refused: recipientStates.Refused,
    Unknown: recipientStates.Unknown,
    Bounced: 'How many of their copies bounced, at the hand-over or later.',
    HumanUniqueClicked: 'How many people clicked a link, machines left out.',
  },
  CampaignDomains: {
    State: 'Counting: newer numbers come within seconds to minutes; call again.',
    CountedDate: 'When the numbers were counted, in the time zone of the client; empty before the first time.',
    Domains: 'The 50 domains with the most recipients, the largest first; absent before they were counted once.',
    Others: 'All other domains together; absent where there are none.',
  },
  ListDay: {
    Date: 'The day of the client’s calendar: YYYY-MM-DD.',
    Joined: 'How many became active, for the first time or again; those who confirmed are included.',
    Confirmed: 'How many of these were Unconfirmed before.',
    Unsubscribed: 'How many unsubscribed, those who complained included.',
    Complained: 'How many of these complained about a mail.',
    Bounced: 'How many addresses bounced for good.',
    Deleted: 'How many were deleted.',
    Active: 'Active subscribers at the end of the day; of today, now.',
  },
  ListGrowth: {
    FirstDate: 'The first day that is known: YYYY-MM-DD. Days before it are left out, whatever From says.',
    Days: 'Every day from From to Until that is known and not in the future, the oldest first.',
  },
  Rate: { Count: 'How many.', Of: 'Of how many.' },
  UpcomingCampaign: {
    Name: 'The name of the campaign.',
    State: 'Sending, Paused or Scheduled.',
    DueDate: 'When it is or was to start, in the time zone of the client.',
    Recipients: 'How many recipients it has; 0 before it has started.',
    Accepted: recipientStates.Accepted,
  },
  CampaignRates: {
    Name: 'The name of the campaign.',
    Opened: 'People who opened it, machines left out, of the mails that relays accepted.',
    Clicked: 'People who clicked a link, machines left out, of the mails that relays accepted.',
    Unsubscribed: 'Recipients who unsubscribed, of the mails that relays accepted.',
    Bounced: 'Mails that bounced, of those that were tried.',
    Complained: 'Recipients who complained, of the mails that relays accepted.',
  },
  ListCounts: {
    Active: 'Active subscribers now.',
    Joined: 'Became active within the last 30 days.',
    Unsubscribed: 'Unsubscribed within the last 30 days.',
    Bounced: 'Bounced within the last 30 days.',
    Deleted: 'Deleted within the last 30 days.',
  },
  ListOverview: { Name: 'The name of the list.', Counts: 'Its counts; absent without the right to read reports.' },
  ComplaintStanding: {
    Held: 'Nothing is sent for this client.',
    Complaints: 'Complaints of the mails of the last 30 days, or since the latest release.',
    WarnAbove: 'The percentage above which there is a warning, such as 0.1; empty for none.',
    HoldAbove: 'The percentage above which sending is held; empty for none.',
  },
  DomainState: {
    Verified: 'Mail from this domain is signed.',
    CheckedDate: 'When its DNS records were last looked at, in the time zone of the client; empty before.',
  },
  ClientOverview: {
    Next: 'Up to 20 campaigns that are being sent, paused or scheduled. Absent without the right to read reports.',
    Last: 'The five campaigns that began last. Absent without the right to read reports.',
    Lists: 'The 50 lists with the most active subscribers.',
    Standing: 'Complaints, and whether they hold sending. Absent without the right to prepare campaigns.',
    Limit: 'The daily limit. Absent without the right to prepare campaigns.',
    Domains: 'The sending domains as they were last verified. Absent without the right to prepare campaigns.',
    Events: 'The ten latest events, the newest first. Absent without the right to read events.',
  },
  ClientNeeds: {
    Name: 'The name of the company.',
    Reasons:
      'What needs a hand, the most urgent first, as far as the caller may see it: Held and ComplaintsHigh for complaints, CampaignPaused by the service, ApprovalAsked for a campaign that waits for a decision, DomainBroken and WebhookPaused; then what goes on by itself: Sending, Scheduled. Empty for nothing.',
    NextDate: 'When its next campaign is due, in the time zone of the client; empty where none is scheduled.',
  },
  AccountMonth: {
    Month: 'The present month in the time zone of the account: YYYY-MM.',
    CampaignsSent: 'Campaigns that began to be sent in it.',
    Accepted: 'Mails of these campaigns that relays accepted.',
    CountedDate: 'When they were counted, in the time zone of the account: within the last hour.',
  },
  AccountOverview: {
    Clients: 'The clients of this page: by their first reason, then by their next campaign, then by name.',
    Month: 'Numbers of the account; on the first page, for callers who may read the reports of the whole account.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
