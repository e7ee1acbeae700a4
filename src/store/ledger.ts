/**
 * The ledger's log and leases. Appends and counters are one statement, so recipients = the sum of the states at every
 * moment; every append is fenced by the lease it is made under, so a woken owner of an old lease changes nothing.
 * Locks are taken in the order lease, totals.
 * See docs/decisions/mail-goes-out-at-most-once.md.
 */
import type { Sql, Transaction } from './database.ts'

export interface CampaignKey {
  readonly clientId: number
  readonly campaignId: number
}

export interface Lease extends CampaignKey {
  readonly low: number
  readonly high: number
  /** Fencing: only the newest holder's appends count. */
  readonly token: number
}

export interface Claim extends CampaignKey {
  readonly owner: string
  readonly at: Date
  readonly expiresAt: Date
}

/**
 * Takes up a range somebody gave back, left behind, or put off until now. What was being handed over when its owner died
 * becomes unknown, or, for a campaign that would rather repeat, deferred until now.
 */
export async function claimLeftRange(sql: Transaction, claim: Claim): Promise<Lease | undefined> {
  const { clientId, campaignId, owner, at, expiresAt } = claim
  const [lease] = await sql<Lease[]>`
    update leases
    set owner = ${owner}, token = nextval('lease_tokens'), expires_at = ${expiresAt}
    where client_id = ${clientId} and campaign_id = ${campaignId} and low = (
      select low from leases
      where client_id = ${clientId} and campaign_id = ${campaignId} and not done and expires_at <= ${at} and due_at <= ${at}
      order by low
      limit 1
      for update skip locked
    )
    returning client_id, campaign_id, low, high, token`
  if (!lease) return undefined
  await sql`
    with settled as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer, retry_at)
      select h.client_id, h.campaign_id, h.number, h.attempt,
        case when m.at_least_once then 'deferred' else 'unknown' end, ${at},
        'the sender ended before the relay''s answer was recorded',
        case when m.at_least_once then ${at}::timestamptz end
      from log h
      join campaigns m on m.client_id = h.client_id and m.id = h.campaign_id
      where h.client_id = ${clientId} and h.campaign_id = ${campaignId} and h.number between ${lease.low} and ${lease.high}
        and h.kind = 'handing over'
        and not exists (
          select from log o
          where o.client_id = h.client_id and o.campaign_id = h.campaign_id and o.number = h.number
            and o.attempt = h.attempt and o.kind <> 'handing over'
        )
      returning kind
    ), counts as (
      select count(*) filter (where kind = 'unknown') as unknown, count(*) filter (where kind = 'deferred') as deferred from settled
    )
    update campaign_totals t
    set handing_over = t.handing_over - c.unknown - c.deferred, unknown = t.unknown + c.unknown, deferred = t.deferred + c.deferred
    from counts c
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and c.unknown + c.deferred > 0`
  return lease
}

/** Claims the next numbers no lease covers yet. */
export async function claimNewRange(sql: Sql, claim: Claim, size: number): Promise<Lease | undefined> {
  const { clientId, campaignId, owner, expiresAt } = claim
  const [lease] = await sql<Lease[]>`
    with current as (
      -- the row as it is once others' claims are through, which a plain read of this statement would not see
      select next_number, recipients from campaign_totals
      where client_id = ${clientId} and campaign_id = ${campaignId} and next_number <= recipients
      for update
    ), taken as (
      update campaign_totals t
      set next_number = least(c.next_number + ${size}, c.recipients + 1)
      from current c
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId}
      returning c.next_number as low, t.next_number - 1 as high
    )
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at)
    select ${clientId}, ${campaignId}, low, high, ${owner}, nextval('lease_tokens'), ${expiresAt} from taken
    returning client_id, campaign_id, low, high, token`
  return lease
}

