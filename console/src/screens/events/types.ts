/** Types of events in words (docs/webhooks.md). */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ParametersOf } from '../../../../src/client/client.ts'

export type EventType = NonNullable<ParametersOf<'Webhook.Create'>['Events']>[number]

export const eventTypes: Readonly<Record<EventType, MessageDescriptor>> = {
  'subscriber.subscribed': msg`Someone subscribed`,
  'subscriber.confirmed': msg`A subscription was confirmed`,
  'subscriber.unsubscribed': msg`Someone unsubscribed`,
  'subscriber.bounced': msg`A subscriber bounced`,
  'subscriber.deleted': msg`A subscriber was deleted`,
  'subscriber.updated': msg`A subscriber was changed`,
  'subscriber.consent': msg`Consent of a subscriber changed`,
  'subscriber.paused': msg`Someone paused mail`,
  'subscriber.resumed': msg`Someone ended a pause`,
  'subscriber.leave_reason': msg`Someone said why they left`,
  'contact.tagged': msg`Someone got tags`,
  'contact.untagged': msg`Someone lost tags`,
  'recipient.bounced': msg`A mail bounced`,
  'recipient.complained': msg`A recipient complained`,
  'recipient.opened': msg`A mail was opened`,
  'recipient.clicked': msg`A link was clicked`,
  'campaign.started': msg`A campaign started`,
  'campaign.paused': msg`A campaign was paused`,
  'campaign.resumed': msg`A campaign was resumed`,
  'campaign.cancelled': msg`A campaign was cancelled`,
  'campaign.finished': msg`A campaign was sent`,
  'campaign.held': msg`A campaign was put on hold`,
  'campaign.test_decided': msg`A test of variants was decided`,
  'campaign.approval_requested': msg`Approval was requested`,
  'campaign.approved': msg`A campaign was approved`,
  'campaign.rejected': msg`A campaign was rejected`,
  'campaign.approval_ended': msg`A request for approval ended`,
  'campaign.comment': msg`A comment was written`,
  'complaints.high': msg`Many complaints`,
  'client.held': msg`The client was put on hold`,
  'client.released': msg`A hold was released`,
  'segment.counted': msg`A segment was counted`,
  'feed.campaign_made': msg`A feed made a campaign`,
  'feed.failed': msg`A feed cannot be read or has stopped`,
  'feed.recovered': msg`A feed can be read again`,
  'form.submitted': msg`Someone used a sign-up form`,
  'form.wave': msg`A sign-up form got a wave`,
  'import.judged': msg`An import was checked`,
  'import.progress': msg`An import is in progress`,
  'import.finished': msg`An import finished`,
  'import.undone': msg`An import was undone`,
  'import.failed': msg`An import failed`,
  'bulk_change.progress': msg`A bulk change is in progress`,
  'bulk_change.finished': msg`A bulk change finished`,
  'bulk_change.undone': msg`A bulk change was undone`,
  'bulk_change.failed': msg`A bulk change failed`,
}

export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[] // the keys of the table

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type)
}
