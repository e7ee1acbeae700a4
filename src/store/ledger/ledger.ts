/**
 * The ledger's log. Appends and counters are one statement, so recipients = the sum of the states at every moment; every
 * append is fenced by the lease it is made under, so a woken owner of an old lease changes nothing.
 * Locks are taken in the order lease, totals, hours.
 * See docs/decisions/delivery-guarantees.md#at-most-once-with-bounded-unknowns.
 */

import { isTracked, listsOfCampaign } from '../campaigns/audience.ts'
import type { Sql } from '../connection/database.ts'
import { insertBounces } from '../inbound/bounces.ts'
import { fence } from '../jobs/claiming.ts'
import { joinSuppression, sha1Of } from '../subscribers/suppression-keys.ts'
import type { Entry } from './entry.ts'
import { isIntact, type Known, type Lease, leaseClaims, type Standing, standingOf, unnested } from './leases.ts'
import { isDue, lastEntry, waitingState } from './recipient-state.ts'
import { countMoves } from './totals.ts'

export interface OpenRecipient {
  readonly number: number
  readonly listId: number
  readonly subscriberId: number
  readonly email: string
  readonly address: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** As it was when the audience was frozen. */
  readonly tracked: boolean
  /** The attempt that is to be made, from 1. */
  readonly attempt: number
}

/**
 * Who of a range is sent to under this lease, by number: planned, or deferred until no later than it was opened.
 * @param most the first so many
 */
export async function openRecipients(sql: Sql, lease: Lease, most?: number): Promise<OpenRecipient[]> {
  const { clientId, campaignId, low, high, openedAt } = lease
  return sql<OpenRecipient[]>`
    select a.number, a.list_id, a.subscriber_id, a.email, a.address, a.name, a.fields, a.tracked,
      coalesce(e.attempt, 0) + 1 as attempt
    from audience a
    left join lateral (${lastEntry(sql, lease, sql`a.number`)}) e on true
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number between ${low} and ${high}
      and ${isDue(sql, 'e', sql`${openedAt}`)}
    order by a.number
    limit ${most ?? null}`
}

export interface Appended extends Standing {
  /** False: paused, cancelled, held or deleted, or all sending is; outcomes were written, but sending must stop. */
  readonly sending: boolean
  /** Who of the next is not to be sent to after all. */
  readonly excluded: ReadonlySet<number>
  /** Who of the others is not to be tracked (any more), whatever was frozen. */
  readonly untracked: ReadonlySet<number>
}

export interface AppendOptions {
  /** Extends the lease until then. */
  readonly renew?: Date | undefined
  /** What an append whose answer was lost may have appended is appended again: what is there already changes nothing. */
  readonly repeated?: boolean
  /** What must have been committed under the lease: where it is not there, nothing is written. */
  readonly known?: Known
  /** The data folder whose holds stop this sender, besides those that stop every sender. */
  readonly folder?: string
}

/**
 * One group commit: outcomes of what was sent, and the lease's mark moved to the last of who is next: all of them count as
 * handing over from now on. Who was suppressed, unsubscribed or deleted since the audience was frozen is excluded instead,
 * with the reason. A recipient below the mark may be asked about again.
 * @param next in the order of their numbers, with none left out between
 */
export async function append(
  sql: Sql,
  lease: Lease,
  entries: readonly Entry[],
  next: readonly OpenRecipient[],
  at: Date,
  { renew, repeated = false, known = { handed: 0, last: undefined }, folder = '' }: AppendOptions = {},
): Promise<Appended> {
  const { clientId, campaignId, low } = lease
  const already = sql`
    union
    select number from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'excluded'
      and number between ${next[0]?.number ?? 1} and ${next.at(-1)?.number ?? 0}`
  const moves = sql`
    select ${waitingState(sql, sql`attempt`)} as before, 'handing over' as after, 1 as recipients
    from candidates
    where fresh
    union all
    select 'handing over', kind, 1 from inserted`
  const [row] = await sql<(Standing & { sending: boolean; excluded: number[]; untracked: number[] })[]>`
    with claimed as (
      select handed, ${isIntact(sql, lease, known)} as intact from leases
      where ${fence(sql, leaseClaims, lease)} and not done
      for update
    ), fence as (
      select handed from claimed where intact
    ), sending as (
      select f.handed
      from fence f
      join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId} and m.state = 'sending' and m.deleted_at is null
      join clients c on c.id = m.client_id and c.deleted_at is null and c.held_at is null
      where not exists (select from holds h where h.folder in ('', ${folder}))
    ), marked as (
      update leases l
      set handed = greatest(l.handed, case when exists (select from sending) then ${next.at(-1)?.number ?? 0}::integer else 0 end),
        expires_at = greatest(l.expires_at, ${renew ?? null}::timestamptz), called = l.called and ${renew === undefined}
      from fence
      where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and l.low = ${low}
        and (${next.length > 0} or ${renew !== undefined})
    ), outcomes as (
      select o.* from fence, ${unnested(sql, entries)}
    ), candidates as materialized (
      select n.number, n.attempt, n.number > b.handed as fresh,
        case
          when l.id is null or l.deleted_at is not null then 'list deleted'
          when x.address is not null then 'suppressed'
          when s.id is null or s.state = 'Deleted' then 'deleted'
          when s.state = 'Unsubscribed' then 'unsubscribed since'
          when s.state = 'Bounced' then 'bounced since'
          when s.state <> 'Active' then 'not active any more'
        end as reason,
        ${isTracked(sql, sql`l.tracking`)} as tracked
      from sending b, unnest(
        ${next.map(recipient => recipient.number)}::integer[], ${next.map(recipient => recipient.attempt)}::integer[],
        ${next.map(recipient => recipient.listId)}::bigint[], ${next.map(recipient => recipient.subscriberId)}::bigint[],
        ${next.map(recipient => recipient.address)}::text[], ${next.map(recipient => sha1Of(recipient.address))}::text[]
      ) as n (number, attempt, list_id, subscriber_id, address, sha1)
      -- looked up one by one: a plan without statistics would read the whole list for each group
      left join lateral (
        select id, deleted_at, tracking from lists where client_id = ${clientId} and id = n.list_id limit 1
      ) l on true
      ${joinSuppression(sql, {
        clientId: sql`${clientId}`,
        lists: listsOfCampaign(sql, lease),
        address: sql`n.address`,
        sha1: sql`n.sha1`,
      })}
      left join lateral (
        select id, state, tracking_consent from subscribers where client_id = ${clientId} and list_id = n.list_id and id = n.subscriber_id limit 1
      ) s on true
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at
      from outcomes
      union all
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, 'excluded', ${at}::timestamptz, null, reason, null
      from candidates
      where reason is not null
      -- costs half as much again, in time and in WAL
      ${repeated ? sql`on conflict do nothing` : sql``}
      returning kind
    ), bounced as (
      ${insertBounces(sql, lease, sql`outcomes`, at)}
    ), ${countMoves(sql, lease, moves, at, sql`(select count(*) from bounced)`)}
    select ${standingOf(sql)}, exists (select from sending) as sending,
      array(
        select number from candidates where reason is not null
        ${repeated ? already : sql``}
      ) as excluded,
      array(select number from candidates where reason is null and not tracked) as untracked`
  return { ...row!, excluded: new Set(row!.excluded), untracked: new Set(row!.untracked) }
}