/** @returns false when the lease is another's by now */
export async function renewLease(sql: Sql, lease: Lease, expiresAt: Date): Promise<boolean> {
  const { count } = await sql`
    update leases set expires_at = ${expiresAt}
    where client_id = ${lease.clientId} and campaign_id = ${lease.campaignId} and low = ${lease.low}
      and token = ${lease.token} and not done`
  return count > 0
}

/**
 * Gives a range back: done when nobody of it is open, otherwise due again at its earliest retry.
 * @param notBefore nobody is to take it up before (nothing can be sent at the moment)
 */
export async function giveBack(sql: Sql, lease: Lease, at: Date, notBefore: Date | undefined): Promise<void> {
  const { clientId, campaignId, low, high, token } = lease
  await sql`
    with open as (
      select a.number, d.retry_at
      from audience a
      left join lateral (
        select max(l.retry_at) as retry_at, bool_or(l.kind in ('accepted', 'refused', 'unknown', 'excluded')) as closed
        from log l
        where l.client_id = a.client_id and l.campaign_id = a.campaign_id and l.number = a.number
      ) d on true
      where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number between ${low} and ${high}
        and d.closed is not true
    ), state as (
      select count(*) as open, min(coalesce(retry_at, '-infinity')) as due_at from open
    )
    update leases l
    set owner = '', expires_at = ${at}, done = s.open = 0,
      due_at = greatest(coalesce(s.due_at, '-infinity'), coalesce(${notBefore ?? null}::timestamptz, '-infinity'))
    from state s
    where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and l.low = ${low} and l.token = ${token} and not l.done`
}

export interface OpenRecipient {
  readonly number: number
  readonly listId: number
  readonly subscriberId: number
  readonly email: string
  readonly address: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** The attempt that is to be made, from 1. */
  readonly attempt: number
}

/** Who of a range is to be sent to now: planned, or deferred until now. */
export async function openRecipients(sql: Sql, lease: Lease, at: Date): Promise<OpenRecipient[]> {
  const { clientId, campaignId, low, high } = lease
  return sql<OpenRecipient[]>`
    with entries as (
      select number, max(attempt) as attempt, max(retry_at) as retry_at,
        bool_or(kind in ('accepted', 'refused', 'unknown', 'excluded')) as closed
      from log
      where client_id = ${clientId} and campaign_id = ${campaignId} and number between ${low} and ${high}
      group by number
    )
    select a.number, a.list_id, a.subscriber_id, a.email, a.address, a.name, a.fields,
      coalesce(e.attempt, 0) + 1 as attempt
    from audience a
    left join entries e on e.number = a.number
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number between ${low} and ${high}
      and (e.number is null or (not e.closed and e.retry_at <= ${at}))
    order by a.number`
}

/** What became of a hand-over, as the log keeps it. */
export interface Entry {
  readonly number: number
  readonly attempt: number
  readonly kind: 'accepted' | 'deferred' | 'refused' | 'unknown'
  readonly code: number | null
  readonly answer: string
  readonly retryAt: Date | null
  /** Of a refusal that is the recipient's bounce. */
  readonly bounce: 'H' | 'S' | null
}

export interface Appended {
  /** False: the lease is another's, nothing was written. */
  readonly held: boolean
  /** False: paused, cancelled or deleted; outcomes were written, but nobody may be handed over. */
  readonly sending: boolean
  /** Whose *handing over* is durable now: these and only these may be sent. */
  readonly handedOver: ReadonlySet<number>
}

/**
 * One group commit: outcomes of what was sent, and *handing over* for who is next. Who was suppressed, unsubscribed or
 * deleted since the audience was frozen is excluded instead, with the reason. Extends the lease.
 */
