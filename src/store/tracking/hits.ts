/** Opens and clicks, every one raw. What they count is `hit-counts.ts`'s. */
import type { Sql } from '../connection/database.ts'

export interface Hit {
  readonly campaignId: number
  /** Number in the campaign's audience. */
  readonly number: number
  /** Number of the link for a click, null for an open. */
  readonly link: number | null
  readonly at: Date
  readonly remote: string
  readonly agent: string
  /** HEAD is in no count. */
  readonly method: 'GET' | 'HEAD'
  /** The request said that it is a prefetch: the reader has not asked for it yet. */
  readonly prefetch: boolean
}

/** What hits of a campaign are held against. It never changes once the campaign has started. */
export interface HitCampaign {
  /** Numbers of its audience are 1 to this. */
  readonly recipients: number
  /** Targets of links 1, 2, … */
  readonly links: readonly string[]
}

/** Undefined for a campaign that has not started, or is deleted. */
export async function hitCampaign(sql: Sql, campaignId: number): Promise<HitCampaign | undefined> {
  const [found] = await sql<HitCampaign[]>`
    select t.recipients, array(
      select url from links k where k.client_id = m.client_id and k.campaign_id = m.id order by k.number
    ) as links
    from campaigns m
    join clients c on c.id = m.client_id and c.deleted_at is null
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.id = ${campaignId} and m.deleted_at is null and m.started_at is not null`
  return found
}

/**
 * Records hits in one statement, so in one transaction: raw, and as not counted yet (`countHits`). Recipients and links must
 * exist (`hitCampaign`); what is of a campaign deleted by now, or of a contact that was erased, is left out.
 * @returns the campaigns whose hits were recorded
 */
export async function recordHits(sql: Sql, hits: readonly Hit[]): Promise<ReadonlySet<number>> {
  const rows = await sql<{ campaignId: number }[]>`
    with live as materialized (
      select m.client_id, m.id as campaign_id
      from unnest(${[...new Set(hits.map(hit => hit.campaignId))]}::bigint[]) as wanted (id)
      -- one look-up by key each, whatever the planner thinks of the tables
      cross join lateral (select client_id, id from campaigns where id = wanted.id and deleted_at is null limit 1) m
      cross join lateral (select from clients where id = m.client_id and deleted_at is null limit 1) c
    ), given as materialized (
      -- numbers cost a third of what dates cost, to write and to read
      select l.client_id, h.campaign_id, h.number, h.link, to_timestamp(h.at::float8 / 1000) as at, h.remote, h.agent,
        h.head = 1 as head, h.prefetch = 1 as prefetch
      from unnest(
        ${hits.map(hit => hit.campaignId)}::bigint[], ${hits.map(hit => hit.number)}::integer[],
        ${hits.map(hit => hit.link)}::integer[], ${hits.map(hit => hit.at.getTime())}::bigint[],
        ${hits.map(hit => hit.remote)}::text[], ${hits.map(hit => hit.agent)}::text[],
        ${hits.map(hit => Number(hit.method === 'HEAD'))}::integer[], ${hits.map(hit => Number(hit.prefetch))}::integer[]
      ) as h (campaign_id, number, link, at, remote, agent, head, prefetch)
      join live l using (campaign_id)
      -- few, if any: nothing more is kept of who was erased
      where not exists (
        select from erased_recipients e
        where e.client_id = l.client_id and e.campaign_id = h.campaign_id and e.number = h.number
      )
    ), raw as (
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method, prefetch)
      select client_id, campaign_id, number, case when link is null then 'open' else 'click' end, link, at, remote, agent,
        case when head then 'HEAD' else 'GET' end, prefetch
      from given
    ), uncounted as (
      insert into uncounted_hits (client_id, campaign_id, numbers, links, times, heads)
      select client_id, campaign_id, array_agg(number), array_agg(link), array_agg(at), array_agg(head)
      from given
      group by client_id, campaign_id
    )
    select campaign_id from live`
  return new Set(rows.map(row => row.campaignId))
}
