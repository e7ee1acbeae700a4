/** Queries for the overview of one client. They read maintained counters, so their cost does not grow with the client. */

import { namesSegments } from '../campaigns/places.ts'
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'
import type { ClientRef } from './access.ts'

export interface UpcomingRow {
  readonly publicId: string
  readonly name: string
  readonly state: StoredCampaignState
  /** Local time of the client; null if the campaign was not scheduled. */
  readonly dueDate: string | null
  readonly recipients: number
  readonly accepted: number
  readonly namesSegments: boolean
}

/** Campaigns in sending, paused and scheduled, in this order; scheduled ones by date. */
export async function readCampaignsUnderWay(sql: Sql, { clientId, timeZone }: ClientRef, most: number) {
  return sql<UpcomingRow[]>`
    select m.public_id, m.name, m.state, ${localTime(sql, 'm.due_at', timeZone)} as due_date,
      coalesce(t.recipients, 0) as recipients, coalesce(t.accepted, 0) as accepted, ${namesSegments(sql, clientId)} as names_segments
    from campaigns m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.deleted_at is null and m.series_id is null and m.state in ('scheduled', 'sending', 'paused')
    order by array_position(array['sending', 'paused', 'scheduled'], m.state), m.due_at, m.id
    limit ${most}`
}

export interface RecentRow {
  readonly publicId: string
  readonly name: string
  /** Local time of the client. */
  readonly sentDate: string
  readonly accepted: number
  /** Recipients to whom the service tried to send. */
  readonly tried: number
  readonly humanUniqueOpens: number
  readonly humanUniqueClicks: number
  readonly unsubscribes: number
  readonly bounces: number
  readonly complaints: number
}

/** The latest campaigns that began. The index campaigns_started serves this query. */
export async function readLatestCampaigns(sql: Sql, { clientId, timeZone }: ClientRef, most: number) {
  return sql<RecentRow[]>`
    select m.public_id, m.name, ${localTime(sql, 'm.started_at', timeZone)} as sent_date, t.accepted,
      t.accepted + t.refused + t.deferred + t.unknown as tried, coalesce(e.human_unique_opens, 0) as human_unique_opens,
      coalesce(e.human_unique_clicks, 0) as human_unique_clicks, t.unsubscribes, t.bounces, t.complaints
    from campaigns m
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    left join engagement e on e.client_id = ${clientId} and e.campaign_id = m.id
    where m.client_id = ${clientId} and m.started_at is not null and m.deleted_at is null and m.series_id is null
    order by m.started_at desc
    limit ${most}`
}

export interface ListOverviewRow {
  readonly publicId: string
  readonly title: string
  readonly active: number
  /** Subscribers who joined since the date given. */
  readonly joined: number
  readonly unsubscribed: number
  readonly bounced: number
  readonly deleted: number
}

/** The lists with the most active subscribers. @param days how many are counted, today included */
export async function readLargestLists(sql: Sql, { clientId, timeZone }: ClientRef, days: number, most: number) {
  return sql<ListOverviewRow[]>`
    select l.public_id, l.title, l.active, d.joined, d.unsubscribed, d.bounced, d.deleted
    from (
      select l.id, l.public_id, l.title, coalesce(t.active, 0) as active
      from lists l
      left join list_totals t on t.client_id = ${clientId} and t.list_id = l.id
      where l.client_id = ${clientId} and l.deleted_at is null
      order by active desc, l.id
      limit ${most}
    ) l
    cross join lateral (
      select coalesce(sum(d.active), 0)::integer as joined, coalesce(sum(d.unsubscribed), 0)::integer as unsubscribed,
        coalesce(sum(d.bounced), 0)::integer as bounced, coalesce(sum(d.deleted), 0)::integer as deleted
      from list_days d
      where d.client_id = ${clientId} and d.list_id = l.id and d.day > (now() at time zone ${timeZone})::date - ${days}::integer
    ) d
    order by l.active desc, l.id`
}
