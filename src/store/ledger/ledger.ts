/**
 * The ledger's log. One statement appends entries and updates counters, so the number of recipients always equals the sum of the states.
 * The lease fences every append, so the owner of an old lease that resumes late changes nothing.
 * The lock order is lease, totals, hours.
 * See docs/decisions/delivery-guarantees.md#at-most-once-with-bounded-unknowns.
 */

import { isTracked, listsOfCampaign, readUntrackedPixel, type UntrackedPixel } from '../campaigns/audience.ts'
import { consentReason, termColumns } from '../campaigns/consent-exclusions.ts'
import { cappedReason, cappingColumns } from '../campaigns/frequency-cap.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { insertBounces } from '../inbound/bounces.ts'
import { fence } from '../jobs/claiming.ts'
import { pausedAddresses } from '../subscribers/pauses.ts'
import { joinSuppression, sha1Of } from '../subscribers/suppression-keys.ts'
import type { Entry } from './entry.ts'
import { exclusion } from './exclusion.ts'
import {
  isIntact,
  type Known,
  type Lease,
  type LeaseState,
  leaseClaims,
  leaseStateColumns,
  unnestEntries,
} from './leases.ts'
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
  /** Tags and language that conditions of the letter ask for; null for none. */
  readonly traits: readonly string[] | null
  /** The value from the frozen audience. */
  readonly tracked: boolean
  /** Number of the next attempt, from 1. */
  readonly attempt: number
}

/**
 * Recipients of a range that are sent to under this lease, by number: planned ones, and those deferred until its opening or earlier.
 * @param most maximum number
 */
export async function openRecipients(sql: Sql, lease: Lease, most?: number): Promise<OpenRecipient[]> {
  const { clientId, campaignId, low, high, openedAt } = lease
  return sql<OpenRecipient[]>`
    select a.number, a.list_id, a.subscriber_id, a.email, a.address, a.name, a.fields, a.traits, a.tracked,
      coalesce(e.attempt, 0) + 1 as attempt
    from audience a
    left join lateral (${lastEntry(sql, lease, sql`a.number`)}) e on true
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number between ${low} and ${high}
      and ${isDue(sql, 'e', sql`${openedAt}`)}
    order by a.number
    limit ${most ?? null}`
}

export interface Appended extends LeaseState {
  /** False if the campaign is paused, cancelled, held or deleted, or all sending is held; outcomes were written, but sending must stop. */
  readonly sending: boolean
  /** Recipients among `next` that must not be sent to. */
  readonly excluded: ReadonlySet<number>
  /** Recipients among `next` that must not be tracked, by the frozen audience or since then, each with its pixel; null for none. */
  readonly untracked: ReadonlyMap<number, UntrackedPixel | null>
}

export interface AppendOptions {
  /** Renews the lease until then. */
  readonly renew?: Date | undefined
  /** Repeats an append whose reply was lost: entries that exist are skipped. */
  readonly repeated?: boolean
  /** Writes that must have been committed under the lease; if they are missing, nothing is written. */
  readonly known?: Known
  /** The data folder whose holds apply to this sender, in addition to those for all senders. */
  readonly folder?: string
}

