/** Events of a client with the names of what they are about, found by type, contact, object and day. */

import { card, on, U } from '../card.ts'
import { list, optional, record, text } from '../shapes.ts'
import { fields, id, moment, ofClient, page } from '../words.ts'
import { NamedSubject } from './audit.ts'
import { Event } from './every-wire/webhooks.ts'

export const NamedEvent = record('NamedEvent', {
  ...Event.fields,
  Subjects: list(NamedSubject, 'What Data names by identifiers, by name.'),
})

export const NamedEventPage = record('NamedEventPage', {
  Events: list(NamedEvent, 'The events of this page.'),
  NextCursor: fields.NextCursor,
})

export const events = {
  // a bulk read: events name subscribers
  'Event.Find': card('FindEvents', on('ClientID', 'Events'), 'bulk read', {
    summary:
      'Events of a client with names, the newest first, of some types, about a contact or an object, of some days. A page may hold fewer events than Limit while NextCursor is given: each call looks at a bounded number of events.',
    parameters: {
      ...ofClient,
      Types: optional(list(text(), 'Only events of these types; left out or empty for all.', ['subscriber.subscribed', 'subscriber.unsubscribed'])),
      EmailAddress: optional(text('Only events about this address; case does not matter.', 'sam@reader.example')),
      SubjectID: optional(text('Only events about this list, campaign, segment, form, feed, import or bulk change.', id('d'))),
      From: optional(text(`Only events from this moment on: ${moment}`, '2026-03-01')),
      Until: optional(
        text('Only events before this moment, written as From. Events that were numbered an hour after it or later are not found.', '2026-04-01'),
      ),
      ...page,
    },
    result: U(NamedEventPage),
    refusals: ['InvalidDate', 'InvalidEventType', 'InvalidEmail'],
  }),
}
