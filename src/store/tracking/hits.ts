/** Opens and clicks as raw hits. `hit-counts.ts` counts them. */
import type { Sql } from '../connection/database.ts'
import { perClient } from '../per-client.ts'

export interface Hit {
  readonly clientId: number
  readonly campaignId: number
  /** Number in the campaign's audience. */
  readonly number: number
  /** Number of the link for a click, null for an open. */
  readonly link: number | null
  readonly at: Date
  readonly remote: string
  readonly agent: string
  /** HEAD requests are not counted. */
  readonly method: 'GET' | 'HEAD'
  /** True if the request was declared as a prefetch, which the reader has not asked for. */
  readonly prefetch: boolean
}

/** Data for validating a campaign's hits. It does not change after the start. */
export interface HitCampaign {
  readonly clientId: number
  /** Recipients are numbered from 1 to this. */
  readonly recipients: number
  /** Targets of links 1, 2, … */
  readonly links: readonly string[]
}

/** Undefined if the campaign has not started, or is deleted. */
export async function hitCampaign(sql: Sql, campaignId: number): Promise<HitCampaign | undefined> {
  const [found] = await sql<HitCampaign[]>`
    select m.client_id, t.recipients, array(
      select url from links k where k.client_id = m.client_id and k.campaign_id = m.id order by k.number
    ) as links
    from campaigns m
    join clients c on c.id = m.client_id and c.deleted_at is null
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.id = ${campaignId} and m.deleted_at is null and m.started_at is not null`
  return found
}

/**
 * Records the hits of each client in one statement: raw, and as uncounted (`countHits`). Hits of several clients need a transaction. Recipients
 * and links must exist (`hitCampaign`). Hits of deleted campaigns and of erased contacts are dropped, and those of
 * campaigns whose opens and clicks per person are removed: their sums would count a person twice.
 * @returns the campaigns that exist
 */
export async function recordHits(sql: Sql, hits: readonly Hit[]): Promise<ReadonlySet<number>> {
  const rows = await perClient(hits, (clientId, own) => recordHitsOfClient(sql, clientId, own))
  return new Set(rows.map(row => row.campaignId))
}

function recordHitsOfClient(sql: Sql, clientId: number, hits: readonly Hit[]) {
  return sql<{ campaignId: number }[]>`
    with live as materialized (
      select m.id as campaign_id, exists (
        select from retention_campaigns where client_id = ${clientId} and campaign_id = m.id offset 0
      ) as is_removed
      from unnest(${[...new Set(hits.map(hit => hit.campaignId))]}::bigint[]) as wanted (id)
      -- one look-up by key each, whatever the planner's statistics are
      cross join lateral (
        select id from campaigns where client_id = ${clientId} and id = wanted.id and deleted_at is null limit 1
      ) m
      where exists (select from clients where id = ${clientId} and deleted_at is null)
    ), given as materialized (
      -- numbers cost a third of dates, to write and to read
      select h.campaign_id, h.number, h.link, to_timestamp(h.at::float8 / 1000) as at, h.remote, h.agent,
        h.head = 1 as head, h.prefetch = 1 as prefetch
      from unnest(
        ${hits.map(hit => hit.campaignId)}::bigint[], ${hits.map(hit => hit.number)}::integer[],
        ${hits.map(hit => hit.link)}::integer[], ${hits.map(hit => hit.at.getTime())}::bigint[],
        ${hits.map(hit => hit.remote)}::text[], ${hits.map(hit => hit.agent)}::text[],
        ${hits.map(hit => Number(hit.method === 'HEAD'))}::integer[], ${hits.map(hit => Number(hit.prefetch))}::integer[]
      ) as h (campaign_id, number, link, at, remote, agent, head, prefetch)
      join live l using (campaign_id)
      -- hits of erased contacts are dropped; there are few, if any
      where not l.is_removed and not exists (
        select from erased_recipients e
        where e.client_id = ${clientId} and e.campaign_id = h.campaign_id and e.number = h.number
      )
    ), raw as (
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method, prefetch)
      select ${clientId}, campaign_id, number, case when link is null then 'open' else 'click' end, link, at, remote, agent,
        case when head then 'HEAD' else 'GET' end, prefetch
      from given
    ), uncounted as (
      insert into uncounted_hits (client_id, campaign_id, numbers, links, times, heads)
      select ${clientId}::bigint, campaign_id, array_agg(number), array_agg(link), array_agg(at), array_agg(head)
      from given
      group by campaign_id
    )
    select campaign_id from live`
}
