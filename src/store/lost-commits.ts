/**
 * What a sender handed over and the database does not know (any more): after a fail-over to a standby that lacked the last
 * commits, say. The sender's journal is put into the ledger, without a lease: its range may be unknown as well.
 */
import { countAccepted } from './campaign-hours.ts'
import type { Sql, Transaction } from './database.ts'
import type { Entry } from './entry.ts'
import type { CampaignKey } from './keys.ts'
import { lastEntry, unnested } from './leases.ts'

/** An entry that was committed once. */
export interface Committed extends CampaignKey {
  readonly number: number
  readonly attempt: number
}

/** @returns how many of these the log does not have */
export async function countMissing(sql: Sql, entries: readonly Committed[]): Promise<number> {
  const [row] = await sql<{ missing: number }[]>`
    select count(*)::integer as missing
    from unnest(
      ${entries.map(({ clientId }) => clientId)}::bigint[], ${entries.map(({ campaignId }) => campaignId)}::bigint[],
      ${entries.map(({ number }) => number)}::integer[], ${entries.map(({ attempt }) => attempt)}::integer[]
    ) as k (client_id, campaign_id, number, attempt)
    left join lateral (
      select true as found from log g
      where g.client_id = k.client_id and g.campaign_id = k.campaign_id and g.number = k.number and g.attempt = k.attempt
      limit 1
    ) f on true
    where f.found is null`
  return row!.missing
}

export interface JournalCampaign extends CampaignKey {
  readonly accountId: number
  readonly clientPublicId: string
  readonly timeZone: string
  /** False: in this database it has not begun. */
  readonly hasBegun: boolean
}

/** The campaign a journal names; undefined when the database does not know it. */
export async function campaignOfJournal(sql: Sql, campaignPublicId: string): Promise<JournalCampaign | undefined> {
  const [row] = await sql<JournalCampaign[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, m.id as campaign_id,
      m.started_at is not null as has_begun
    from campaigns m
    join clients c on c.id = m.client_id
    where m.public_id = ${campaignPublicId}::uuid`
  return row
}

/**
 * Appends what the log lacks: outcomes, and for who was handed over and has none *unknown* (or *deferred*, in a campaign that would
 * rather repeat). An entry is left out where the log has one of this or a later attempt, or the recipient's ending.
 * @returns those that were appended
 */
export async function appendLost(
  sql: Transaction,
  key: CampaignKey,
  outcomes: readonly Entry[],
  handed: readonly { readonly number: number; readonly attempt: number }[],
  at: Date,
): Promise<readonly number[]> {
  const { clientId, campaignId } = key
  const ended = new Set(outcomes.map(({ number, attempt }) => `${number} ${attempt}`))
  const open = handed.filter(({ number, attempt }) => !ended.has(`${number} ${attempt}`))
  // in the order of all who write the ledger: leases, totals, hours
  await sql`select 1 from leases where client_id = ${clientId} and campaign_id = ${campaignId} and not done order by low for update`
  await sql`select 1 from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId} for no key update`
  const rows = await sql<{ number: number }[]>`
    with given as (
      select distinct on (number) *
      from (
        select number, attempt, kind, code, answer, retry_at, bounce from ${unnested(sql, outcomes)}
        union all
        select h.number, h.attempt, case when m.at_least_once then 'deferred' else 'unknown' end, null,
          'the sender ended before the relay''s answer was recorded', case when m.at_least_once then ${at}::timestamptz end, null
        from unnest(
          ${open.map(({ number }) => number)}::integer[], ${open.map(({ attempt }) => attempt)}::integer[]
        ) as h (number, attempt)
        join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId}
      ) g
      order by number, attempt desc
    ), lost as materialized (
      select g.*,
        case
          when (e.kind is null or (e.kind = 'deferred' and e.retry_at <= r.opened_at)) and not r.done and g.number <= r.handed
            then 'handing over'
          else coalesce(e.kind, 'planned')
        end as before
      from given g
      cross join lateral (
        select number from audience where client_id = ${clientId} and campaign_id = ${campaignId} and number = g.number limit 1
      ) a
      left join lateral (${lastEntry(sql, key, sql`g.number`)}) e on true
      left join lateral (
        select l.handed, l.done, l.opened_at from leases l
        where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and l.low <= g.number
        order by l.low desc
        limit 1
      ) r on true
      where e.attempt is null or (e.attempt < g.attempt and e.kind = 'deferred')
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at from lost
      on conflict do nothing
    ), bounced as (
      insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence)
      select ${clientId}::bigint, ${campaignId}::bigint, number, bounce, ${at}::timestamptz,
        case when starts_with(answer, code::text) then answer else concat_ws(' ', code::text, answer) end
      from lost
      where bounce is not null
      on conflict do nothing
      returning 1
    ), counts as (
      select
        count(*)::integer as found,
        count(*) filter (where before = 'planned')::integer as from_planned,
        count(*) filter (where before = 'handing over')::integer as from_handing_over,
        count(*) filter (where before = 'deferred')::integer as from_deferred,
        count(*) filter (where kind = 'accepted')::integer as accepted,
        count(*) filter (where kind = 'deferred')::integer as deferred,
        count(*) filter (where kind = 'refused')::integer as refused,
        count(*) filter (where kind = 'unknown')::integer as unknown,
        (select count(*)::integer from bounced) as bounces
      from lost
    ), counted as (
      update campaign_totals t
      set planned = t.planned - c.from_planned, handing_over = t.handing_over - c.from_handing_over,
        deferred = t.deferred - c.from_deferred + c.deferred, accepted = t.accepted + c.accepted,
        refused = t.refused + c.refused, unknown = t.unknown + c.unknown, bounces = t.bounces + c.bounces
      from counts c
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and c.found > 0
      returning 1
    ), hourly as (
      ${countAccepted(sql, key, sql`accepted`, at)}
    )
    select number from lost`
  return rows.map(({ number }) => number)
}
