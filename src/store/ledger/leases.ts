/**
 * Ranges of recipient numbers that senders have claimed. Each has one owner; the token distinguishes it from earlier owners.
 * Recipients up to
 * the lease's high-water mark may be in flight. A sender that takes over a range first settles the recipients below that mark.
 */

import { findAmongClients } from '../among-clients.ts'
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { within } from '../connection/transaction.ts'
import { insertBounces } from '../inbound/bounces.ts'
import { type ClaimedTable, claimRows, fence, nextToken } from '../jobs/claiming.ts'
import type { CampaignKey } from '../keys.ts'
import type { Entry } from './entry.ts'
import { isDue, lastEntries, lastEntry, waitingState } from './recipient-state.ts'
import { countMoves } from './totals.ts'

export interface Lease extends CampaignKey {
  readonly low: number
  readonly high: number
  /** Fencing token: only appends of the newest owner count. */
  readonly token: number
  /** Recipients that were open at this time are sent to under this lease. */
  readonly openedAt: Date
  /** Whose clock the allowed hours of the campaign are of; null where it has none. */
  readonly timeZone: string | null
}

export const leaseClaims: ClaimedTable<'clientId' | 'campaignId' | 'low', 'token'> = {
  table: 'leases',
  key: ['clientId', 'campaignId', 'low'],
  token: 'token',
  sequence: 'lease_tokens',
  until: 'expiresAt',
}

/** A lease that was claimed just now. */
export interface ClaimedLease extends Lease {
  /** The server that answered, see `Counted`. */
  readonly server: string
}

/** Writes that the owner of a lease knows to be committed. A database without them has lost recent commits, for example in a fail-over. */
export interface Known {
  /** The high-water mark that the owner wrote. */
  readonly handed: number
  /** The last entry that the owner appended. */
  readonly last: Pick<Entry, 'number' | 'attempt'> | undefined
}

/** A taken-over lease with the state in which its last owner left it. */
export interface LeftLease extends ClaimedLease {
  readonly leftToken: number
  readonly leftOwner: string
  /** The high-water mark: below `low` if no recipient can be in flight. */
  readonly leftHanded: number
  /** In PostgreSQL's format, because '-infinity' is not a valid Date. */
  readonly leftOpenedAt: string
}

export interface Claim extends CampaignKey {
  readonly owner: string
  readonly at: Date
  readonly expiresAt: Date
}

/** A claim of a range that another sender may hold. */
export interface TakeUp extends Claim {
  /** Until then the owner of an expired lease may renew it, once another sender has announced a take-over. */
  readonly graceUntil: Date
}

/** Restricts which ranges may be taken over. */
export interface Claimable {
  /** `abandoned`: only ranges whose owner did not release them. */
  readonly which?: 'all' | 'abandoned'
  /** Except these: their owner is this process, which works on them and only failed to renew them. */
  readonly running?: readonly number[]
  /** Only ranges of this owner, which is certainly gone or is this process itself, even if they have not expired. */
  readonly heldBy?: string
}

/**
 * Takes over a range that a sender released, abandoned or postponed, or that a dead sender still holds. No other sender can take it
 * at the same time. The caller must settle the recipients below its high-water mark in the same transaction.
 *
 * The take-over of an expired lease is first announced, and happens if its owner has not renewed it until `graceUntil`: after an outage of
 * the database or its disk the leases of live senders have expired too, and the first sender that reconnects must not take them.
 */
