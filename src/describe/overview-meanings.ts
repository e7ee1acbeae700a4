/** What the fields of lists, growth and overviews mean. */
import { webVersionMeaning } from './member-meanings.ts'
import { recipientStates } from './recipient-meanings.ts'

const campaign = {
  Name: 'The name of the campaign.',
  Subject: 'The subject of the mail.',
  State: 'What the campaign does now.',
  CreatedDate: 'When the draft was made, in the time zone of the client.',
  DueDate: 'When it is or was to start, in the time zone of the client; empty for a draft.',
  SentDate: 'When it started to be sent, in the time zone of the client; empty before.',
  FinishedDate: 'When the last recipient was done, in the time zone of the client; empty before.',
  ActiveDate: 'When it came into its state, in the time zone of the client; campaigns are in this order.',
}

const campaignCounts = {
  Recipients: 'All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts.',
  ...recipientStates,
  Clicks: 'How often links were clicked.',
  UniqueClicked: 'How many recipients clicked a link.',
  HumanClicks: 'How often people clicked links, machines left out.',
  HumanUniqueClicked: 'How many people clicked a link, machines left out.',
  Bounced: 'How many copies bounced, at the hand-over or later.',
  Complained: 'How many recipients complained.',
}

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
  ContactMembership: {
    Title: 'The title of the list.',
    State: 'What the membership is now.',
    StateDate: 'When the contact came into this state, in the time zone of the client.',
    JoinedDate: 'When the contact last joined the list, in the time zone of the client.',
  },
  FoundContact: {
    Name: 'The name of the membership that began last among those that have one; empty where none has.',
    Memberships: 'The memberships of lists that are not deleted, those first that began last; 100 at most.',
  },
  ContactPage: {
    Contacts:
      'The contacts of this page, each once, in the order of the characters of their addresses; a search by name in that of the names.',
  },
  MembershipOfContact: {
    Title: 'The title of the list.',
    Name: 'The name that this membership has.',
    MobileNumber: 'In E.164 form; empty where there is none.',
    State: 'What the membership is now.',
    StateDate: 'When the contact came into this state, in the time zone of the client.',
    JoinedDate: 'When the contact last joined the list, in the time zone of the client.',
    TrackingConsent: 'Whether the contact agreed to have opens and clicks recorded.',
    Language: 'The language that the contact chose, as a tag such as de; empty where none was chosen.',
    CustomFields: 'The values of the custom fields; a field without a value is left out.',
  },
  ContactEntry: {
    Date: 'When it happened, in the time zone of the client.',
    ListID: 'The list of the membership; empty for the suppression list of the client, and where the list is deleted.',
    CampaignID: 'The campaign of the mail, or whose mail was the occasion of a change; empty where there is none.',
    CampaignName: 'The name of the campaign of the mail; empty for changes.',
    Number: 'The Number of the recipient in the campaign, as Campaign.GetRecipientHistory takes it; 0 for changes.',
    Change: 'A change of a membership, of a preference or of the suppression, with its proof; absent for mails.',
    Step: 'What happened to a mail; absent for changes.',
  },
  Contact: {
    EmailAddress: 'The address, as the membership that began last has it.',
    Name: 'The name of the membership that began last among those that have one; empty where none has.',
    Memberships: 'The memberships of lists that are not deleted, those first that began last; 100 at most.',
    Suppression:
      'The entry of the suppression list of the account or the client that stands against the contact: no mail of the client goes there. Of several the account comes first; absent where there is none.',
    ListSuppressions:
      'The entries of single lists that stand against the contact: it cannot join such a list, and no campaign that goes to it goes to the contact.',
    Timeline:
      'What happened, newest first: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last. Mails are there for callers who may read reports.',
  },
  ContactProof: {
    EmailAddress: 'The address, as the membership that began last has it.',
    Name: 'The name of the membership that began last among those that have one; empty where none has.',
    PreparedDate: 'When this was put together, in the time zone of the client.',
    Timezone: 'The time zone of the client, of all dates here.',
    HasMails: 'Whether mails are among the entries: they are for callers who may read reports.',
    IsComplete: 'False when there are more than 5,000 entries; the oldest are left out then.',
    Memberships: 'The memberships of lists that are not deleted, those first that began last; 100 at most.',
    Suppression:
      'The entry of the suppression list of the account or the client that stands against the contact: no mail of the client goes there. Of several the account comes first; absent where there is none.',
    ListSuppressions:
      'The entries of single lists that stand against the contact: it cannot join such a list, and no campaign that goes to it goes to the contact.',
    Entries:
      'What happened, in its order: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last.',
  },
  RefusedEntry: {
    Line: 'The number of the line in Entries, from 1.',
    Text: 'The beginning of the line.',
  },
  SuppressionImport: {
    Lines: 'The lines that are not blank.',
    Added: 'The entries that are new on the list, or there for a complaint now.',
    Present: 'The entries that were on the list before, or in a line above.',
    Refused: 'The lines that are no entry.',
    Refusals: 'The first 100 of the lines that are no entry.',
  },
  Suppression: {
    EmailAddress: 'The address; or a domain after @; or @, the kind of hash, a colon and the hash of an address.',
    Scope: 'Whose entry it is: of the account, for all its clients; of the client; or of one list.',
    ListID: 'The list, for the Scope List; otherwise empty.',
    Reason: 'Why no mail goes there: an opt-out from everything, a hard bounce, a complaint, or Client.AddSuppression.',
    Date: 'Since when, in the time zone of the client; for a page of the account, in that of the account.',
    Evidence: 'How it is known, for people to read: by which way, by whom, because of which campaign, from where.',
  },
  SuppressionRemoval: {
    Remaining:
      'The entries that still stand against the address: of the account, the client and the list, or all lists where the entry was one of the client. Empty: nothing of these keeps mail from it.',
  },
  SuppressionPage: {
    Suppressions: 'The addresses of this page, in the order of their characters.',
  },
  ListedCampaign: {
    ...campaign,
    Counts: 'Its counts; absent for callers without the right ReadReports.',
  },
  CampaignCounts: campaignCounts,
  ReportedCampaign: { ...campaign, ...campaignCounts },
  CampaignPage: {
    Campaigns: 'The campaigns of this page, those first that changed last.',
    NextCursor:
      'The Cursor of the next page, which may come after a page with few campaigns or none; empty on the last one.',
  },
  CampaignReport: {
    Campaign: 'The campaign with its counts.',
    Timezone: 'The time zone of the client, of all dates of this campaign.',
    OpensMeasured: 'Of whom opens were recorded: of everyone who did not object, of those who agreed, or of no one.',
    ClicksMeasured: 'Of whom clicks were recorded, as OpensMeasured.',
    Compared:
      'Rates beside those of the client’s last ten campaigns; empty below 100 deliveries, or with fewer than three such campaigns.',
    WebVersionURL: webVersionMeaning,
  },
  ClickMap: {
    HtmlURL: 'Shows the mail for 15 minutes, in a frame of the page that asked or in a tab; it runs no scripts.',
    ExpiresDate: 'Until when it is shown, in the time zone of the client.',
    Links:
      'How many links carry their clicks. One whose address differs for each recipient carries none; Campaign.GetLinks has its count.',
  },
  ComparedRate: {
    Name: 'Which rate it is: of the delivered, for bounces of those accepted and refused.',
    Rate: 'The rate of this campaign in percent, with four digits after the point.',
    Median: 'The median of the earlier campaigns, in percent.',
    Lowest: 'The lowest of the earlier campaigns, in percent.',
    Highest: 'The highest of the earlier campaigns, in percent.',
    Campaigns: 'With how many earlier campaigns it is compared.',
  },
  RecipientHistory: {
    Recipient: 'The recipient as Campaign.GetRecipients has it.',
    Steps: 'Everything that happened, oldest first; of opens and clicks the first 200.',
  },
  RecipientStep: {
    Kind: 'What happened.',
    Attempt: 'Which attempt it belongs to; 0 where it belongs to none.',
    Code: 'The reply code of the relay or of the report, 0 where there was none.',
    Text: 'What was said: the answer of the relay, the evidence of a bounce or a complaint, the program that opened or clicked.',
    Link: 'Where the link that was clicked leads; empty for all else.',
    RetryDate: 'When the next attempt is due, in the time zone of the client; empty where none is.',
    Reader:
      'Who opened or clicked, as the report counts it: a person or a machine. `None` for all else, `Unknown` behind the first hits of a recipient with very many.',
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
      'What needs a hand, the most urgent first, as far as the caller may see it: Held and ComplaintsHigh for complaints, CampaignPaused by the service, ApprovalAsked for a campaign that waits for a decision, DomainBroken, WebhookPaused, and ImportFailed within seven days for a list without a later import; then what goes on by itself: Sending, Scheduled. Empty for nothing.',
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
