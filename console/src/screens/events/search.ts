/** The filters of events as they stand in the address. */
import { oneOf, searchOf, textOf } from '../../lib/search.ts'
import { dayOf } from '../audit/search.ts'
import type { EventType } from './types.ts'

/** Types that people look for together. */
export const eventGroups = {
  contacts: [
    ...['subscriber.subscribed', 'subscriber.confirmed', 'subscriber.unsubscribed', 'subscriber.deleted'],
    ...['subscriber.updated', 'subscriber.consent', 'subscriber.paused', 'subscriber.resumed'],
    ...['subscriber.leave_reason', 'contact.tagged', 'contact.untagged'],
  ],
  trouble: [
    ...['subscriber.bounced', 'recipient.bounced', 'recipient.complained'],
    ...['complaints.high', 'client.held', 'client.released'],
  ],
  reading: ['recipient.opened', 'recipient.clicked'],
  campaigns: [
    ...['campaign.started', 'campaign.paused', 'campaign.resumed', 'campaign.cancelled', 'campaign.finished'],
    ...['campaign.held', 'campaign.test_decided', 'campaign.approval_requested', 'campaign.approved'],
    ...['campaign.rejected', 'campaign.approval_ended', 'campaign.comment'],
  ],
  imports: [
    ...['import.judged', 'import.progress', 'import.finished', 'import.undone', 'import.failed'],
    ...['bulk_change.progress', 'bulk_change.finished', 'bulk_change.undone', 'bulk_change.failed'],
  ],
  others: [
    ...['segment.counted', 'form.submitted', 'form.wave'],
    ...['feed.campaign_made', 'feed.failed', 'feed.recovered'],
  ],
} as const satisfies Readonly<Record<string, readonly EventType[]>>
export type EventGroup = keyof typeof eventGroups

export const eventGroupNames = Object.keys(eventGroups) as readonly EventGroup[] // the keys of the table

export const readEventSearch = searchOf({
  kind: oneOf(eventGroupNames),
  contact: textOf,
  about: textOf,
  from: dayOf,
  until: dayOf,
})
export type EventSearch = ReturnType<typeof readEventSearch>