export async function claimLeftRange(
  sql: Transaction,
  claim: TakeUp,
  { which = 'all', running = [], heldBy }: Claimable = {},
): Promise<LeftLease | undefined> {
  const { clientId, campaignId, owner, at, expiresAt, graceUntil } = claim
  const expired = sql`not done and expires_at <= ${at} and due_at <= ${at} and token <> all(${running as number[]}::bigint[])`
  const claimable =
    heldBy === undefined
      ? sql`${expired} and (called and owner <> '' or ${which === 'all'} and owner = '')`
      : sql`not done and owner = ${heldBy} and token <> all(${running as number[]}::bigint[])`
  // sent together
  const [next] = await Promise.all([
    nextToken(sql, leaseClaims.sequence!),
    heldBy === undefined &&
      sql`
      update leases set called = true, expires_at = ${graceUntil}
      where client_id = ${clientId} and campaign_id = ${campaignId} and low = any(array(
        select low from leases
        where client_id = ${clientId} and campaign_id = ${campaignId} and ${expired} and owner <> '' and not called
        order by low
        for update skip locked
      ))`,
  ])
  const leases = await claimRows<Omit<LeftLease, 'server'>>(sql, leaseClaims, {
    clientId,
    candidates: sql`
      select campaign_id, low, token, owner, handed, opened_at::text as opened_at
      from leases t
      where client_id = ${clientId} and campaign_id = ${campaignId} and ${claimable}
      order by low
      limit 1`,
    until: sql`${expiresAt}`,
    set: sql`, owner = ${owner}, called = false, handed = 0, opened_at = ${at}`,
    next,
    // the server may still run a statement of a killed sender: after the wait its uncommitted work is rolled back
    waits: heldBy !== undefined,
    returning: sql`
      t.client_id, t.campaign_id, t.low, t.high, t.token, t.opened_at, t.time_zone, o.token as left_token,
      o.owner as left_owner, o.handed as left_handed, o.opened_at as left_opened_at`,
  })
  return leases[0] && { ...leases[0], server: leases.server }
}

/** Knowledge about the recipients below the high-water mark of a lease whose owner is gone. */
export interface Left {
  /** Numbers that were in flight; null if only the mark is known, so that every recipient below it may have been. */
  readonly handed: readonly number[] | null
  /** Outcomes that the owner knew and the log may lack. */
  readonly outcomes: readonly Entry[]
}

/** Numbers of settled recipients of an abandoned range; all others are as open as before. */
export interface Settled {
  /** Recipients with known outcomes, which are now in the log. */
  readonly recorded: number
  readonly unknown: number
  /** Recipients that will be sent to again, in a campaign with at-least-once delivery. */
  readonly repeated: number
}

/**
 * Settles all recipients between the low number and the high-water mark of an abandoned lease that have no outcome in the log. Known
 * outcomes
 * are appended. Recipients in flight without an outcome become unknown or, with at-least-once delivery, deferred until now. All others
 * are as open as before.
 */
export async function settleLeft(sql: Transaction, lease: LeftLease, left: Left, at: Date): Promise<Settled> {
  const { clientId, campaignId, low, leftHanded, leftOpenedAt } = lease
  const { handed, outcomes } = left
  const moves = sql`
    select 'handing over' as before, coalesce(kind, ${waitingState(sql, sql`attempt`)}) as after, 1 as recipients
    from settled`
  const [settled] = await sql<Settled[]>`
    with pending as (
      select n.number, coalesce(e.attempt, 0) + 1 as attempt
      from generate_series(${low}::integer, ${leftHanded}::integer) n (number)
      left join lateral (${lastEntry(sql, lease, sql`n.number`)}) e on true
      where ${isDue(sql, 'e', sql`${leftOpenedAt}::timestamptz`)}
    ), known as (
      select * from ${unnestEntries(sql, outcomes)}
    ), settled as (
      select p.number, p.attempt, k.number is not null as known,
        case
          when k.number is not null then k.kind
          when not (${handed === null} or p.number = any(${handed ?? []}::integer[])) then null
          when m.at_least_once then 'deferred'
          else 'unknown'
        end as kind,
        k.code,
        coalesce(k.answer, case when ${handed === null}
          then 'the sender was lost while this was being handed over or about to be'
          else 'the sender ended before the relay''s answer was recorded' end) as answer,
        case when k.number is not null then k.retry_at when m.at_least_once then ${at}::timestamptz end as retry_at,
        k.bounce
      from pending p
      join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId}
      left join known k on k.number = p.number and k.attempt = p.attempt
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at
      from settled
      where kind is not null
      union all
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, 'handing over', ${at}::timestamptz, null, null, null
      from settled
      where kind is not null and not known
      returning 1
    ), bounced as (
      ${insertBounces(sql, lease, sql`settled`, at)}
    ), ${countMoves(sql, lease, moves, at, sql`(select count(*) from bounced)`)}
    select count(*) filter (where known)::integer as recorded,
      count(*) filter (where not known and kind = 'unknown')::integer as unknown,
      count(*) filter (where not known and kind = 'deferred')::integer as repeated
    from settled`
  return settled! // an aggregate returns one row
}

