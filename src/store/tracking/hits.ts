/** Opens and clicks as raw hits. `hit-counts.ts` counts them. */
import { isInHygiene, isTracked } from '../campaigns/audience.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { withClients } from '../directory.ts'
import type { NamedCampaign } from '../keys.ts'
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
  /** Certainly not a person's, by the request alone. */
  readonly isMachine?: boolean
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
export async function findHitCampaign(sql: Sql, named: NamedCampaign): Promise<HitCampaign | undefined> {
  const [campaign] = await withClients(sql, [named])
  if (!campaign) return undefined
  const { clientId, campaignId } = campaign
  const [found] = await sql<HitCampaign[]>`
    select m.client_id, t.recipients, array(
      select url from links k where k.client_id = ${clientId} and k.campaign_id = m.id order by k.number
    ) as links
    from campaigns m
    join clients c on c.id = ${clientId} and c.deleted_at is null
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.started_at is not null`
  return found
}

/**
 * Records the hits of each client in one statement: raw, and as uncounted (`countHits`). Hits of several clients need a transaction. Recipients
 * and links must exist (`findHitCampaign`). Dropped are hits of
 * - silent recipients: they refused after the mail was sent (store/subscribers/consent.ts). Of those in hygiene mode an open is `dateOpens`;
 * - erased contacts;
 * - deleted campaigns, and campaigns whose opens and clicks per person are removed: their sums would count a person twice.
 *
 * See docs/decisions/tracking.md#a-refusal-reaches-letters-that-were-sent.
 * @returns the campaigns that exist
 */
export async function recordHits(sql: Sql, hits: readonly Hit[]): Promise<ReadonlySet<number>> {
  const rows = await perClient(hits, (clientId, own) => recordHitsOfClient(sql, clientId, own))
  return new Set(rows.map(row => row.campaignId))
}

function recordHitsOfClient(sql: Sql, clientId: number, hits: readonly Hit[]) {
  return sql<{ campaignId: number }[]>`
    with live as materialized (
      ${liveCampaigns(sql, clientId, hits)}
    ), found as materialized (
      -- numbers cost a third of dates, to write and to read
      select h.campaign_id, h.number, h.link, to_timestamp(h.at::float8 / 1000) as at, h.remote, h.agent,
        h.head = 1 as head, h.prefetch = 1 as prefetch, h.machine = 1 as machine, exists (
          select 1 from silent_recipients q
          where q.client_id = ${clientId} and q.campaign_id = h.campaign_id and q.number = h.number offset 0
        ) as silent
      from unnest(
        ${hits.map(hit => hit.campaignId)}::bigint[], ${hits.map(hit => hit.number)}::integer[],
        ${hits.map(hit => hit.link)}::integer[], ${hits.map(hit => hit.at.getTime())}::bigint[],
        ${hits.map(hit => hit.remote)}::text[], ${hits.map(hit => hit.agent)}::text[],
        ${hits.map(hit => Number(hit.method === 'HEAD'))}::integer[], ${hits.map(hit => Number(hit.prefetch))}::integer[],
        ${hits.map(hit => Number(hit.isMachine ?? false))}::integer[]
      ) as h (campaign_id, number, link, at, remote, agent, head, prefetch, machine)
      join live l using (campaign_id)
      -- hits of erased contacts are dropped; there are few, if any
      where not l.is_removed and not exists (
        select 1 from erased_recipients e
        where e.client_id = ${clientId} and e.campaign_id = h.campaign_id and e.number = h.number
      )
    ), raw as (
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method, prefetch)
      select ${clientId}, campaign_id, number, case when link is null then 'open' else 'click' end, link, at, remote, agent,
        case when head then 'HEAD' else 'GET' end, prefetch
      from found
      where not silent
    ), uncounted as (
      insert into uncounted_hits (client_id, campaign_id, numbers, links, times, heads)
      select ${clientId}::bigint, campaign_id, array_agg(number), array_agg(link), array_agg(at), array_agg(head)
      from found
      where not silent
      group by campaign_id
    ), dated as (
      ${dateOpens(sql, clientId, sql`select campaign_id, number, at from found where silent and link is null and not machine`)}
    )
    select campaign_id from live`
}

/** Campaigns of hits that exist, each by one look-up of its key, whatever the planner's statistics are. */
function liveCampaigns(sql: Sql, clientId: number, hits: readonly Pick<Hit, 'campaignId'>[]): Fragment {
  return sql`
    select m.id as campaign_id, exists (
      select 1 from retention_campaigns where client_id = ${clientId} and campaign_id = m.id offset 0
    ) as is_removed
    from unnest(${[...new Set(hits.map(hit => hit.campaignId))]}::bigint[]) as wanted (id)
    cross join lateral (
      select id from campaigns where client_id = ${clientId} and id = wanted.id and deleted_at is null limit 1
    ) m
    where exists (select 1 from clients where id = ${clientId} and deleted_at is null)`
}

/** An open of the pixel of hygiene mode. */
export type DatedOpen = Pick<Hit, 'clientId' | 'campaignId' | 'number' | 'at'>

/**
 * Overwrites the date of the last open of members in hygiene mode; nothing else is kept of these opens. Those of erased contacts, of members who
 * are tracked or who refused, and of deleted campaigns change nothing. See docs/consent.md#hygiene.
 */
export async function recordDatedOpens(sql: Sql, opens: readonly DatedOpen[]): Promise<void> {
  await perClient(
    opens,
    (clientId, own) => sql`
      with live as materialized (
        ${liveCampaigns(sql, clientId, own)}
      )
      ${dateOpens(
        sql,
        clientId,
        sql`
        select h.campaign_id, h.number, to_timestamp(h.at::float8 / 1000) as at
        from unnest(
          ${own.map(open => open.campaignId)}::bigint[], ${own.map(open => open.number)}::integer[],
          ${own.map(open => open.at.getTime())}::bigint[]
        ) as h (campaign_id, number, at)
        join live using (campaign_id)`,
      )}`,
  )
}

/** The statement that overwrites the date, in the client's time zone. @param opens a `select` of campaign_id, number, at */
function dateOpens(sql: Sql, clientId: number, opens: Fragment): Fragment {
  return sql`
    update subscribers u set last_open_on = k.last_on
    from (
      select s.id, o.last_on
      from (
        select a.subscriber_id, t.tracking, t.hygiene, max((o.at at time zone c.time_zone)::date) as last_on
        from (${opens}) o
        cross join lateral (
          select list_id, subscriber_id from audience
          where client_id = ${clientId} and campaign_id = o.campaign_id and number = o.number
          limit 1
        ) a
        cross join lateral (
          select tracking, hygiene from lists where client_id = ${clientId} and id = a.list_id limit 1
        ) t
        cross join (select time_zone from clients where id = ${clientId}) c
        group by 1, 2, 3
        order by 1
      ) o
      cross join lateral (
        select id, tracking_consent, hygiene_consent, last_open_on from subscribers
        where client_id = ${clientId} and id = o.subscriber_id
        limit 1
        for update
      ) s
      where not ${isTracked(sql, sql`o.tracking`)} and ${isInHygiene(sql, sql`o.hygiene`)}
        and o.last_on > coalesce(s.last_open_on, '-infinity')
    ) k
    where u.client_id = ${clientId} and u.id = k.id`
}
