/**
 * Queries for the results of a client over time. They read maintained counters of a bounded number of campaigns; none of them reads opens, clicks or
 * recipients.
 */

import type { ClientRef } from '../accounts/access.ts'
import type { Sql } from '../connection/database.ts'

export interface Period {
  /** Days of the client's calendar, both inclusive, `YYYY-MM-DD`. */
  readonly from: string
  readonly until: string
}

/**
 * Campaigns that began in a period, the latest first; those of series are left out. The index campaigns_started serves this query.
 * @param most rows that are looked at, deleted ones included
 */
export async function readStartedIn(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  { from, until }: Period,
  most: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id
    from campaigns
    where client_id = ${clientId} and started_at >= ${from}::text::timestamp at time zone ${timeZone}
      and started_at < (${until}::text::timestamp + interval '1 day') at time zone ${timeZone}
      and series_id is null and deleted_at is null
    order by started_at desc
    limit ${most}`
  return rows.map(({ id }) => id)
}

export interface ReadingHour {
  /** 1 for Monday. */
  readonly weekday: number
  /** 0 to 23, in the client's time zone. */
  readonly hour: number
  readonly humanOpens: number
  readonly humanClicks: number
}

/** Opens and clicks of people by weekday and hour of the client's zone, within `days` days after the beginning of each campaign. */
export async function readReadingHours(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  campaignIds: readonly number[],
  days: number,
): Promise<ReadingHour[]> {
  return sql<ReadingHour[]>`
    select extract(isodow from local)::integer as weekday, extract(hour from local)::integer as hour,
      sum(human_opens)::integer as human_opens, sum(human_clicks)::integer as human_clicks
    from (
      select h.hour at time zone ${timeZone} as local, h.human_opens, h.human_clicks
      from unnest(${campaignIds as number[]}::bigint[]) k (id)
      cross join lateral (
        select started_at from campaigns where client_id = ${clientId} and id = k.id limit 1
      ) m
      cross join lateral (
        select hour, human_opens, human_clicks from campaign_hours
        where client_id = ${clientId} and campaign_id = k.id and hour >= date_trunc('hour', m.started_at)
          and hour < m.started_at + make_interval(days => ${days})
        offset 0
      ) h
      where h.human_opens + h.human_clicks > 0
    ) happened
    group by 1, 2
    order by 1, 2`
}

export interface ClickedLink {
  readonly campaignId: number
  readonly url: string
  readonly humanClicks: number
  readonly humanUniqueClicks: number
}

/** Of each campaign the links that most people clicked. @param most of each campaign */
export async function readClickedLinks(
  sql: Sql,
  { clientId }: ClientRef,
  campaignIds: readonly number[],
  most: number,
): Promise<ClickedLink[]> {
  return sql<ClickedLink[]>`
    select k.id as campaign_id, l.url, t.human_clicks, t.human_unique_clicks
    from unnest(${campaignIds as number[]}::bigint[]) k (id)
    cross join lateral (
      select link, human_clicks, human_unique_clicks from link_totals
      where client_id = ${clientId} and campaign_id = k.id and human_unique_clicks > 0
      order by human_unique_clicks desc, link
      limit ${most}
    ) t
    cross join lateral (
      select url from links where client_id = ${clientId} and campaign_id = k.id and number = t.link limit 1
    ) l`
}
