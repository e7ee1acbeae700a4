/**
 * Opens and clicks: every one raw, and their counts kept beside them by the same statement.
 * See docs/decisions/a-click-proves-one-open.md.
 */
import type { Sql } from './database.ts'

export interface Hit {
  readonly campaignId: number
  /** Number in the campaign's audience. */
  readonly number: number
  /** Number of the link for a click, null for an open. */
  readonly link: number | null
  readonly at: Date
  readonly remote: string
  readonly agent: string
}

export interface KnownHit {
  /** Place in the batch, from 0. */
  readonly place: number
  /** Target of a click, null for an open. */
  readonly url: string | null
}

/**
 * Records a batch in one statement, so in one transaction, and yields the hits that were recorded: those whose campaign
 * is not deleted and whose recipient and link exist.
 *
 * `opens.opens` counts the opens alone and is 0 for who only clicked; a click proves one open, so reports and totals
 * read greatest(opens, 1). Counted so, totals are a function of the raw hits, whatever the order they came in.
 *
 * Every statement of this kind locks opens, then clicks, then totals, each in key order: two of them never deadlock.
 */
export async function recordHits(sql: Sql, hits: readonly Hit[]): Promise<readonly KnownHit[]> {
  return sql<KnownHit[]>`
    with incoming as (
      select place - 1 as place, campaign_id, number, link, at, remote, agent
      from unnest(
        ${hits.map(hit => hit.campaignId)}::bigint[],
        ${hits.map(hit => hit.number)}::bigint[],
        ${hits.map(hit => hit.link)}::integer[],
        ${hits.map(hit => hit.at.toISOString())}::timestamptz[],
        ${hits.map(hit => hit.remote)}::text[],
        ${hits.map(hit => hit.agent)}::text[]
      ) with ordinality as hit (campaign_id, number, link, at, remote, agent, place)
    ),
    known as materialized (
      select i.place, m.client_id, i.campaign_id, a.number, i.link, i.at, i.remote, i.agent, l.url
      from incoming i
      join campaigns m on m.id = i.campaign_id and m.deleted_at is null
      join clients c on c.id = m.client_id and c.deleted_at is null
      -- one look-up by the whole key each: a planner that has no statistics of a new campaign yet reads all of it instead
      cross join lateral (
        select number from audience
        where client_id = m.client_id and campaign_id = m.id and number = i.number
        limit 1
      ) a
      left join lateral (
        select url from links
        where client_id = m.client_id and campaign_id = m.id and number = i.link
        limit 1
      ) l on true
      where i.link is null or l.url is not null
    ),
    raw as (
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
      select client_id, campaign_id, number, case when link is null then 'open' else 'click' end, link, at, remote, agent
      from known
      order by place
    ),
    per_recipient as materialized (
      select client_id, campaign_id, number, (count(*) filter (where link is null))::integer as opens, min(at) as first_at
      from known
      group by client_id, campaign_id, number
    ),
    opened as (
      insert into opens (client_id, campaign_id, number, opens, first_at)
      select client_id, campaign_id, number, opens, first_at
      from per_recipient
      order by client_id, campaign_id, number
      on conflict (client_id, campaign_id, number) do update
        set opens = opens.opens + excluded.opens, first_at = least(opens.first_at, excluded.first_at)
        where excluded.opens > 0 or opens.first_at > excluded.first_at
      returning client_id, campaign_id, number, opens, xmax = 0 as is_new -- a row that was there before bears our lock
    ),
    clicked as (
      insert into clicks (client_id, campaign_id, number, link, clicks, first_at)
      select client_id, campaign_id, number, link, count(*), min(at)
      from known
      where link is not null and (select count(*) from opened) >= 0 -- opens are locked first
      group by client_id, campaign_id, number, link
      order by client_id, campaign_id, number, link
      on conflict (client_id, campaign_id, number, link) do update
        set clicks = clicks.clicks + excluded.clicks, first_at = least(clicks.first_at, excluded.first_at)
      returning 1
    ),
    gained as (
      select client_id, campaign_id, sum(opens) as opens, sum(unique_opens) as unique_opens, sum(clicks) as clicks
      from (
        select o.client_id, o.campaign_id,
          greatest(o.opens, 1) - case when o.is_new then 0 else greatest(o.opens - p.opens, 1) end as opens,
          o.is_new::integer as unique_opens,
          0 as clicks
        from opened o
        join per_recipient p using (client_id, campaign_id, number)
        union all
        select client_id, campaign_id, 0, 0, 1 from known where link is not null
      ) as gains
      where (select count(*) from clicked) >= 0 -- totals are locked last
      group by client_id, campaign_id
    ),
    locked as materialized (
      select t.client_id, t.campaign_id, g.opens, g.unique_opens, g.clicks
      from campaign_totals t
      join gained g on g.client_id = t.client_id and g.campaign_id = t.campaign_id
      order by t.client_id, t.campaign_id
      for update of t
    ),
    counted as (
      update campaign_totals t
      set opens = t.opens + l.opens, unique_opens = t.unique_opens + l.unique_opens, clicks = t.clicks + l.clicks
      from locked l
      where t.client_id = l.client_id and t.campaign_id = l.campaign_id
    )
    select place, url from known`
}

/** Where a link of a campaign leads, for who asks without clicking (HEAD); undefined when there is none or it is deleted. */
export async function linkTarget(
  sql: Sql,
  campaignId: number,
  number: number,
  link: number,
): Promise<string | undefined> {
  const [found] = await sql<{ url: string }[]>`
    select l.url
    from campaigns m
    join clients c on c.id = m.client_id and c.deleted_at is null
    cross join lateral (
      select from audience r
      where r.client_id = m.client_id and r.campaign_id = m.id and r.number = ${number}::bigint
      limit 1
    ) a
    join links l on l.client_id = m.client_id and l.campaign_id = m.id and l.number = ${link}
    where m.id = ${campaignId} and m.deleted_at is null`
  return found?.url
}
