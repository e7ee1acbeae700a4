/** Believable values for the fields of lists, growth and overviews. */
import { webVersionExample } from './member-meanings.ts'

const rate = (count: number, of: number) => ({ Count: count, Of: of })
const domain = { Recipients: 420, Accepted: 412, Deferred: 2, Refused: 5, Unknown: 1, Bounced: 6 }

const campaign = {
  Name: 'Spring 2026',
  State: 'Sent',
  CreatedDate: '2026-03-19 16:20:00',
  DueDate: '2026-03-21 08:00:00',
  FinishedDate: '2026-03-21 08:04:00',
  ActiveDate: '2026-03-21 08:04:00',
}

const campaignCounts = {
  Recipients: 1000,
  Planned: 0,
  HandingOver: 0,
  Accepted: 988,
  Deferred: 0,
  Refused: 7,
  Unknown: 1,
  Excluded: 4,
  TotalOpened: 480,
  UniqueOpened: 390,
  Clicks: 95,
  UniqueClicked: 60,
  HumanOpened: 310,
  HumanUniqueOpened: 260,
  HumanClicks: 41,
  HumanUniqueClicked: 33,
  Unsubscribed: 3,
  Bounced: 7,
  Complained: 0,
}

export const overviewExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CampaignReport: {
    Timezone: 'Europe/Berlin',
    OpensMeasured: 'Everyone',
    ClicksMeasured: 'Everyone',
    WebVersionURL: webVersionExample,
  },
  ClickMap: {
    HtmlURL: 'https://content.example.com/v/AQAAAAABAAAAAAEPBPoY4aE3V1i6rYMrQT7b',
    ExpiresDate: '2026-03-21 09:15:00',
    Links: 12,
  },
  ComparedRate: {
    Name: 'Opened',
    Rate: '36.0213',
    Median: '31.4420',
    Lowest: '22.0110',
    Highest: '40.1250',
    Campaigns: 10,
  },
  RecipientStep: {
    Date: '2026-03-21 08:03:12',
    Kind: 'Accepted',
    Attempt: 1,
    Code: 250,
    Text: '2.0.0 Ok: queued as 4F2A1',
    Link: '',
    RetryDate: '',
    Reader: 'None',
  },
  ListedSubscriber: {
    EmailAddress: 'sam@reader.example',
    Name: 'Sam Reader',
    State: 'Active',
    StateDate: '2026-03-20 09:30:00',
    JoinedDate: '2026-03-20 09:28:14',
  },
  Suppression: {
    EmailAddress: 'sam@reader.example',
    Scope: 'Client',
    ListID: '',
    Reason: 'Complained',
    Date: '2026-03-21 09:12:00',
    Evidence: 'a complaint report came in; campaign: Spring 2026; abuse',
  },
  SuppressionImport: { Lines: 3, Added: 2, Present: 0, Refused: 1 },
  RefusedEntry: { Line: 2, Text: 'not an address' },
  ListedCampaign: campaign,
  CampaignCounts: campaignCounts,
  ReportedCampaign: { ...campaign, ...campaignCounts },
  DomainCount: { Domain: 'reader.example', ...domain, HumanUniqueOpened: 118, HumanUniqueClicked: 14 },
  CampaignDomains: {
    State: 'Counted',
    CountedDate: '2026-03-21 08:31:12',
    Others: { Domain: '', ...domain, HumanUniqueOpened: 142, HumanUniqueClicked: 19 },
  },
  ListDay: {
    Date: '2026-03-20',
    Joined: 14,
    Confirmed: 11,
    Unsubscribed: 3,
    Complained: 0,
    Bounced: 1,
    Deleted: 0,
    Active: 1210,
  },
  ListGrowth: { FirstDate: '2026-01-12' },
  UpcomingCampaign: {
    Name: 'Summer 2026',
    State: 'Scheduled',
    DueDate: '2026-04-01 08:00:00',
    Recipients: 0,
    Accepted: 0,
  },
  CampaignRates: {
    Name: 'Spring 2026',
    Opened: rate(260, 988),
    Clicked: rate(33, 988),
    Unsubscribed: rate(3, 988),
    Bounced: rate(7, 996),
    Complained: rate(0, 988),
  },
  ListCounts: { Active: 1210, Joined: 84, Unsubscribed: 12, Bounced: 5, Deleted: 0 },
  ListOverview: { Name: 'Spring newsletter' },
  ComplaintStanding: { Held: false, Complaints: rate(2, 9800), WarnAbove: '0.1', HoldAbove: '0.3' },
  DomainState: { Domain: 'bloom.example', Verified: true },
  ClientOverview: {
    Events: [
      {
        Sequence: 42,
        Type: 'campaign.finished',
        Date: '2026-03-21 08:04:00',
        Data: '{"Name":"Spring 2026","Accepted":988}',
      },
    ],
  },
  ClientNeeds: {
    Name: 'Bloom & Sons',
    Reasons: ['ComplaintsHigh', 'Scheduled'],
    NextDate: '2026-04-01 08:00:00',
  },
  AccountMonth: { Month: '2026-03', CampaignsSent: 61, Accepted: 412_803, CountedDate: '2026-03-21 08:31:12' },
}
