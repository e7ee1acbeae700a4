/**
 * Leases of webhooks: one process at a time delivers to a webhook, until its lease expires. Times are the database's, so that
 * the clocks of processes need not agree.
 */

import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { type ClaimedTable, claimRows, fence } from '../jobs/claiming.ts'
import { perClient } from '../per-client.ts'
import { type NewAttempt, recordAttempts } from './webhooks.ts'

export interface WebhookLease {
  readonly clientId: number
  readonly clientPublicId: string
  /** Time zone of the client. */
  readonly timeZone: string
  readonly webhookId: number
  readonly publicId: string
  readonly url: string
  readonly types: readonly string[]
  /** The list to whose events the webhook is restricted; null for all events of the client. */
  readonly listId: number | null
  readonly listPublicId: string | null
  /** Encrypted. */
  readonly secret: Buffer
  readonly oldSecret: Buffer | null
  readonly publishedTo: number
  /** Sequence of the last published event. */
  readonly lastSequence: number
  readonly failures: number
  /** True if the latest replies of the receiver were slow. */
  readonly slow: boolean
  readonly edition: number
  readonly lease: number
}

const webhookClaims: ClaimedTable<'clientId' | 'id', 'lease'> = {
  table: 'webhooks',
  key: ['clientId', 'id'],
  token: 'lease',
  sequence: 'webhook_leases',
  until: 'leasedUntil',
}

/** Whether no other process has begun a lease since. */
const isHeld = (sql: Sql, { clientId, webhookId, lease }: WebhookLease) =>
  fence(sql, webhookClaims, { clientId, id: webhookId, lease })

export interface Places {
  readonly free: number
  /** Places reserved for webhooks whose receivers fail or are slow. */
  readonly troubled: number
  readonly leaseMs: number
}

/**
 * Claims webhooks with undelivered events: first one of each client, then the second of each, and so on; those that waited
 * longest first.
 */
export async function claimWebhooks(sql: Sql, { free, troubled, leaseMs }: Places): Promise<WebhookLease[]> {
  const wanted = await sql<{ clientId: number; id: number }[]>`
    with waiting as (
      select w.client_id, w.id, w.due_at, w.failures > 0 or w.slow as troubled,
        row_number() over (partition by w.client_id order by w.failures > 0 or w.slow, w.due_at, w.id) as lease
      from webhooks w
      join event_heads h on h.client_id = w.client_id and h.last_sequence > w.published_to
      join clients c on c.id = w.client_id and c.deleted_at is null
      where w.paused_at is null and w.due_at <= now() and w.leased_until <= now()
    ), placed as (
      select client_id, id, due_at, troubled, lease,
        row_number() over (partition by troubled order by lease, due_at, client_id, id) as place
      from waiting
    )
    select client_id, id from placed
    where place <= case when troubled then ${troubled}::integer else ${free}::integer end`
  return perClient(wanted, (clientId, own) =>
    claimRows<WebhookLease>(sql, webhookClaims, {
      clientId,
      candidates: sql`
        select t.id, t.list_id, case when t.old_secret_until > now() then t.old_secret end as old_secret
        from webhooks t
        where t.client_id = ${clientId} and t.id = any(${own.map(({ id }) => id)}::bigint[])
          and t.leased_until <= now() and t.due_at <= now() and t.paused_at is null`,
      until: inFuture(sql, leaseMs),
      joined: sql`join clients c on c.id = ${clientId} join event_heads h on h.client_id = ${clientId}
        left join lists l on l.client_id = ${clientId} and l.id = o.list_id`,
      returning: sql`
        t.client_id, c.public_id as client_public_id, c.time_zone, t.id as webhook_id, t.public_id, t.url, t.types, t.list_id,
        l.public_id as list_public_id, t.secret, o.old_secret, t.published_to, h.last_sequence, t.failures, t.slow, t.edition, t.lease`,
    }),
  )
}

function inFuture(sql: Sql, ms: number) {
  return sql`now() + ${ms} * interval '1 millisecond'`
}

export interface Progress {
  readonly publishedTo: number
  /** True if the latest reply of the receiver was slow. */
  readonly slow: boolean
  readonly attempts: readonly NewAttempt[]
}

/** How a lease ends, including the consequence of a failure. */
export type Ending =
  /** `afterMs` 0: continue as soon as events exist. */
  | { readonly kind: 'rest'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly failures: number; readonly afterMs: number }
  | { readonly kind: 'paused'; readonly failures: number; readonly reason: string }

/**
 * Records the progress of a lease and renews it. @returns false if the webhook was deleted, paused or replayed
 * meanwhile, its client was deleted, or the lease was lost
 */
export async function renewWebhookLease(
  db: Database,
  lease: WebhookLease,
  progress: Progress,
  leaseMs: number,
): Promise<boolean> {
  const { edition } = lease
  return transaction(db, async sql => {
    const [kept] = await sql<{ goesOn: boolean }[]>`
      update webhooks w
      set published_to = case when edition = ${edition} then ${progress.publishedTo} else published_to end, failures = 0, failing_since = null,
        slow = ${progress.slow}, leased_until = ${inFuture(sql, leaseMs)}
      where ${isHeld(sql, lease)}
      returning paused_at is null and edition = ${edition}
        and exists (select 1 from clients c where c.id = w.client_id and c.deleted_at is null) as goes_on`
    if (!kept) return false
    await recordAttempts(sql, lease, progress.attempts)
    return kept.goesOn
  })
}

/** Records the progress of a lease and releases the webhook. @returns true if this paused the webhook */
export async function endWebhookLease(
  db: Database,
  lease: WebhookLease,
  progress: Progress,
  ending: Ending,
): Promise<boolean> {
  const { edition } = lease
  const afterMs = ending.kind === 'paused' ? 0 : ending.afterMs
  const failures = ending.kind === 'rest' ? null : ending.failures
  const reason = ending.kind === 'paused' ? ending.reason : null
  // a lease that delivered nothing keeps the count of failures
  const succeeded = ending.kind === 'rest' && progress.publishedTo > lease.publishedTo
  return transaction(db, async sql => {
    const [ended] = await sql<{ paused: boolean }[]>`
      update webhooks
      set published_to = case when edition = ${edition} then ${progress.publishedTo} else published_to end,
        failures = case when edition <> ${edition} then failures when ${succeeded} then 0 else coalesce(${failures}::integer, failures) end,
        failing_since = case when edition <> ${edition} then failing_since when ${succeeded} then null
          when ${failures}::integer is null then failing_since when ${failures}::integer = 1 then moment.at
          else coalesce(failing_since, moment.at) end,
        slow = ${progress.slow},
        due_at = case when edition <> ${edition} then due_at else moment.due end,
        pause_reason = case when paused_at is null and edition = ${edition} then ${reason} else pause_reason end,
        paused_at = case when paused_at is null and edition = ${edition} and ${reason}::text is not null then moment.at else paused_at end,
        lease = null, leased_until = '-infinity'
      from (select now() as at, ${inFuture(sql, afterMs)} as due) moment
      where ${isHeld(sql, lease)}
      returning edition = ${edition} and ${reason}::text is not null as paused`
    if (!ended) return false
    await recordAttempts(sql, lease, progress.attempts)
    return ended.paused
  })
}
