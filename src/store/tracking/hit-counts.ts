/**
 * Counters derived from hits: per recipient, link and campaign. See
 * docs/decisions/tracking.md#opens-and-clicks-are-stored-first-counted-later
 * and docs/decisions/tracking.md#what-counts-as-an-open-and-a-click.
 *
 * A counting process holds the lock below, so only one runs in the installation. It locks client by client (per-client.ts), and of each client
 * opens, clicks, totals, each in key order; storing hits waits for none of them.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { addToTotals } from '../ledger/totals.ts'
import { perClient } from '../per-client.ts'
import { newRevision } from '../revisions.ts'

/** An arbitrary number that no other program locks. */
const lockKey = 7_203_551_886

/** Waits for a count in progress; the lock is held until the transaction ends. */
export async function lockCounting(sql: Transaction): Promise<void> {
  // the hits themselves are durable: a count lost in a crash is repeated
  await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${lockKey})`
}

/** Whether a campaign has uncounted hits. */
export async function hasUncounted(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from uncounted_hits where client_id = ${clientId} and campaign_id = ${campaignId}) as found`
  return row!.found
}

/** Maximum hits per recipient that are classified; later ones are counted, but never as human. */
export const mostClassified = 1000

/** Maximum hits and batches that are counted together, which takes some tens of milliseconds. */
const mostHits = 4000
const mostBatches = 64

/**
 * Counts the batches that wait longest. The caller holds the lock of counting.
 *
 * `opens.opens` counts opens only and is 0 for a recipient who only clicked. A click proves an open, so reports and totals
 * read greatest(opens, 1). Totals are therefore a function of the raw hits, in whatever order they arrive. HEAD requests are not
 * counted. Recipients with countable hits are marked for classification. Hits of a purged campaign are dropped,
 * and those of a campaign whose opens and clicks per person are removed.
 *
 * @param campaign restricts to one campaign; undefined for all
 * @returns false if nothing was left to count
 */
export async function countHits(sql: Transaction, campaign?: CampaignKey): Promise<boolean> {
  const batches = await waitingBatches(sql, campaign)
  await perClient(batches, (clientId, own) => countBatches(sql, clientId, own))
  return batches.length > 0
}

interface Batch extends CampaignKey {
  readonly id: number
}

/** As many as are counted together; always the first. The lock of counting is what keeps them for the caller. */
async function waitingBatches(sql: Transaction, campaign: CampaignKey | undefined): Promise<readonly Batch[]> {
  return sql<Batch[]>`
    select client_id, campaign_id, id
    from (
      select client_id, campaign_id, id, sum(cardinality(numbers)) over (order by id) - cardinality(numbers) as before
      from (
        select client_id, campaign_id, id, numbers
        from uncounted_hits
        ${campaign ? sql`where client_id = ${campaign.clientId} and campaign_id = ${campaign.campaignId}` : sql``}
        order by id
        limit ${mostBatches}
      ) as first
    ) as waiting
    where before < ${mostHits}`
}

function countBatches(sql: Transaction, clientId: number, batches: readonly Batch[]) {
  return sql`
    with taken as (
      delete from uncounted_hits u
      using unnest(
        ${batches.map(({ campaignId }) => campaignId)}::bigint[], ${batches.map(({ id }) => id)}::bigint[]) as w (campaign_id, id)
      where u.client_id = ${clientId} and u.campaign_id = w.campaign_id and u.id = w.id
      returning u.campaign_id, u.numbers, u.links, u.times, u.heads
    ), found as materialized (
      select t.campaign_id, h.number, h.link, h.at, h.head
      from taken t
      -- one look-up by key each, whatever the planner's statistics are
      cross join lateral (
        select 1 from campaign_totals where client_id = ${clientId} and campaign_id = t.campaign_id limit 1
      ) there
      -- they were recorded before opens and clicks per person were removed
      left join lateral (
        select true as is_removed from retention_campaigns
        where client_id = ${clientId} and campaign_id = t.campaign_id limit 1
      ) r on true
      cross join lateral unnest(t.numbers, t.links, t.times, t.heads) as h (number, link, at, head)
      where r.is_removed is null
    ), given as (
      select campaign_id, number, (count(*) filter (where link is null and not head))::integer as opens,
        (count(link) filter (where not head))::integer as clicks, (count(*) filter (where head))::integer as heads,
        min(at) filter (where not head) as first_at, min(at) as stale_at
      from found
      group by campaign_id, number
      order by campaign_id, number
    ), known as materialized (
      select g.*, o.opens is not null as is_known, coalesce(o.opens, 0) as old_opens, coalesce(o.clicks, 0) as old_clicks
      from given g
      left join lateral (
        select opens, clicks
        from opens
        where client_id = ${clientId} and campaign_id = g.campaign_id and number = g.number
        limit 1
        for update
      ) o on true
    ), opened as (
      insert into opens as o (client_id, campaign_id, number, opens, clicks, heads, first_at, stale_at)
      select ${clientId}, campaign_id, number, opens, clicks, heads, coalesce(first_at, stale_at), stale_at
      from known
      where is_known or opens + clicks > 0
      on conflict (client_id, campaign_id, number) do update
        set opens = o.opens + excluded.opens, clicks = o.clicks + excluded.clicks, heads = o.heads + excluded.heads,
          first_at = case when excluded.opens + excluded.clicks > 0 then least(o.first_at, excluded.first_at) else o.first_at end,
          stale_at = case when o.opens + o.clicks + o.heads < ${mostClassified} then coalesce(o.stale_at, excluded.stale_at) else o.stale_at end
      returning 1
    ), clicked as (
      insert into clicks as k (client_id, campaign_id, number, link, clicks, first_at)
      select ${clientId}::bigint, campaign_id, number, link, count(*), min(at)
      from found
      where link is not null and not head and (select count(*) from opened) >= 0 -- opens are locked first
      group by campaign_id, number, link
      order by campaign_id, number, link
      on conflict (client_id, campaign_id, number, link) do update
        set clicks = k.clicks + excluded.clicks, first_at = least(k.first_at, excluded.first_at)
      returning 1
    ), more as (
      select campaign_id,
        sum(greatest(old_opens + opens, 1) - case when is_known then greatest(old_opens, 1) else 0 end) as opens,
        sum((not is_known)::integer) as unique_opens, sum(clicks) as clicks,
        sum((old_clicks = 0 and clicks > 0)::integer) as unique_clicks
      from known
      where opens + clicks > 0 and (select count(*) from clicked) >= 0 -- totals are locked last
      group by campaign_id
    ), ${addToTotals(sql, clientId, sql`more`, ['opens', 'unique_opens', 'clicks', 'unique_clicks'], sql`hits_revision = ${newRevision()}`)}
    select 1`
}
