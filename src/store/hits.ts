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
  /** The request said that nobody asked for it yet. */
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
 * Records opens and clicks in one statement, so in one transaction. Recipients and links must exist (`hitCampaign`); what
 * is of a campaign deleted by now is left out.
 *
 * `opens.opens` counts the opens alone and is 0 for who only clicked; a click proves one open, so reports and totals
 * read greatest(opens, 1). Counted so, totals are a function of the raw hits, whatever the order they came in.
 *
 * Every statement of this kind locks opens, then clicks, then totals, each in key order: two of them never deadlock.
 *
 * @returns the campaigns whose hits were recorded
 */
export async function recordHits(sql: Sql, hits: readonly Hit[]): Promise<ReadonlySet<number>> {
  const openers = perRecipient(hits)
  const clicks = perLink(hits)
  const rows = await sql<{ campaignId: number }[]>`
    with ${live(sql, hits)},
    raw as (${insertRaw(sql, hits, 'GET')}),
    given as materialized (
      select l.client_id, g.campaign_id, g.number, g.opens, g.clicks, ${time(sql, sql`g.first_at`)} as first_at
      from unnest(
        ${openers.map(row => row.campaignId)}::bigint[], ${openers.map(row => row.number)}::integer[],
        ${openers.map(row => row.opens)}::integer[], ${openers.map(row => row.clicks)}::integer[],
        ${openers.map(row => row.firstAt.getTime())}::bigint[]
      ) as g (campaign_id, number, opens, clicks, first_at)
      join live l using (campaign_id)
    ),
    opened as (
      insert into opens as o (client_id, campaign_id, number, opens, clicks, first_at, stale_at)
      select client_id, campaign_id, number, opens, clicks, first_at, first_at
      from given
      order by client_id, campaign_id, number
      on conflict (client_id, campaign_id, number) do update
        set opens = o.opens + excluded.opens, clicks = o.clicks + excluded.clicks,
          first_at = least(o.first_at, excluded.first_at), stale_at = ${staleFrom(sql, sql`excluded.stale_at`)}
      returning client_id, campaign_id, number, opens, clicks, xmax = 0 as is_new -- a row that was there before bears our lock
    ),
    ${
      clicks.length === 0
        ? sql``
        : sql`
    clicked as (
      insert into clicks as k (client_id, campaign_id, number, link, clicks, first_at)
      select l.client_id, g.campaign_id, g.number, g.link, g.clicks, ${time(sql, sql`g.first_at`)}
      from unnest(
        ${clicks.map(row => row.campaignId)}::bigint[], ${clicks.map(row => row.number)}::integer[],
        ${clicks.map(row => row.link)}::integer[], ${clicks.map(row => row.clicks)}::integer[],
        ${clicks.map(row => row.firstAt.getTime())}::bigint[]
      ) as g (campaign_id, number, link, clicks, first_at)
      join live l using (campaign_id)
      where (select count(*) from opened) >= 0 -- opens are locked first
      order by l.client_id, g.campaign_id, g.number, g.link
      on conflict (client_id, campaign_id, number, link) do update
        set clicks = k.clicks + excluded.clicks, first_at = least(k.first_at, excluded.first_at)
      returning 1
    ),`
    }
    locked as materialized (
      select t.client_id, t.campaign_id, g.opens, g.unique_opens, g.clicks, g.unique_clicks
      from (
        select client_id, campaign_id,
          sum(greatest(opens, 1) - case when is_new then 0 else greatest(opens - more_opens, 1) end) as opens,
          sum(is_new::integer) as unique_opens,
          sum(more_clicks) as clicks,
          sum((clicks = more_clicks and more_clicks > 0)::integer) as unique_clicks
        from (
          -- side by side and grouped: joined, they would be compared each with each, since nobody knows how many they are
          select client_id, campaign_id, max(opens) as opens, max(clicks) as clicks, bool_or(is_new) as is_new,
            max(more_opens) as more_opens, max(more_clicks) as more_clicks
          from (
            select client_id, campaign_id, number, opens, clicks, is_new, 0 as more_opens, 0 as more_clicks from opened
            union all
            select client_id, campaign_id, number, 0, 0, false, opens, clicks from given
          ) as both_sides
          group by client_id, campaign_id, number
        ) as recipients
        ${clicks.length === 0 ? sql`` : sql`where (select count(*) from clicked) >= 0 -- totals are locked last`}
        group by client_id, campaign_id
      ) g
      join campaign_totals t on t.client_id = g.client_id and t.campaign_id = g.campaign_id
      order by t.client_id, t.campaign_id
      for update of t
    ),
    counted as (
      update campaign_totals t
      set opens = t.opens + l.opens, unique_opens = t.unique_opens + l.unique_opens, clicks = t.clicks + l.clicks,
        unique_clicks = t.unique_clicks + l.unique_clicks
      from locked l
      where t.client_id = l.client_id and t.campaign_id = l.campaign_id
    )
    select campaign_id from live`
  return new Set(rows.map(row => row.campaignId))
}

/**
 * Records HEAD requests: raw, and in no count. Whoever has hits that count is classified anew in their light.
 * @returns the campaigns whose hits were recorded
 */
