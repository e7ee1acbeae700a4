/** One membership of a list, and what is read again after it changed. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { queryClient } from '../../api/call.ts'
import { rereadLong } from '../../lib/long-queries.ts'

export type Member = ValueOf<'Subscribers.GetSingleSubscriber'>

/** After a change of a membership. */
export async function reloadSubscribers(): Promise<void> {
  for (const operation of [
    'Subscriber.List',
    'Subscribers.GetSingleSubscriber',
    'Subscriber.GetContact',
    'Subscriber.GetHistory',
    'Subscriber.Search',
    'Subscriber.GetTrackingConsent',
    'Suppression.List',
    'List.GetStats',
    'List.GetGrowth',
    'Segment.GetCount',
    'Client.GetOverview',
    'Setup.GetStatus',
  ])
    await queryClient.invalidateQueries({ queryKey: [operation], refetchType: 'active' })
  await rereadLong('Subscriber.List')
}