export async function append(
  sql: Sql,
  lease: Lease,
  entries: readonly Entry[],
  next: readonly OpenRecipient[],
  at: Date,
  expiresAt: Date,
): Promise<Appended> {
  const { clientId, campaignId, low, token } = lease
  const [row] = await sql<{ held: boolean; sending: boolean; handedOver: number[] }[]>`
    with fence as (
      update leases set expires_at = greatest(expires_at, ${expiresAt})
      where client_id = ${clientId} and campaign_id = ${campaignId} and low = ${low} and token = ${token} and not done
      returning 1
    ), sending as (
      select 1
      from fence
      join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId} and m.state = 'sending' and m.deleted_at is null
      join clients c on c.id = m.client_id and c.deleted_at is null
    ), outcomes as (
      select o.*
      from fence, unnest(
        ${entries.map(entry => entry.number)}::integer[], ${entries.map(entry => entry.attempt)}::integer[],
        ${entries.map(entry => entry.kind)}::text[], ${entries.map(entry => entry.code)}::smallint[],
        ${entries.map(entry => entry.answer)}::text[],
        ${entries.map(entry => entry.retryAt?.toISOString() ?? null)}::timestamptz[],
        ${entries.map(entry => entry.bounce)}::text[]
      ) as o (number, attempt, kind, code, answer, retry_at, bounce)
    ), candidates as (
      select n.number, n.attempt,
        case
          when l.id is null or l.deleted_at is not null then 'list deleted'
          when x.address is not null then 'suppressed'
          when s.id is null or s.state = 'Deleted' then 'deleted'
          when s.state = 'Unsubscribed' then 'unsubscribed since'
          when s.state = 'Bounced' then 'bounced since'
          when s.state <> 'Active' then 'not active any more'
        end as reason
      from sending, unnest(
        ${next.map(recipient => recipient.number)}::integer[], ${next.map(recipient => recipient.attempt)}::integer[],
        ${next.map(recipient => recipient.listId)}::bigint[], ${next.map(recipient => recipient.subscriberId)}::bigint[],
        ${next.map(recipient => recipient.address)}::text[]
      ) as n (number, attempt, list_id, subscriber_id, address)
      left join lists l on l.client_id = ${clientId} and l.id = n.list_id
      left join suppressions x on x.client_id = ${clientId} and x.address = n.address
      left join subscribers s on s.client_id = ${clientId} and s.list_id = n.list_id and s.id = n.subscriber_id
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at
      from outcomes
      union all
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt,
        case when reason is null then 'handing over' else 'excluded' end, ${at}::timestamptz, null, reason, null
      from candidates
      on conflict do nothing
      returning number, attempt, kind
    ), bounced as (
      insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence)
      select ${clientId}::bigint, ${campaignId}::bigint, o.number, o.bounce, ${at}::timestamptz, concat_ws(' ', o.code::text, o.answer)
      from outcomes o
      where o.bounce is not null
      on conflict do nothing
      returning 1
    ), counts as (
      select
        count(*) filter (where kind in ('handing over', 'excluded') and attempt = 1)::integer as from_planned,
        count(*) filter (where kind in ('handing over', 'excluded') and attempt > 1)::integer as from_deferred,
        count(*) filter (where kind = 'handing over')::integer as handing_over,
        count(*) filter (where kind = 'excluded')::integer as excluded,
        count(*) filter (where kind = 'accepted')::integer as accepted,
        count(*) filter (where kind = 'deferred')::integer as deferred,
        count(*) filter (where kind = 'refused')::integer as refused,
        count(*) filter (where kind = 'unknown')::integer as unknown,
        (select count(*)::integer from bounced) as bounces
      from inserted
    ), counted as (
      update campaign_totals t
      set planned = t.planned - c.from_planned,
        handing_over = t.handing_over + c.handing_over - c.accepted - c.deferred - c.refused - c.unknown,
        accepted = t.accepted + c.accepted,
        deferred = t.deferred - c.from_deferred + c.deferred,
        refused = t.refused + c.refused,
        unknown = t.unknown + c.unknown,
        excluded = t.excluded + c.excluded,
        bounces = t.bounces + c.bounces
      from counts c
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and exists (select from inserted)
    )
    select exists (select from fence) as held, exists (select from sending) as sending,
      array(select number from inserted where kind = 'handing over') as handed_over`
  return { held: row!.held, sending: row!.sending, handedOver: new Set(row!.handedOver) }
}