/**
 * One group commit: appends the outcomes of sent mails, and moves the lease's high-water mark to the last of `next`; from then on all of
 * them count as in flight. Recipients who were suppressed, unsubscribed, deleted or paused since the audience was frozen are excluded
 * instead, with the reason. Recipients below the mark may be passed again.
 * @param next in the order of their numbers, without gaps
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
  const isUntracked = sql`reason is null and tracked is not true`
  const moves = sql`
    select ${waitingState(sql, sql`attempt`)} as before, 'handing over' as after, 1 as recipients
    from candidates
    where fresh
    union all
    select 'handing over', kind, 1 from inserted`
  const rows = await sql<Omit<AppendedRow, 'server'>[]>`
    with claimed as (
      select handed, ${isIntact(sql, lease, known)} as intact from leases
      where ${fence(sql, leaseClaims, lease)} and not done
      for update
    ), fence as (
      select handed from claimed where intact
    ), sending as (
      select f.handed, m.asks_for_consent, ${termColumns(sql, sql`${at}::timestamptz`)},
        ${cappingColumns(sql, lease, sql`(${at}::timestamptz at time zone c.time_zone)::date`)}
      from fence f
      join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId} and m.state = 'sending' and m.deleted_at is null
      join clients c on c.id = m.client_id and c.deleted_at is null and c.held_at is null
      where not exists (select 1 from holds h where h.folder in ('', ${folder}))
    ), marked as (
      update leases l
      set handed = greatest(l.handed, case when exists (select 1 from sending) then ${next.at(-1)?.number ?? 0}::integer else 0 end),
        expires_at = greatest(l.expires_at, ${renew ?? null}::timestamptz), called = l.called and ${renew === undefined}
      from fence
      where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and l.low = ${low}
        and (${next.length > 0} or ${renew !== undefined})
    ), outcomes as (
      select o.* from fence, ${unnestEntries(sql, entries)}
    ), candidates as materialized (
      select n.number, n.attempt, n.number > b.handed as fresh,
        case
          when l.id is null or l.deleted_at is not null then ${exclusion.listDeleted}::text
          when x.address is not null then ${exclusion.suppressed}
          when s.id is null or s.state = 'Deleted' then ${exclusion.deleted}
          when s.state = 'Unsubscribed' then ${exclusion.unsubscribed}
          when s.state = 'Bounced' then ${exclusion.bounced}
          when s.state <> 'Active' then ${exclusion.notActive}
          else coalesce(
            ${consentReason(sql, clientId, { today: sql`b.today`, asks: sql`b.asks_for_consent`, refusedFrom: sql`b.refused_from` })},
            case when w.address is not null then ${exclusion.paused} end,
            ${cappedReason(sql, clientId, sql`n.address`)})
        end as reason,
        n.tracked and ${isTracked(sql, sql`l.tracking`)} as tracked, ${readUntrackedPixel(sql)} as pixel
      from sending b, ${unnestRecipients(sql, next)}
      -- looked up one by one: without statistics the planner would read the complete list for each group
      left join lateral (
        select id, deleted_at, tracking, hygiene, anonymous_opens from lists where client_id = ${clientId} and id = n.list_id limit 1
      ) l on true
      ${joinSuppression(sql, {
        clientId: sql`${clientId}`,
        lists: listsOfCampaign(sql, lease),
        address: sql`n.address`,
        sha1: sql`n.sha1`,
      })}
      left join lateral (
        select list_id, id, address, state, tracking_consent, hygiene_consent, basis, basis_until from subscribers where client_id = ${clientId} and list_id = n.list_id and id = n.subscriber_id limit 1
      ) s on true
      left join lateral (${pausedAddresses(sql, clientId, sql`b.today`)} and p.address = s.address limit 1) w on true
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at
      from outcomes
      union all
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, 'excluded', ${at}::timestamptz, null, reason, null
      from candidates
      where reason is not null
      -- on conflict costs half as much again, in time and in WAL
      ${repeated ? sql`on conflict do nothing` : sql``}
      returning kind
    ), bounced as (
      ${insertBounces(sql, lease, sql`outcomes`, at)}
    ), ${countMoves(sql, lease, moves, at, sql`(select count(*) from bounced)`)}
    select ${leaseStateColumns(sql)}, exists (select 1 from sending) as sending,
      array(
        select number from candidates where reason is not null
        ${repeated ? already : sql``}
      ) as excluded,
      array(select number from candidates where ${isUntracked} order by number) as untracked,
      array(select pixel from candidates where ${isUntracked} order by number) as pixels`
  return readAppended({ ...rows[0]!, server: rows.server })
}

function unnestRecipients(sql: Sql, recipients: readonly OpenRecipient[]): Fragment {
  return sql`unnest(
    ${recipients.map(recipient => recipient.number)}::integer[], ${recipients.map(recipient => recipient.attempt)}::integer[],
    ${recipients.map(recipient => recipient.listId)}::bigint[], ${recipients.map(recipient => recipient.subscriberId)}::bigint[],
    ${recipients.map(recipient => recipient.address)}::text[], ${recipients.map(recipient => sha1Of(recipient.address))}::text[],
    ${recipients.map(recipient => recipient.tracked)}::boolean[]
  ) as n (number, attempt, list_id, subscriber_id, address, sha1, tracked)`
}

function readAppended({ pixels, ...appended }: AppendedRow): Appended {
  return {
    ...appended,
    excluded: new Set(appended.excluded),
    untracked: new Map(appended.untracked.map((number, index) => [number, pixels[index] ?? null])),
  }
}

interface AppendedRow extends LeaseState {
  readonly sending: boolean
  readonly excluded: readonly number[]
  readonly untracked: readonly number[]
  /** In the order of `untracked`. */
  readonly pixels: readonly (UntrackedPixel | null)[]
}
