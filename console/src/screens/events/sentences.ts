/** What happened, a sentence for each type of event (docs/webhooks.md). */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EventType } from './types.ts'

export const eventSentences: Readonly<Record<EventType, MessageDescriptor>> = {
  'subscriber.subscribed': msg({ message: '{person} subscribed to {list}' }),
  'subscriber.confirmed': msg({ message: '{person} confirmed the subscription to {list}' }),
  'subscriber.unsubscribed': msg({ message: '{person} unsubscribed from {list}' }),
  'subscriber.bounced': msg({ message: '{person} bounced and is no longer active on {list}' }),
  'subscriber.deleted': msg({ message: '{person} was deleted from {list}' }),
  'subscriber.updated': msg({ message: '{person} was changed on {list}' }),
  'subscriber.consent': msg({ message: 'The consent of {person} on {list} changed' }),
  'subscriber.paused': msg({ message: '{person} paused all mail' }),
  'subscriber.resumed': msg({ message: '{person} gets mail again' }),
  'subscriber.leave_reason': msg({ message: '{person} said why they left {list}' }),
  'contact.tagged': msg({ message: '{person} got tags: {tags}' }),
  'contact.untagged': msg({ message: '{person} lost tags: {tags}' }),
  'recipient.bounced': msg({ message: 'The mail of {campaign} to {person} bounced' }),
  'recipient.complained': msg({ message: '{person} marked {campaign} as spam' }),
  'recipient.opened': msg({ message: '{person} opened {campaign}' }),
  'recipient.clicked': msg({ message: '{person} clicked a link in {campaign}' }),
  'campaign.started': msg({ message: 'Sending of {campaign} started' }),
  'campaign.paused': msg({ message: '{campaign} was paused' }),
  'campaign.resumed': msg({ message: '{campaign} was resumed' }),
  'campaign.cancelled': msg({ message: '{campaign} was cancelled' }),
  'campaign.finished': msg({ message: '{campaign} was sent' }),
  'campaign.held': msg({ message: '{campaign} was put on hold because of complaints' }),
  'campaign.test_decided': msg({ message: 'The A/B test of {campaign} was decided' }),
  'campaign.approval_requested': msg({ message: '{actor} asked for approval of {campaign}' }),
  'campaign.approved': msg({ message: '{actor} approved {campaign}' }),
  'campaign.rejected': msg({ message: '{actor} rejected {campaign}' }),
  'campaign.approval_ended': msg({ message: 'The request for approval of {campaign} ended' }),
  'campaign.comment': msg({ message: '{actor} commented on {campaign}' }),
  'complaints.high': msg({ message: 'Many recipients complained' }),
  'client.held': msg({ message: 'Sending was put on hold' }),
  'client.released': msg({ message: '{actor} released the hold on sending' }),
  'segment.counted': msg({ message: 'The segment {segment} was counted' }),
  'feed.campaign_made': msg({ message: 'The feed {feed} made the campaign {campaign}' }),
  'feed.failed': msg({ message: 'The feed {feed} cannot be read or has stopped' }),
  'feed.recovered': msg({ message: 'The feed {feed} can be read again' }),
  'form.submitted': msg({ message: 'Someone used the sign-up form {form}' }),
  'form.wave': msg({ message: 'The sign-up form {form} gets unusually many sign-ups' }),
  'import.judged': msg({ message: 'The import {import} was checked' }),
  'import.progress': msg({ message: 'The import {import} is in progress' }),
  'import.finished': msg({ message: 'The import {import} finished' }),
  'import.undone': msg({ message: 'The import {import} was undone' }),
  'import.failed': msg({ message: 'The import {import} failed' }),
  'bulk_change.progress': msg({ message: 'A bulk change of {list} is in progress' }),
  'bulk_change.finished': msg({ message: 'A bulk change of {list} finished' }),
  'bulk_change.undone': msg({ message: 'A bulk change of {list} was undone' }),
  'bulk_change.failed': msg({ message: 'A bulk change of {list} failed' }),
}

/** Of opens and clicks that no person made. */
export const machineSentences: Readonly<Partial<Record<EventType, MessageDescriptor>>> = {
  'recipient.opened': msg({ message: 'A program opened {campaign} for {person}' }),
  'recipient.clicked': msg({ message: 'A program clicked a link in {campaign} for {person}' }),
}

/** Of a type that is newer than this console. */
export const unknownEvent = msg({ message: 'Something happened that this console does not know yet' })