/** Claims the next numbers that no lease covers. */
export async function claimNewRange(
  sql: Database | Transaction,
  claim: Claim,
  size: number,
): Promise<ClaimedLease | undefined> {
  const { clientId, campaignId, owner, at, expiresAt } = claim
  return within(sql, async tx => {
    const [taken] = await tx<{ low: number; high: number }[]>`
      with current as (
        -- locks the row: it must include claims that are committed after this statement began
        select next_number, recipients from campaign_totals
        where client_id = ${clientId} and campaign_id = ${campaignId} and next_number <= recipients
        for update
      )
      update campaign_totals t
      set next_number = least(c.next_number + ${size}, c.recipients + 1)
      from current c
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId}
      returning c.next_number as low, t.next_number - 1 as high`
    if (!taken) return undefined
    const leases = await tx<Lease[]>`
      insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, opened_at)
      values (${clientId}, ${campaignId}, ${taken.low}, ${taken.high}, ${owner}, nextval('lease_tokens'), ${expiresAt}, ${at})
      returning client_id, campaign_id, low, high, token, opened_at, time_zone`
    return { ...leases[0]!, server: leases.server }
  })
}

/** A range that no sender has claimed before it is due. */
export interface WaitingRange {
  readonly low: number
  readonly high: number
  /** A date of ISO 8601, `-infinity` or `infinity`. */
  readonly dueAt: string
  /** Whose clock the allowed hours of the campaign are of. Absent where it has none. */
  readonly timeZone?: string | undefined
  /** True if none of its recipients is open. */
  readonly done: boolean
}

