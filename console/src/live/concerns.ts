/** Which answers of the service an event, or a change that was made here, makes old. */
import type { OperationName } from '../../../src/client/client.ts'

const audience = [
  'Client.GetLists',
  'Client.GetOverview',
  'Client.GetSegments',
  'List.GetGrowth',
  'List.GetStats',
  'Segment.Count',
  'Subscriber.CountFound',
  'Subscriber.GetConsents',
  'Subscriber.GetContact',
  'Subscriber.GetHistory',
  'Subscriber.List',
  'Subscriber.Search',
] as const satisfies readonly OperationName[]
const results = [
  'Campaign.Compare',
  'Campaign.FindRecipients',
  'Campaign.GetBounceSummary',
  'Campaign.GetDomains',
  'Campaign.GetEngagement',
  'Campaign.GetFollowUps',
  'Campaign.GetLinks',
  'Campaign.GetRecipientHistory',
  'Campaign.GetReport',
  'Campaign.GetSummary',
  'Campaign.GetTimeline',
  'Campaign.GetVariants',
  'Campaign.GetTimetable',
  'Client.GetOverview',
  'Client.GetResults',
  'Subscriber.GetContact',
  'Subscriber.GetHistory',
] as const satisfies readonly OperationName[]
const campaigns = [
  'Account.GetOverview',
  'Campaign.Check',
  'Campaign.GetApproval',
  'Campaign.GetHistory',
  'Campaign.GetProgress',
  'Campaign.GetReport',
  'Campaign.GetVariants',
  'Campaign.List',
  'Campaign.ListApprovals',
  'Campaign.ListComments',
  'Client.GetOverview',
  'Outbox.List',
] as const satisfies readonly OperationName[]
const imports = [
  'Import.Get',
  'Import.GetMapping',
  'Import.GetVerdicts',
  'Import.List',
] as const satisfies readonly OperationName[]
const bulkChanges = ['BulkChange.Get', 'BulkChange.List'] as const satisfies readonly OperationName[]
const forms = [
  'Form.Get',
  'Form.GetEmbed',
  'Form.GetStatistics',
  'Form.List',
] as const satisfies readonly OperationName[]
const feeds = ['Feed.Get', 'Feed.List'] as const satisfies readonly OperationName[]
const series = [
  'Series.CountExisting',
  'Series.Get',
  'Series.GetPeople',
  'Series.GetReport',
  'Series.List',
] as const satisfies readonly OperationName[]
const holds = [
  'Account.GetOverview',
  'Client.GetHold',
  'Client.GetOverview',
  'Hold.List',
] as const satisfies readonly OperationName[]

/** By the beginning of an event's type (docs/webhooks.md); the first that fits counts. */
const concerns: readonly (readonly [prefix: string, operations: readonly OperationName[]])[] = [
  ['subscriber.', audience],
  ['contact.', ['Subscriber.GetContact', 'Subscriber.Search', 'Tag.List']],
  ['recipient.bounced', [...results, ...audience, 'Suppression.List', 'Campaign.GetBounceDetails']],
  ['recipient.complained', [...results, ...audience, ...holds, 'Suppression.List', 'Campaign.GetComplaints']],
  ['recipient.', results],
  ['campaign.held', [...campaigns, ...holds]],
  ['campaign.', [...campaigns, ...series]],
  ['complaints.', holds],
  ['client.', holds],
  ['feed.', [...feeds, 'Campaign.List']],
  ['form.', ['Form.GetStatistics', 'Form.List']],
  ['import.finished', [...imports, ...audience, 'Suppression.List']],
  ['import.undone', [...imports, ...audience, 'Suppression.List']],
  ['import.failed', [...imports, 'Account.GetOverview']],
  ['import.', imports],
  ['segment.counted', ['Segment.Count', 'Segment.ListAll']],
  ['bulk_change.progress', bulkChanges],
  ['bulk_change.', [...bulkChanges, ...audience, 'Suppression.List']],
]

/** @param type of an event */
export function concernedBy(type: string): readonly OperationName[] {
  const found = concerns.find(([prefix]) => type.startsWith(prefix))?.[1] ?? []
  return [...found, 'Event.Find']
}

