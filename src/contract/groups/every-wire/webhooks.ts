/** The event log of a client and its webhooks. */

import { card, on, R, U } from '../../card.ts'
import { longestPage } from '../../limits.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../../shapes.ts'
import { fields, id, ofClient, reachableUrl, WebhookID } from '../../words.ts'

const Type = text('The type of the event.', 'subscriber.subscribed')
const uRL = text(`Where events are sent. ${reachableUrl}`, 'https://hooks.bloom.example/lettershop')
const Events = list(text(), 'The types of events that are sent; empty for all.', ['subscriber.subscribed', 'subscriber.unsubscribed'])
const Status = int('The HTTP status of the receiver, 0 without an answer.', 204)
const Milliseconds = int('How long the answer took.', 48)
const error = text('What went wrong; empty when it was delivered.', '')

/** Date is in the client's time zone; Data is a JSON object. */
export const Event = record('Event', {
  Sequence: long('The number of the event, as Since takes it.', 42),
  Type,
  Date: fields.Date,
  Data: text(
    'What belongs to it: a JSON object as text.',
    `{"By":"api","Name":"Sam Reader","Cause":"added","State":"Active","ListID":"${id('b')}","EmailAddress":"sam@reader.example"}`,
  ),
})

/** Secret is shown this once. */
export const WebhookDetail = record('WebhookDetail', {
  WebhookID,
  URL: uRL,
  Events,
  Secret: text('What signatures are made with; shown this once.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
})

export const WebhookState = enumeration('WebhookState', 'Active', 'Failing', 'Paused')

/** Events is empty for all of them. DeliveredTo is the sequence of the last event that is delivered or not wanted, Waiting how many came after it. */
export const Webhook = record('Webhook', {
  WebhookID,
  URL: uRL,
  Events,
  State: describe(WebhookState, 'Failing: the latest attempt failed, and the next is due at NextDate.', 'Failing'),
  CreatedDate: text('When it was made.', '2026-03-20 09:30:00'),
  DeliveredTo: long('The Sequence of the last event that is delivered or not wanted.', 41),
  Waiting: long('How many events came after it.', 3),
  Failures: int('Attempts that failed since the last success.'),
  FailingSince: text('When they began; empty when it does not fail.', '2026-03-21 08:00:00'),
  NextDate: text('When the next attempt is due; empty when it does not fail.', '2026-03-21 08:00:05'),
  PausedDate: text('When it was paused; empty when it is not.', ''),
  PauseReason: text('Why it was paused.', ''),
})

/** Status is the receiver's, 0 without an answer. */
export const WebhookTestOutcome = record('WebhookTestOutcome', {
  Type: text('The type of the event that was sent.', 'webhook.test'),
  Delivered: boolean('Whether the receiver took it.'),
  Status,
  Milliseconds,
  Error: error,
})

/** Sequence is 0 for a test, Status 0 without an answer; Error is empty when it was delivered. */
export const WebhookAttempt = record('WebhookAttempt', {
  Date: exemplify(fields.Date, '2026-03-21 08:00:00'),
  Sequence: long('The number of the event, 0 for a test.', 42),
  Type,
  Attempt: int('The number of the attempt for this event, from 1 on.'),
  Status: exemplify(Status, 500),
  Milliseconds,
  Error: exemplify(error, 'The receiver answered 500.'),
})

const ofWebhook = { ...ofClient, WebhookID }

export const webhooks = {
  // a bulk read: events name subscribers
  'Event.List': card('GetEvents', on('ClientID', 'Events'), 'bulk read', {
    summary: 'What happened to a client since the event with this sequence, oldest first; -1 for all that is kept.',
    parameters: {
      ...ofClient,
      Since: long('The Sequence of the last event you have, 0 for none, -1 for all that is kept.', 41),
      Limit: int(`Events of this answer, at most ${longestPage}; 0 for ${longestPage}.`, 100),
    },
    result: U(list(Event)),
    refusals: ['EventsNotKept', 'InvalidSequence'],
  }),
  'Webhook.Create': card('CreateWebhook', on('ClientID', 'Settings'), 'prepared create', {
    summary: 'Sends events of a client to a URL from now on, those of these types or all; yields the secret that signs them, this once.',
    parameters: {
      ...ofClient,
      URL: uRL,
      Events: optional(list(text(), 'The types of events to send; left out or empty for all.', ['subscriber.subscribed', 'subscriber.unsubscribed'])),
    },
    result: U(WebhookDetail),
    refusals: ['InvalidWebhookUrl', 'InvalidEventType', 'TooManyWebhooks'],
  }),
  'Webhook.List': card('GetWebhooks', on('ClientID', 'Events'), 'read', {
    summary: 'The webhooks of a client, how far each is, and why one does not go on.',
    parameters: ofClient,
    result: U(list(Webhook)),
    refusals: [],
  }),
  'Webhook.Delete': card('DeleteWebhook', on('ClientID', 'Settings'), 'change', {
    summary: 'Deletes a webhook.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
  'Webhook.Test': card('TestWebhook', on('ClientID', 'Settings'), 'change', {
    summary: 'Sends a test event to a webhook at once and yields what its receiver answered.',
    parameters: ofWebhook,
    result: U(WebhookTestOutcome),
    refusals: ['UnknownWebhook', 'WebhookTestLimit'],
  }),
  'Webhook.Replay': card('ReplayWebhook', on('ClientID', 'Settings'), 'change', {
    summary: 'Sends again what came after the event with this sequence; -1 for all that is kept.',
    parameters: { ...ofWebhook, Since: long('The Sequence of the last event the receiver has; -1 for all that is kept.', 41) },
    result: R,
    refusals: ['EventsNotKept', 'InvalidSequence', 'UnknownWebhook', 'WebhookReplayLimit'],
  }),
  'Webhook.Pause': card('PauseWebhook', on('ClientID', 'Settings'), 'change', {
    summary: 'Sends nothing to a webhook until it is resumed.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
  'Webhook.Resume': card('ResumeWebhook', on('ClientID', 'Settings'), 'change', {
    summary: 'Goes on with a webhook where it was, at once.',
    parameters: ofWebhook,
    result: R,
    refusals: ['UnknownWebhook'],
  }),
  'Webhook.RotateSecret': card('RotateWebhookSecret', on('ClientID', 'Settings'), 'change', {
    summary: 'Gives a webhook a new secret; for 24 hours the old one signs as well.',
    parameters: ofWebhook,
    result: U(WebhookDetail),
    refusals: ['UnknownWebhook'],
  }),
  'Webhook.GetAttempts': card('GetWebhookAttempts', on('ClientID', 'Events'), 'read', {
    summary: 'The latest attempts to send to a webhook, newest first, with what its receiver answered.',
    parameters: ofWebhook,
    result: U(list(WebhookAttempt)),
    refusals: ['UnknownWebhook'],
  }),
}
