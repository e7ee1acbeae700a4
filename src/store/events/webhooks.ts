/** Webhooks of a client: URLs that receive its events. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export interface WebhookRow {
  readonly webhookId: number
  readonly publicId: string
  readonly url: string
  /** Empty means all types. */
  readonly types: readonly string[]
  /** The list to whose events the webhook is restricted; null for all events of the client. */
  readonly listId: number | null
  readonly listPublicId: string | null
  /** Encrypted. */
  readonly secret: Buffer
  /** Encrypted; null unless the previous secret signs too. */
  readonly oldSecret: Buffer | null
  /** Local times of the client. */
  readonly createdAt: string
  readonly failingSince: string | null
  readonly dueAt: string
  readonly pausedAt: string | null
  readonly pauseReason: string | null
  readonly failures: number
  /** Sequence of the last event that was delivered or filtered out. */
  readonly publishedTo: number
  /** Number of later events. */
  readonly waiting: number
}

export interface NewWebhook {
  readonly publicId: string
  readonly url: string
  readonly types: readonly string[]
  readonly secret: Buffer
  readonly listId: number | null
}

/** Maximum numbers of webhooks. */
export interface WebhookLimits {
  /** For one list, or for the client without a list. */
  readonly alike: number
  /** For all lists of a client together. */
  readonly ofLists: number
}

/** Inserts a webhook for events that are published from now on. @returns false if a limit is reached */
export async function insertWebhook(
  sql: Transaction,
  { clientId }: ClientRef,
  { publicId, url, types, secret, listId }: NewWebhook,
  most: WebhookLimits,
): Promise<boolean> {
  // the lock makes concurrent calls count one after the other
  await sql`select 1 from clients where id = ${clientId} for no key update`
  const [present] = await sql<{ alike: number; ofLists: number }[]>`
    select count(*) filter (where list_id is not distinct from ${listId}::bigint)::integer as alike,
      count(list_id)::integer as of_lists
    from webhooks where client_id = ${clientId}`
  if (present!.alike >= most.alike || (listId !== null && present!.ofLists >= most.ofLists)) return false
  await sql`
    insert into webhooks (client_id, list_id, public_id, url, types, secret, published_to)
    select ${clientId}, ${listId}::bigint, ${publicId}::uuid, ${url}, ${types as string[]}::text[], ${secret}::bytea,
      coalesce(max(last_sequence), 0)
    from event_heads where client_id = ${clientId}`
  return true
}

/** Selects webhooks of a client; missing fields do not restrict. */
export interface WebhookChoice {
  readonly publicId?: string | null
  readonly listId?: number | null
}

/** All webhooks of a client, or the selected ones, oldest first. */
export async function readWebhooksOf(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  { publicId = null, listId = null }: WebhookChoice = {},
): Promise<WebhookRow[]> {
  const local = (column: string) => localTime(sql, column, timeZone)
  return sql<WebhookRow[]>`
    select w.id as webhook_id, w.public_id, url, types, w.list_id,
      (select l.public_id from lists l where l.client_id = ${clientId} and l.id = w.list_id) as list_public_id, secret, case when old_secret_until > now() then old_secret end as old_secret,
      ${local('created_at')} as created_at, ${local('failing_since')} as failing_since, ${local('due_at')} as due_at,
      ${local('paused_at')} as paused_at, pause_reason, failures, published_to,
      greatest(0, coalesce((select last_sequence from event_heads h where h.client_id = ${clientId}), 0) - published_to) as waiting
    from webhooks w
    where w.client_id = ${clientId} and (${publicId}::uuid is null or w.public_id = ${publicId}::uuid)
      and (${listId}::bigint is null or w.list_id = ${listId}::bigint)
    order by w.id`
}

/** Changes by people. Each returns false if the client has no such webhook. */

export async function deleteWebhook(sql: Sql, { clientId }: ClientRef, publicId: string): Promise<boolean> {
  const { count } = await sql`delete from webhooks where client_id = ${clientId} and public_id = ${publicId}`
  return count > 0
}

/** A paused webhook keeps its reason. */
export async function pauseWebhook(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  reason: string,
): Promise<boolean> {
  const { count } = await sql`
    update webhooks
    set pause_reason = case when paused_at is null then ${reason} else pause_reason end, paused_at = coalesce(paused_at, moment.at)
    from (select now() as at) moment
    where client_id = ${clientId} and public_id = ${publicId}`
  return count > 0
}

/** Continues at once from its position, and resets the failures. */
export async function resumeWebhook(sql: Sql, { clientId }: ClientRef, publicId: string): Promise<boolean> {
  const { count } = await sql`
    update webhooks
    set paused_at = null, pause_reason = null, failures = 0, failing_since = null, due_at = now()
    where client_id = ${clientId} and public_id = ${publicId}`
  return count > 0
}

/** Continues after this sequence; a delivery in progress does not change it. */
export async function replayWebhook(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  since: number,
): Promise<boolean> {
  const { count } = await sql`
    update webhooks set published_to = ${since}, edition = edition + 1, failures = 0, failing_since = null, due_at = now()
    where client_id = ${clientId} and public_id = ${publicId}`
  return count > 0
}

/** Replaces the secret; the previous one signs too until the given time. */
export async function replaceSecret(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  secret: Buffer,
  oldUntil: Date,
): Promise<boolean> {
  const { count } = await sql`
    update webhooks set old_secret = secret, old_secret_until = ${oldUntil}, secret = ${secret}
    where client_id = ${clientId} and public_id = ${publicId}`
  return count > 0
}

export interface NewAttempt {
  /** Sequence of the event; null for a test. */
  readonly sequence: number | null
  readonly type: string
  readonly at: Date
  readonly attempt: number
  readonly status: number | null
  readonly milliseconds: number
  readonly error: string | null
}

/** Attempts kept of each webhook. */
const attemptsKept = 100

/** Records nothing if the webhook no longer exists. */
export async function recordAttempts(
  sql: Sql,
  { clientId, webhookId }: { readonly clientId: number; readonly webhookId: number },
  attempts: readonly NewAttempt[],
): Promise<void> {
  const latest = attempts.slice(-attemptsKept)
  if (latest.length === 0) return
  await sql`
    insert into webhook_attempts (client_id, webhook_id, at, sequence, type, attempt, status, milliseconds, error)
    select w.client_id, w.id, g.at, g.sequence, g.type, g.attempt, g.status, g.milliseconds, g.error
    from jsonb_to_recordset(${sql.json(latest as never)}) as g (
      sequence bigint, type text, at timestamptz, attempt integer, status integer, milliseconds integer, error text)
    join webhooks w on w.client_id = ${clientId} and w.id = ${webhookId}`
  await sql`
    delete from webhook_attempts
    where client_id = ${clientId} and webhook_id = ${webhookId} and id <= (
      select id from webhook_attempts
      where client_id = ${clientId} and webhook_id = ${webhookId}
      order by id desc
      offset ${attemptsKept} limit 1
    )`
}

/** The latest attempts, newest first. Dates are local times of the client. */
export async function readAttemptsOf(sql: Sql, { clientId, timeZone }: ClientRef, webhookId: number) {
  return sql<(Omit<NewAttempt, 'at'> & { readonly date: string })[]>`
    select ${localTime(sql, 'at', timeZone)} as date, sequence, type, attempt, status,
      milliseconds, error
    from webhook_attempts
    where client_id = ${clientId} and webhook_id = ${webhookId}
    order by id desc
    limit ${attemptsKept}`
}
