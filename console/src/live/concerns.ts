/** Which answers of the service an event makes old. */
import type { OperationName } from '../../../src/client/client.ts'

const audience = [
  'Client.GetLists',
  'Client.GetOverview',
  'Client.GetSegments',
  'List.GetGrowth',
  'List.GetStats',
  'Segment.GetCount',
  'Subscriber.GetContact',
  'Subscriber.GetHistory',
  'Subscriber.List',
  'Subscriber.Search',
] as const satisfies readonly OperationName[]
const results = [
  'Campaign.GetBounceSummary',
  'Campaign.GetDomains',
  'Campaign.GetEngagement',
  'Campaign.GetLinks',
  'Campaign.GetRecipientHistory',
  'Campaign.GetRecipients',
  'Campaign.GetReport',
  'Campaign.GetSummary',
  'Campaign.GetTimeline',
  'Client.GetOverview',
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
const holds = [
  'Account.GetOverview',
  'Client.GetHold',
  'Client.GetOverview',
  'Hold.List',
] as const satisfies readonly OperationName[]

/** By the beginning of an event's type (docs/webhooks.md); the first that fits counts. */
const concerns: readonly (readonly [prefix: string, operations: readonly OperationName[]])[] = [
  ['subscriber.', audience],
  ['recipient.bounced', [...results, ...audience, 'Suppression.List', 'Campaign.GetBounceDetails']],
  ['recipient.complained', [...results, ...audience, ...holds, 'Suppression.List', 'Campaign.GetComplaints']],
  ['recipient.', results],
  ['campaign.held', [...campaigns, ...holds]],
  ['campaign.', campaigns],
  ['complaints.', holds],
  ['client.', holds],
  ['import.finished', [...imports, ...audience, 'Suppression.List']],
  ['import.undone', [...imports, ...audience, 'Suppression.List']],
  ['import.failed', [...imports, 'Account.GetOverview']],
  ['import.', imports],
  ['bulk_change.progress', bulkChanges],
  ['bulk_change.', [...bulkChanges, ...audience, 'Suppression.List']],
]

/** @param type of an event */
export function concernedBy(type: string): readonly OperationName[] {
  const found = concerns.find(([prefix]) => type.startsWith(prefix))?.[1] ?? []
  return [...found, 'Event.List']
}
