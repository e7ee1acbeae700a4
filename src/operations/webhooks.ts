/** Webhook.*: sending the events of a client. */
import type { WebhookState } from '../contract/groups/every-wire/webhooks.ts'
import { Refusal } from '../contract/refusals.ts'
import type { ClientRef } from '../domain/access/access.ts'
import { mayOnClient, type Principal } from '../domain/access/principal.ts'
import { kindsOf } from '../domain/webhooks/list-messages.ts'
import {
  createListWebhook,
  createWebhook,
  listAttempts,
  listWebhooks,
  listWebhooksOfList,
  pause,
  readWebhookOfList,
  removeWebhook,
  replay,
  resume,
  rotateSecret,
  testWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '../domain/webhooks/webhooks.ts'
import type { Dependencies, Handlers, HandlersOf } from './dependencies.ts'

export const webhooks: HandlersOf<'Webhook'> = {
  async 'Webhook.Create'({ URL, Events }, { client, principal, keep }, dependencies) {
    requireEvents(principal, client.clientId)
    const made = await createWebhook(webhookParts(dependencies), client, URL, Events, async (sql, webhook) =>
      keep?.(sql, withSecret(webhook)),
    )
    return withSecret(made)
  },

  async 'Webhook.List'(_, { client }, { db }) {
    return (await listWebhooks(db, client)).map(onWire)
  },

  'Webhook.Delete': ({ WebhookID }, { client }, { db }) => removeWebhook(db, client, WebhookID),
  'Webhook.Pause': ({ WebhookID }, { client }, { db }) => pause(db, client, WebhookID),
  'Webhook.Resume': ({ WebhookID }, { client }, { db }) => resume(db, client, WebhookID),
  'Webhook.Replay': ({ WebhookID, Since }, { client }, { db }) => replay(db, client, WebhookID, Since),

  async 'Webhook.RotateSecret'({ WebhookID }, { client }, { db, keys, now }) {
    return withSecret(await rotateSecret(db, keys, client, WebhookID, now()))
  },

  'Webhook.Test': ({ WebhookID }, { client }, dependencies) => test(dependencies, client, WebhookID),

  async 'Webhook.GetAttempts'({ WebhookID }, { client }, { db }) {
    const rows = await listAttempts(db, client, WebhookID)
    return rows.map(({ date, sequence, type, attempt, status, milliseconds, error }) => ({
      Date: date,
      Sequence: sequence ?? 0,
      Type: type,
      Attempt: attempt,
      Status: status ?? 0,
      Milliseconds: milliseconds,
      Error: error,
    }))
  },
}

/** Webhooks of one list, which receive events about its members. */
export const webhooksOfLists: Pick<Handlers, Extract<keyof Handlers, `List.${string}Webhook${string}`>> = {
  async 'List.CreateWebhook'({ URL, Events }, { list, principal, keep }, dependencies) {
    requireEvents(principal, list.clientId)
    const made = await createListWebhook(webhookParts(dependencies), list, URL, Events, async (sql, webhook) =>
      keep?.(sql, ofList(withSecret(webhook))),
    )
    return ofList(withSecret(made))
  },

  async 'List.GetWebhooks'(_params, { list }, { db }) {
    return (await listWebhooksOfList(db, list)).map(webhook => ofList(onWire(webhook)))
  },

  async 'List.DeleteWebhook'({ WebhookID }, { list }, { db }) {
    await removeWebhook(db, list, await readWebhookOfList(db, list, WebhookID))
  },

  async 'List.PauseWebhook'({ WebhookID }, { list }, { db }) {
    await pause(db, list, await readWebhookOfList(db, list, WebhookID))
  },

  async 'List.ResumeWebhook'({ WebhookID }, { list }, { db }) {
    await resume(db, list, await readWebhookOfList(db, list, WebhookID))
  },

  async 'List.TestWebhook'({ WebhookID }, { list }, dependencies) {
    return test(dependencies, list, await readWebhookOfList(dependencies.db, list, WebhookID))
  },
}

/** Refuses a webhook for events that the caller may not read. @throws Refusal AccessDenied */
function requireEvents(principal: Principal, clientId: number): void {
  if (mayOnClient(principal, clientId, 'Events')) return
  throw new Refusal('AccessDenied', 'A webhook is sent the events of the client: it needs the right Events as well.')
}

async function test(dependencies: Dependencies, client: ClientRef, id: string | null) {
  const { type, status, milliseconds, error } = await testWebhook(
    webhookParts(dependencies),
    client,
    id,
    dependencies.now(),
  )
  return { Type: type, Delivered: error === null, Status: status ?? 0, Milliseconds: milliseconds, Error: error }
}

/** Converts events to the names that webhooks of lists use. */
function ofList<Shown extends { readonly Events: readonly string[] }>(shown: Shown) {
  return { ...shown, Events: kindsOf(shown.Events) }
}

function onWire(webhook: Webhook) {
  const {
    publicId,
    url,
    types,
    createdAt,
    failingSince,
    dueAt,
    pausedAt,
    pauseReason,
    failures,
    publishedTo,
    waiting,
  } = webhook
  const state = stateOf(webhook)
  return {
    WebhookID: publicId,
    URL: url,
    Events: types,
    State: state,
    CreatedDate: createdAt,
    DeliveredTo: publishedTo,
    Waiting: waiting,
    Failures: failures,
    FailingSince: failingSince,
    NextDate: state === 'Failing' ? dueAt : null,
    PausedDate: pausedAt,
    PauseReason: pauseReason,
  }
}

function stateOf({ pausedAt, failures }: Webhook): (typeof WebhookState)['values'][number] {
  if (pausedAt !== null) return 'Paused'
  return failures > 0 ? 'Failing' : 'Active'
}

function withSecret({ webhook, secret }: WebhookWithSecret) {
  const { WebhookID, URL, Events } = onWire(webhook)
  return { WebhookID, URL, Events, Secret: secret }
}

function webhookParts({ db, keys, network: { poster } }: Dependencies) {
  return { db, keys, poster }
}
