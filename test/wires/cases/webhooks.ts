import { cases } from '../case.ts'

const own = { ClientID: '{client}' }
const webhook = { ...own, WebhookID: '{hook}' }
const nobodys = '0'.repeat(32)

const found = { ...own, Types: [], EmailAddress: '', SubjectID: '', From: '', Until: '', Cursor: '', Limit: 0 }

export const events = [
  ...cases('Event.Find', found, [
    ['events are found, the newest first, with names', {}],
    ['page by page', { Limit: 1 }],
    ['of some types', { Types: ['subscriber.unsubscribed'] }],
    ['of a day', { From: '2024-03-01', Until: '2024-03-02' }],
    ['types have names', { Types: ['subscriber.sneezed'] }, 'InvalidEventType'],
    ['an address must be one', { EmailAddress: 'sam(at)reader' }, 'InvalidEmail'],
    ['a subject is an identifier', { SubjectID: 'tulips' }, 'InvalidParameter'],
    ['a time ends after it begins', { From: '2024-03-02', Until: '2024-03-01' }, 'InvalidDate'],
  ]),
  ...cases('Event.List', { ...own, Since: 3, Limit: 0 }, [
    ['what came after an event is listed, oldest first', {}],
    ['as many as are asked for, and from the oldest', { Since: -1, Limit: 1 }],
    ['after the last there is nothing', { Since: 5 }],
    ['what is no longer kept is not passed over in silence', { Since: 1 }, 'EventsNotKept'],
    ['a sequence that was never published is refused', { Since: 6 }, 'InvalidSequence'],
  ]),
]

const ofList = { ListID: '{readers}' }
const listHook = { ...ofList, WebhookID: '{listHook}' }

export const webhooks = [
  cases('List.CreateWebhook', { ...ofList, URL: '{pages}/hook', Events: ['Subscribe', 'deactivate'] }, [
    ['what happens on a list goes to a URL', {}, 'success', 'listHook'],
    ['a URL must be one', { URL: 'hooks.example' }, 'InvalidWebhookUrl'],
    ['there are three events', { Events: ['Subscribe', 'campaign.started'] }, 'InvalidEventType'],
    ['one is asked for', { Events: [] }, 'InvalidEventType'],
    ['it takes a user of the account', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('List.GetWebhooks', ofList, [['the webhooks of a list', {}]]),
  cases('List.TestWebhook', listHook, [
    ['the receiver is asked at once', {}],
    ['an unknown webhook has no receiver', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('List.PauseWebhook', listHook, [
    ['nothing is sent for a while', {}],
    ['an unknown webhook cannot be paused', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('List.ResumeWebhook', listHook, [
    ['it goes on', {}],
    ['an unknown webhook cannot be resumed', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('List.DeleteWebhook', listHook, [
    ['a webhook is deleted', {}],
    ['a deleted webhook is unknown', {}, 'UnknownWebhook'],
  ]),
  cases('Webhook.Create', { ...own, URL: '{pages}/hook', Events: ['subscriber.subscribed', 'campaign.finished'] }, [
    ['events go to a URL, and the secret is shown once', {}, 'success', 'hook'],
    ['a URL must be one', { URL: 'hooks.example' }, 'InvalidWebhookUrl'],
    ['events have names', { Events: ['subscriber.sneezed'] }, 'InvalidEventType'],
    ['a client has at most ten', { ClientID: '{crowded}' }, 'TooManyWebhooks'],
    ['it takes a user of the account', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Webhook.Test', webhook, [
    ['the receiver is asked at once', {}],
    ['an unknown webhook has no receiver', { WebhookID: nobodys }, 'UnknownWebhook'],
    ['an account sends sixty tests an hour', {}, 'WebhookTestLimit'],
  ]),
  cases('Webhook.GetAttempts', webhook, [
    ['attempts are on record', {}],
    ['an unknown webhook has none', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('Webhook.Pause', webhook, [
    ['nothing is sent for a while', {}],
    ['an unknown webhook cannot be paused', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('Webhook.List', own, [['the webhooks of a client, without their secrets', {}]]),
  cases('Webhook.Resume', webhook, [
    ['it goes on', {}],
    ['an unknown webhook cannot be resumed', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('Webhook.Replay', { ...webhook, Since: 2 }, [
    ['it is taken back to an event', {}],
    ['not to what is no longer kept', { Since: 0 }, 'EventsNotKept'],
    ['not to a sequence that was never published', { Since: 9 }, 'InvalidSequence'],
    ['an unknown webhook cannot be replayed', { WebhookID: nobodys }, 'UnknownWebhook'],
    ['a client replays twelve times an hour', {}, 'WebhookReplayLimit'],
  ]),
  cases('Webhook.RotateSecret', webhook, [
    ['a new secret is shown once', {}],
    ['an unknown webhook has no secret', { WebhookID: nobodys }, 'UnknownWebhook'],
  ]),
  cases('Webhook.Delete', webhook, [
    ['a webhook is deleted', {}],
    ['a deleted webhook is unknown', {}, 'UnknownWebhook'],
  ]),
].flat()
