/** Webhooks of a client: made with secrets of their own, paused and resumed, taken back to an earlier event. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Poster } from '../../lib/poster.ts'
import { FetchRefused } from '../../lib/reachable.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { readEventBounds } from '../../store/events/events.ts'
import { takeWebhookReplay, takeWebhookTest } from '../../store/events/webhook-limits.ts'
import {
  deleteWebhook,
  insertWebhook,
  type NewAttempt,
  pauseWebhook,
  readAttemptsOf,
  readWebhooksOf,
  recordAttempts,
  replaceSecret,
  replayWebhook,
  resumeWebhook,
  type WebhookRow,
} from '../../store/events/webhooks.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import type { KeyRing } from '../access/keys.ts'
import { readSequence } from '../events/events.ts'
import { readEventTypes } from '../events/types.ts'
import { attempt } from './attempts.ts'
import { listTestMessage, readKinds } from './list-messages.ts'
import { messageOf, newSecret, secretText } from './messages.ts'
import { encryptSecret, signingSecrets } from './secrets.ts'

export type Webhook = Omit<WebhookRow, 'secret' | 'oldSecret' | 'webhookId'>

/** Shown once: when it is made. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

/** Of a client, and of each of its lists. */
const mostWebhooks = 10
/** Of the lists of a client together. */
const mostOfLists = 100
/** Within an hour, of an account: a login that may create clients may create webhooks anew. */
const mostTests = 60
/** Within an hour, of a client, all its webhooks together: each may send again everything that is kept. */
const mostReplays = 12
/** Of looking at a URL. */
const checkMs = 5_000
/** A replaced secret signs for as long. */
const oldSecretMs = 24 * 3_600_000
/** What a test is called. */
const testType = 'webhook.test'

interface WebhookParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly poster: Poster
}
type OnCreated = (sql: Transaction, webhook: WebhookWithSecret) => Promise<void>

/** Events that are published from now on go to the URL. @throws Refusal InvalidWebhookUrl, InvalidEventType, TooManyWebhooks */
export async function createWebhook(
  parts: WebhookParts,
  client: ClientRef,
  url: string | null,
  events: readonly (string | null)[] | null,
  onCreated?: OnCreated,
): Promise<WebhookWithSecret> {
  return create(parts, client, { url, types: readEventTypes(events ?? []), listId: null }, onCreated)
}

/**
 * What happens to members of the list from now on goes to the URL, many events a message.
 * @param events Subscribe, Update, Deactivate in any case
 * @throws Refusal InvalidWebhookUrl, InvalidEventType, TooManyWebhooks
 */
export async function createListWebhook(
  parts: WebhookParts,
  list: ListRef,
  url: string | null,
  events: readonly (string | null)[] | null,
  onCreated?: OnCreated,
): Promise<WebhookWithSecret> {
  return create(parts, list, { url, types: readKinds(events ?? []), listId: list.listId }, onCreated)
}

async function create(
  { db, keys, poster }: WebhookParts,
  client: ClientRef,
  {
    url,
    types,
    listId,
  }: { readonly url: string | null; readonly types: readonly string[]; readonly listId: number | null },
  onCreated?: OnCreated,
): Promise<WebhookWithSecret> {
  const checked = await readUrl(poster, url)
  const publicId = randomUUID().replaceAll('-', '')
  const secret = newSecret()
  const row = { publicId, url: checked, types, listId, secret: encryptSecret(keys, publicId, secret) }
  return transaction(db, async sql => {
    if (!(await insertWebhook(sql, client, row, { alike: mostWebhooks, ofLists: mostOfLists }))) {
      throw new Refusal(
        'TooManyWebhooks',
        listId === null
          ? `A client has at most ${mostWebhooks} webhooks.`
          : `A list has at most ${mostWebhooks} webhooks, and the lists of a client ${mostOfLists} together.`,
      )
    }
    const made = { webhook: await findWebhook(sql, client, publicId), secret: secretText(secret) }
    await onCreated?.(sql, made)
    return made
  })
}

export async function listWebhooks(sql: Sql, client: ClientRef): Promise<readonly Webhook[]> {
  return readWebhooksOf(sql, client)
}

/** @throws Refusal UnknownWebhook */
export async function removeWebhook(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  await known(id, publicId => deleteWebhook(sql, client, publicId))
}

/** @returns the identifier. @throws Refusal UnknownWebhook where the list has no such webhook */
export async function readWebhookOfList(sql: Sql, list: ListRef, id: string | null): Promise<string> {
  return (await findWebhook(sql, list, id, list)).publicId
}

export async function listWebhooksOfList(sql: Sql, list: ListRef): Promise<readonly Webhook[]> {
  return readWebhooksOf(sql, list, { listId: list.listId })
}