/** The operations whose answers a change made in this console makes stale, by its subject. */
const concernsOfChanges = {
  account: ['Account.Get', 'Session.Get'],
  archive: ['Campaign.GetArchived', 'List.GetArchive'],
  audienceCount: ['Campaign.CountAudience', 'Campaign.CountBranches'],
  blocks: ['Block.List'],
  branding: ['Client.GetBranding', 'Content.GetSectionKinds', 'Content.PreviewStarter'],
  bulkChanges,
  campaign: [
    'Account.GetOverview',
    'Campaign.GetApproval',
    'Campaign.GetDraft',
    'Campaign.GetProgress',
    'Campaign.List',
    'Campaign.ListApprovals',
    'Client.GetOverview',
  ],
  campaignList: ['Account.GetOverview', 'Campaign.List', 'Client.GetOverview', 'Segment.ListAll'],
  check: ['Campaign.Check'],
  clientDetail: ['Account.GetOverview', 'Client.GetDetail', 'User.GetClients'],
  clients: ['Account.GetOverview', 'Setup.GetStatus', 'User.GetClients'],
  comments: ['Campaign.ListComments'],
  consentRules: ['Campaign.Check', 'List.GetConsentRules', 'List.GetOptions'],
  dailyLimit: ['Client.GetDailyLimit', 'Client.GetOverview'],
  domains: ['Account.GetOverview', 'Client.GetOverview', 'Domain.List', 'Setup.GetStatus'],
  erasures: ['Erasure.List'],
  exports: ['Export.List'],
  feeds,
  fields: ['List.GetFields', 'List.GetPreferencePage', 'Segment.GetTree', 'Segment.ListAll'],
  forms,
  hold: [...holds, 'Campaign.List'],
  images: ['Asset.List'],
  imports,
  inboundMail: ['Mailbox.List'],
  keys: ['Key.List'],
  reportMails: ['ReportMail.Get', 'ReportMail.ListSent'],
  listDetail: ['Client.GetLists', 'Client.GetOverview', 'List.GetDetail'],
  linkTags: ['Campaign.GetLinkTags', 'Tag.List'],
  listOptions: ['List.GetOptions'],
  lists: [
    'Client.GetLists',
    'Client.GetOverview',
    'Client.GetSegments',
    'Deleted.List',
    'Segment.ListAll',
    'Setup.GetStatus',
  ],
  members: [
    'Client.GetOverview',
    'List.GetGrowth',
    'List.GetStats',
    'Segment.Count',
    'Setup.GetStatus',
    'Subscriber.GetContact',
    'Subscriber.GetHistory',
    'Subscriber.GetConsents',
    'Subscriber.List',
    'Subscriber.Search',
    'Subscribers.GetSingleSubscriber',
    'Suppression.List',
  ],
  preferencePage: ['List.GetPreferencePage'],
  people: ['Person.List', 'Person.ListInvitations', 'Session.Get'],
  preferences: ['Person.GetMe', 'Session.Get'],
  report: [
    ...campaigns,
    ...results,
    'Campaign.CountAudience',
    'Campaign.CountBranches',
    'Campaign.FindScannerOptOuts',
    'Campaign.GetBounceDetails',
    'Campaign.GetClickMap',
    'Campaign.GetComplaints',
    'Campaign.GetDraft',
    'Campaign.GetForwards',
    'Campaign.GetUnsubscribes',
  ],
  reportLinks: ['Report.ListLinks'],
  secondFactor: ['Session.Get'],
  segments: ['Client.GetSegments', 'Segment.Count', 'Segment.Explain', 'Segment.GetTree', 'Segment.ListAll'],
  segmentTemplates: ['SegmentTemplate.List'],
  retention: ['Client.GetRetention', 'Client.GetProcessingRegister'],
  senders: ['Sender.List'],
  series,
  sendingOptions: ['Client.GetFrequencyCap', 'Client.GetOptions'],
  sessions: ['Session.List'],
  setup: ['Setup.GetStatus'],
  suppressions: ['Subscriber.GetContact', 'Subscriber.GetHistory', 'Suppression.List', 'Suppression.ListOfAccount'],
  timing: ['Campaign.GetTimetable', 'Campaign.GetTiming'],
  tags: [
    'Campaign.GetLinkTags',
    'Segment.GetTree',
    'Segment.ListAll',
    'Subscriber.GetContact',
    'Subscriber.Search',
    'Tag.List',
  ],
  templateContent: ['Client.GetTemplates', 'Template.GetRegions', 'Template.ListRevisions'],
  templateRegions: ['Template.GetRegions'],
  templates: ['Client.GetTemplates'],
  testGroups: ['TestGroup.List'],
  consents: ['Segment.Count', 'Subscriber.GetConsents', 'Subscriber.GetContact', 'Subscriber.GetHistory'],
  utmTags: ['Client.GetUtmTags'],
  variants: ['Campaign.Check', 'Campaign.GetApproval', 'Campaign.GetVariants', 'Campaign.PlanTest', 'Campaign.Preview'],
  webhooks: ['Account.GetOverview', 'Client.GetOverview', 'Webhook.GetAttempts', 'Webhook.List'],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>

export type Changed = keyof typeof concernsOfChanges

/** @param changed what was changed here */
export function concernedByChange(changed: Changed): readonly OperationName[] {
  return concernsOfChanges[changed]
}