export async function recordHeads(sql: Sql, hits: readonly Hit[]): Promise<ReadonlySet<number>> {
  const given = grouped(
    hits,
    ({ campaignId, number }) => `${campaignId} ${number}`,
    ({ campaignId, number, at }) => ({ campaignId, number, heads: 0, at }),
    row => void row.heads++,
  )
  const rows = await sql<{ campaignId: number }[]>`
    with ${live(sql, hits)},
    raw as (${insertRaw(sql, hits, 'HEAD')}),
    locked as materialized (
      select g.*
      from (
        select l.client_id, h.campaign_id, h.number, h.heads, ${time(sql, sql`h.at`)} as at
        from unnest(
          ${given.map(row => row.campaignId)}::bigint[], ${given.map(row => row.number)}::integer[],
          ${given.map(row => row.heads)}::integer[], ${given.map(row => row.at.getTime())}::bigint[]
        ) as h (campaign_id, number, heads, at)
        join live l using (campaign_id)
        order by l.client_id, h.campaign_id, h.number
      ) g
      cross join lateral (
        select from opens
        where client_id = g.client_id and campaign_id = g.campaign_id and number = g.number
        limit 1
        for update
      ) o
    ),
    marked as (
      update opens o
      set heads = o.heads + g.heads, stale_at = ${staleFrom(sql, sql`g.at`)}
      from locked g
      where o.client_id = g.client_id and o.campaign_id = g.campaign_id and o.number = g.number
    )
    select campaign_id from live`
  return new Set(rows.map(row => row.campaignId))
}

/** Hits of one recipient that are looked at; later ones are counted, and are no person's. */
export const mostClassified = 1000

function staleFrom(sql: Sql, at: Fragment): Fragment {
  return sql`case when o.opens + o.clicks + o.heads < ${mostClassified} then coalesce(o.stale_at, ${at}) else o.stale_at end`
}

/** Of milliseconds since 1970: numbers cost a third of what dates cost, to write and to read. */
function time(sql: Sql, milliseconds: Fragment): Fragment {
  return sql`to_timestamp(${milliseconds}::float8 / 1000)`
}

function live(sql: Sql, hits: readonly Hit[]): Fragment {
  return sql`live as materialized (
      select m.client_id, m.id as campaign_id
      from unnest(${[...new Set(hits.map(hit => hit.campaignId))]}::bigint[]) as wanted (id)
      -- one look-up by key each, whatever the planner thinks of the tables
      cross join lateral (select client_id, id from campaigns where id = wanted.id and deleted_at is null limit 1) m
      cross join lateral (select from clients where id = m.client_id and deleted_at is null limit 1) c
    )`
}

function insertRaw(sql: Sql, hits: readonly Hit[], method: 'GET' | 'HEAD'): Fragment {
  return sql`
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method, prefetch)
    select l.client_id, h.campaign_id, h.number, case when h.link is null then 'open' else 'click' end, h.link,
      ${time(sql, sql`h.at`)}, h.remote, h.agent, ${method}, h.prefetch = 1
    from unnest(
      ${hits.map(hit => hit.campaignId)}::bigint[], ${hits.map(hit => hit.number)}::integer[],
      ${hits.map(hit => hit.link)}::integer[], ${hits.map(hit => hit.at.getTime())}::bigint[],
      ${hits.map(hit => hit.remote)}::text[], ${hits.map(hit => hit.agent)}::text[],
      ${hits.map(hit => Number(hit.prefetch))}::integer[]
    ) as h (campaign_id, number, link, at, remote, agent, prefetch)
    join live l using (campaign_id)`
}

interface Opener {
  readonly campaignId: number
  readonly number: number
  opens: number
  clicks: number
  firstAt: Date
}

function perRecipient(hits: readonly Hit[]): Opener[] {
  return grouped(
    hits,
    ({ campaignId, number }) => `${campaignId} ${number}`,
    ({ campaignId, number, at }) => ({ campaignId, number, opens: 0, clicks: 0, firstAt: at }),
    (row, { link, at }) => {
      if (link === null) row.opens++
      else row.clicks++
      if (at < row.firstAt) row.firstAt = at
    },
  )
}

interface Clicker {
  readonly campaignId: number
  readonly number: number
  readonly link: number | null
  clicks: number
  firstAt: Date
}

function perLink(hits: readonly Hit[]): Clicker[] {
  return grouped(
    hits.filter(({ link }) => link !== null),
    ({ campaignId, number, link }) => `${campaignId} ${number} ${link}`,
    ({ campaignId, number, link, at }) => ({ campaignId, number, link, clicks: 0, firstAt: at }),
    (row, { at }) => {
      row.clicks++
      if (at < row.firstAt) row.firstAt = at
    },
  )
}

function grouped<Row>(
  hits: readonly Hit[],
  keyOf: (hit: Hit) => string,
  begin: (hit: Hit) => Row,
  add: (row: Row, hit: Hit) => void,
): Row[] {
  const rows = new Map<string, Row>()
  for (const hit of hits) {
    const key = keyOf(hit)
    const row = rows.get(key) ?? begin(hit)
    rows.set(key, row)
    add(row, hit)
  }
  return [...rows.values()]
}

type Fragment = ReturnType<Sql>
