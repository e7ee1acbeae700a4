/** Historical operations about the subscribers of a list. These cards never change (design §3). */

import { card, on, R, U } from '../../card.ts'
import { always, exemplify, list, type OutputOf, optional, record, text } from '../../shapes.ts'
import { Email, fields, moment, ofList, SubscriberName } from '../../words.ts'

export const SubscriberCustomField = record('SubscriberCustomField', {
  Key: always(text('The key of the field; answers have it without brackets, calls may have them.', 'Favouriteflower')),
  Value: text('The value as text; empty clears the field.', 'Tulip'),
})

export const Subscriber = record('Subscriber', {
  EmailAddress: fields.EmailAddress,
  Name: fields.Name,
  Date: text('When the subscriber came into this state, in the time zone of the client.', '2026-03-20 09:30:00'),
  State: text('Active, Unconfirmed, Unsubscribed, Bounced or Deleted.', 'Active'),
  CustomFields: list(SubscriberCustomField, 'Values of custom fields; an entry for each option of a MultiSelectMany field.'),
})

const member = { ...ofList, Email, Name: SubscriberName }

const CustomFields = optional(
  list(SubscriberCustomField, 'Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option.'),
)

export const addRefusals = ['InvalidEmail', 'TooManyConfirmations', 'InSuppressionList', 'IsDeleted', 'IsUnsubscribed', 'IsBounced', 'IsUnconfirmed'] as const

const reviveRefusals = ['InvalidEmail', 'TooManyConfirmations', 'InSuppressionList'] as const

const MobileNumber = optional(text('A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has.', '+4915112345678'))

const since = { ...ofList, Date: text(`Changes after this moment: ${moment}`, '2026-03-20 09:30:00') }

export const subscribers = {
  'Subscriber.AddWithCustomFields': card('AddSubscriberWithCustomFields', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds a subscriber with custom field values; on a member the given fields are updated.',
    parameters: { ...member, CustomFields },
    result: R,
    refusals: [...addRefusals, 'InvalidCustomFieldValue', 'InvalidKey'],
  }),
  'Subscriber.AddAndResubscribeWithCustomFields': card('AddAndResubscribeWithCustomFields', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds a subscriber or revives an inactive one; custom fields not given are erased.',
    parameters: { ...member, CustomFields },
    result: R,
    refusals: [...reviveRefusals, 'InvalidCustomFieldValue', 'InvalidKey'],
  }),
  'Subscriber.Add': card('AddSubscriber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds a subscriber; an inactive one is left as it is.',
    parameters: member,
    result: R,
    refusals: addRefusals,
  }),
  'Subscriber.AddAndResubscribe': card('AddAndResubscribe', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds a subscriber or revives an inactive one.',
    parameters: member,
    result: R,
    refusals: reviveRefusals,
  }),
  'Subscriber.Unsubscribe': card('Unsubscribe', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Ends the subscription of an active subscriber.',
    parameters: { ...ofList, Email },
    result: R,
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.AddWithMobileNumber': card('AddSubscriberWithMobileNumber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds a subscriber with a mobile number in E.164 form.',
    parameters: { ...member, MobileNumber },
    result: R,
    refusals: [...addRefusals, 'InvalidMobileNumber'],
  }),
  'Subscriber.AddAndResubscribeWithMobileNumber': card('AddAndResubscribeWithMobileNumber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Adds or revives a subscriber with a mobile number in E.164 form.',
    parameters: { ...member, MobileNumber },
    result: R,
    refusals: [...reviveRefusals, 'InvalidMobileNumber'],
  }),

  'Subscribers.GetActive': card('GetSubscribers', on('ListID', 'ReadAudience'), 'bulk read', {
    summary: 'Active subscribers since a date.',
    parameters: since,
    result: U(list(Subscriber)),
    refusals: ['InvalidDate'],
  }),
  'Subscribers.GetUnsubscribed': card('GetUnsubscribed', on('ListID', 'ReadAudience'), 'bulk read', {
    summary: 'Subscribers who unsubscribed since a date.',
    parameters: since,
    result: U(list(Subscriber)),
    refusals: ['InvalidDate'],
  }),
  'Subscribers.GetBounced': card('GetBounced', on('ListID', 'ReadAudience'), 'bulk read', {
    summary: 'Subscribers who bounced since a date.',
    parameters: since,
    result: U(list(Subscriber)),
    refusals: ['InvalidDate'],
  }),
  'Subscribers.GetSingleSubscriber': card('GetSingleSubscriber', on('ListID', 'ReadAudience'), 'read', {
    summary: 'One subscriber, active or not; an unknown address gives an empty record.',
    parameters: { ...ofList, EmailAddress: text('The email address of the subscriber; case does not matter.', 'carla@bloom.example') },
    result: U(Subscriber),
    refusals: ['InvalidEmail'],
  }),
  'Subscribers.GetIsSubscribed': card('GetIsSubscribed', on('ListID', 'ReadAudience'), 'read', {
    summary: 'True or False: is this address an active member?',
    parameters: { ...ofList, Email: optional(text('The email address; without one the answer is False.', 'sam@reader.example')) },
    result: U(exemplify(text(), 'True')),
    refusals: [],
  }),
}

export type SubscriberRecord = OutputOf<typeof Subscriber>
export type CustomFieldValue = { readonly Key: string | null; readonly Value: string | null }