/** Nothing is sent until it is resumed; what happens meanwhile is sent then. @throws Refusal UnknownWebhook */
export async function pause(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  await known(id, publicId => pauseWebhook(sql, client, publicId, 'It was paused by a caller.'))
}

/** Goes on where it was, at once. @throws Refusal UnknownWebhook */
export async function resume(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  await known(id, publicId => resumeWebhook(sql, client, publicId))
}

/**
 * Sends again what came after a sequence. A replay that is refused does not count towards the limit.
 * @throws Refusal UnknownWebhook, EventsNotKept, InvalidSequence, WebhookReplayLimit
 */
export async function replay(db: Database, client: ClientRef, id: string | null, since: number): Promise<void> {
  await findWebhook(db, client, id)
  const after = readSequence(since, await readEventBounds(db, client.clientId))
  await transaction(db, async sql => {
    if (!(await takeWebhookReplay(sql, client.clientId, mostReplays))) {
      throw new Refusal(
        'WebhookReplayLimit',
        `A client replays its webhooks at most ${mostReplays} times within an hour.`,
      )
    }
    await known(id, publicId => replayWebhook(sql, client, publicId, after))
  })
}

/** The secret until now signs too for 24 hours. @throws Refusal UnknownWebhook */
export async function rotateSecret(
  db: Database,
  keys: KeyRing,
  client: ClientRef,
  id: string | null,
  now: Date,
): Promise<WebhookWithSecret> {
  const secret = newSecret()
  const publicId = await known(id, publicId =>
    replaceSecret(db, client, publicId, encryptSecret(keys, publicId, secret), new Date(now.getTime() + oldSecretMs)),
  )
  return { webhook: await findWebhook(db, client, publicId), secret: secretText(secret) }
}

/**
 * Sends a test at once, whatever the state. A receiver need not be the caller's, so an account has few of them.
 * @returns what came of it. @throws Refusal UnknownWebhook, WebhookTestLimit
 */
export async function testWebhook(
  { db, keys, poster }: WebhookParts,
  client: ClientRef,
  id: string | null,
  now: Date,
): Promise<NewAttempt> {
  const row = await findWebhook(db, client, id)
  if (!(await transaction(db, sql => takeWebhookTest(sql, client.accountId, mostTests)))) {
    throw new Refusal('WebhookTestLimit', `An account sends at most ${mostTests} tests to webhooks within an hour.`)
  }
  const { publicId, listPublicId, types } = row
  const message =
    listPublicId === null
      ? messageOf(publicId, {
          sequence: null,
          type: testType,
          at: now,
          publishedAt: now,
          data: { ClientID: client.clientPublicId, WebhookID: publicId },
        })
      : listTestMessage({ publicId, listPublicId, types }, await readLocalTimeOf(db, now, client.timeZone))
  const line = poster.open(row.url)
  try {
    const { status, milliseconds, error } = await attempt(line, message, signingSecrets(keys, row), now)
    const made = { sequence: null, type: testType, at: now, attempt: 1, status, milliseconds, error }
    await recordAttempts(db, { clientId: client.clientId, webhookId: row.webhookId }, [made])
    return made
  } finally {
    line.close()
  }
}

/** The latest, newest first. @throws Refusal UnknownWebhook */
export async function listAttempts(sql: Sql, client: ClientRef, id: string | null) {
  const { webhookId } = await findWebhook(sql, client, id)
  return readAttemptsOf(sql, client, webhookId)
}

/** @param list given where it must be one of this list. @throws Refusal UnknownWebhook */
async function findWebhook(sql: Sql, client: ClientRef, id: string | null, list?: ListRef): Promise<WebhookRow> {
  const [row] = isPublicId(id) ? await readWebhooksOf(sql, client, { publicId: id, listId: list?.listId ?? null }) : []
  if (!row) throw unknownRefusal(list && 'The list has no such webhook.')
  return row
}

/** @returns the identifier. @throws Refusal UnknownWebhook when `act` finds none of the client's */
async function known(id: string | null, act: (publicId: string) => Promise<boolean>): Promise<string> {
  if (!isPublicId(id) || !(await act(id))) throw unknownRefusal()
  return id.toLowerCase()
}

function unknownRefusal(detail = 'The client has no such webhook.'): Refusal {
  return new Refusal('UnknownWebhook', detail)
}

async function readUrl(poster: Poster, text: string | null): Promise<string> {
  const url = (text ?? '').trim()
  try {
    await poster.check(url, checkMs)
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    throw new Refusal('InvalidWebhookUrl', cause.message, { cause })
  }
  return new URL(url).href
}