/** Inserts released ranges of the next numbers that no lease covers, in their order: new ranges begin behind them. */
export async function insertWaitingRanges(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  ranges: readonly WaitingRange[],
  at: Date,
): Promise<void> {
  if (ranges.length === 0) return
  // none of them was ever held: one token for all fences nothing off
  const token = await nextToken(sql, leaseClaims.sequence!)
  await sql`
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, due_at, done, time_zone)
    select ${clientId}, ${campaignId}, low, high, '', ${token}, ${at}, due_at, done, time_zone
    from unnest(
      ${ranges.map(({ low }) => low)}::integer[], ${ranges.map(({ high }) => high)}::integer[],
      ${ranges.map(({ dueAt }) => dueAt)}::timestamptz[], ${ranges.map(({ done }) => done)}::boolean[],
      ${ranges.map(({ timeZone }) => timeZone ?? null)}::text[]
    ) as r (low, high, due_at, done, time_zone)`
  await sql`
    update campaign_totals t set next_number = ${ranges.at(-1)!.high + 1}
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
}

/** Renews a lease until then. */
export async function renewLease(sql: Sql, lease: Lease, expiresAt: Date): Promise<LeaseState> {
  const { count, server } = await sql`
    update leases set expires_at = ${expiresAt}, called = false
    where ${fence(sql, leaseClaims, lease)} and not done`
  return { held: count > 0, intact: true, server }
}

/**
 * Releases a range: it is done if no recipient is open, otherwise due at its earliest retry. Recipients below the high-water mark
 * that were not sent to after all are as open as before; those in flight must have an outcome in the log.
 * Can be repeated.
 * @param notBefore earliest time at which a sender may claim it, if nothing can be sent now
 * @param known writes that must have been committed under the lease; if they are missing, the range is unchanged
 */
export async function releaseRange(
  sql: Sql,
  lease: Lease,
  at: Date,
  notBefore: Date | undefined,
  known: Known = { handed: 0, last: undefined },
): Promise<LeaseState> {
  const { clientId, campaignId, low, high } = lease
  const moves = sql`
    select 'handing over' as before, 'planned' as after, planned as recipients from state
    union all
    select 'handing over', 'deferred', deferred from state`
  const standing = await sql<Omit<LeaseState, 'server'>[]>`
    with claimed as (
      select handed, opened_at, ${isIntact(sql, lease, known)} as intact from leases
      where ${fence(sql, leaseClaims, lease)} and not done and owner <> ''
      for update
    ), held as (
      select handed, opened_at from claimed where intact
    ), entries as materialized (${lastEntries(sql, lease)}), state as (
      select ${high - low + 1} - count(*) filter (where kind <> 'deferred') as open,
        case when count(number) < ${high - low + 1} then '-infinity' else min(retry_at) filter (where kind = 'deferred') end as due_at,
        greatest(h.handed - ${low - 1}, 0) - count(*) filter (where number <= h.handed) as planned,
        count(*) filter (where number <= h.handed and ${isDue(sql, 'entries', sql`h.opened_at`)}) as deferred
      from held h
      left join entries on true
      group by h.handed, h.opened_at
    ), ${countMoves(sql, lease, moves, at, sql`0`, false)}, given as (
      update leases l
      set owner = '', expires_at = ${at}, handed = 0, done = s.open = 0,
        due_at = greatest(coalesce(s.due_at, '-infinity'), coalesce(${notBefore ?? null}::timestamptz, '-infinity'))
      from state s
      where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and l.low = ${low}
    )
    select ${leaseStateColumns(sql)}`
  return { ...standing[0]!, server: standing.server }
}

/** The state of a lease in the database that answered. */
export interface LeaseState {
  /** False if another sender has the lease or it does not exist; nothing was written. */
  readonly held: boolean
  /** False if the lease exists but committed writes are missing; nothing was written. */
  readonly intact: boolean
  /** The server that answered, see `Counted`. */
  readonly server: string
}

/** Condition on a row of leases: the writes that its owner knows to be committed exist. */
export function isIntact(sql: Sql, { clientId, campaignId }: CampaignKey, { handed, last }: Known): Fragment {
  if (!last) return sql`handed >= ${handed}`
  return sql`(handed >= ${handed} and exists (
    select 1 from log g
    where g.client_id = ${clientId} and g.campaign_id = ${campaignId} and g.number = ${last.number} and g.attempt = ${last.attempt}
  ))`
}

/** The columns of `LeaseState`, from the statement's part `claimed`. */
export function leaseStateColumns(sql: Sql): Fragment {
  return sql`exists (select 1 from claimed) as held, coalesce((select intact from claimed), true) as intact`
}

/** Paused and cancelled campaigns with a range that a dead sender left; no sender would claim it in order to send. */
export async function readLeftCampaigns(sql: Sql, at: Date, most: number): Promise<CampaignKey[]> {
  return sql<CampaignKey[]>`
    select distinct m.client_id, m.id as campaign_id
    from leases l
    join campaigns m on m.client_id = l.client_id and m.id = l.campaign_id
    where not l.done and l.owner <> '' and l.expires_at <= ${at} and m.state in ('paused', 'cancelled')
    limit ${most}`
}

/** The campaign's identity in journals; undefined if it was purged. */
export async function readIdentityOf(sql: Sql, { clientId, campaignId }: CampaignKey) {
  const [row] = await sql<{ campaignPublicId: string }[]>`
    select public_id as campaign_public_id from campaigns where client_id = ${clientId} and id = ${campaignId}`
  return row
}

/** Campaigns in which an owner has ranges. */
export async function readCampaignsOf(sql: Sql, owner: string): Promise<CampaignKey[]> {
  return sql<CampaignKey[]>`
    select distinct client_id, campaign_id from leases where owner = ${owner} and not done order by client_id, campaign_id`
}

/** Filters tokens of ranges that are still claimed or were abandoned. */
export async function openTokens(sql: Sql, tokens: readonly number[]): Promise<number[]> {
  const rows = await findAmongClients<{ clientId: number; token: number }>(sql, {
    table: 'leases',
    columns: sql`, t.token`,
    isFound: sql`t.token = any(${tokens as number[]}::bigint[]) and not t.done`,
  })
  return rows.map(row => row.token)
}

/** Outcomes as rows `o`. */
export function unnestEntries(sql: Sql, entries: readonly Entry[]) {
  return sql`unnest(
    ${entries.map(entry => entry.number)}::integer[], ${entries.map(entry => entry.attempt)}::integer[],
    ${entries.map(entry => entry.kind)}::text[], ${entries.map(entry => entry.code)}::smallint[],
    ${entries.map(entry => entry.answer)}::text[],
    ${entries.map(entry => entry.retryAt?.toISOString() ?? null)}::timestamptz[],
    ${entries.map(entry => entry.bounce)}::text[]
  ) as o (number, attempt, kind, code, answer, retry_at, bounce)`
}
