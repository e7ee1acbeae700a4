/**
 * The campaigns of a client, those of series left out, most recently changed first, from any position. Each state has its own range of the index campaigns_active;
 * the ranges of the requested states are read and merged.
 */
import type { Sql } from '../connection/database.ts'
import { instantOf, microseconds } from '../instants.ts'
import type { LedgerCounts } from '../ledger/recipients-of.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'
import { namesSegments } from './places.ts'

export interface CampaignPlace {
  readonly campaignId: number
  /** Microseconds since 1970. */
  readonly activeAt: number
  /** True if the name contains the search text. */
  readonly found: boolean
}

export interface CampaignWalk {
  readonly clientId: number
  readonly states: readonly StoredCampaignState[]
  /** Part of the name, compared without case; empty for all campaigns. */
  readonly search: string
  /** Position of the last campaign that was read: its time of change, and its id. */
  readonly after: readonly [activeAt: number, campaignId: number] | undefined
  /** Maximum number of campaigns to read. */
  readonly most: number
}

/** Reads the next campaigns in order, including those that do not match the search. */
export async function walkCampaigns(
  sql: Sql,
  { clientId, states, search, after, most }: CampaignWalk,
): Promise<CampaignPlace[]> {
  const range =
    after === undefined ? sql`` : sql`and (active_at, id) < (${instantOf(sql, after[0])}, ${after[1]}::bigint)`
  const found = search === '' ? sql`true` : sql`strpos(lower(name), lower(${search})) > 0`
  return sql<CampaignPlace[]>`
    select k.id as campaign_id, ${microseconds(sql, 'k.active_at')} as active_at, k.found
    from unnest(${states as string[]}::text[]) as wanted (state)
    cross join lateral (
      select id, active_at, ${found} as found
      from campaigns
      where client_id = ${clientId} and state = wanted.state and deleted_at is null and series_id is null ${range}
      order by active_at desc, id desc
      limit ${most}
    ) k
    order by k.active_at desc, k.id desc
    limit ${most}`
}

export interface ListedCampaignRow extends LedgerCounts {
  readonly campaignId: number
  readonly publicId: string
  readonly name: string
  readonly subject: string
  readonly state: StoredCampaignState
  /** Local times of the client; null if the event has not happened. */
  readonly createdDate: string
  readonly dueDate: string | null
  readonly sentDate: string | null
  readonly finishedDate: string | null
  readonly activeDate: string
  readonly namesSegments: boolean
  readonly recipients: number
  readonly opens: number
  readonly uniqueOpens: number
  readonly clicks: number
  readonly uniqueClicks: number
  readonly humanOpens: number
  readonly humanUniqueOpens: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
  readonly unsubscribes: number
  readonly bounces: number
  readonly complaints: number
}

/** Campaigns with their counters, which are zero before the start. The order is undefined. */
export async function readCampaignsWithCounts(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  campaignIds: readonly number[],
): Promise<ListedCampaignRow[]> {
  const local = (column: string) => localTime(sql, column, timeZone)
  return sql<ListedCampaignRow[]>`
    select m.id as campaign_id, m.public_id, m.name, m.subject, m.state, ${local('m.created_at')} as created_date,
      ${local('m.due_at')} as due_date, ${local('m.started_at')} as sent_date, ${local('m.finished_at')} as finished_date,
      ${local('m.active_at')} as active_date, ${namesSegments(sql, clientId)} as names_segments,
      coalesce(t.recipients, 0) as recipients, coalesce(t.planned, 0) as planned, coalesce(t.handing_over, 0) as handing_over,
      coalesce(t.accepted, 0) as accepted, coalesce(t.deferred, 0) as deferred, coalesce(t.refused, 0) as refused,
      coalesce(t.unknown, 0) as unknown, coalesce(t.excluded, 0) as excluded,
      coalesce(t.opens, 0) as opens, coalesce(t.unique_opens, 0) as unique_opens, coalesce(t.clicks, 0) as clicks,
      coalesce(t.unique_clicks, 0) as unique_clicks, coalesce(t.unsubscribes, 0) as unsubscribes,
      coalesce(t.bounces, 0) as bounces, coalesce(t.complaints, 0) as complaints,
      coalesce(e.human_opens, 0) as human_opens, coalesce(e.human_unique_opens, 0) as human_unique_opens,
      coalesce(e.human_clicks, 0) as human_clicks, coalesce(e.human_unique_clicks, 0) as human_unique_clicks
    from campaigns m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    left join engagement e on e.client_id = ${clientId} and e.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = any(${campaignIds as number[]}::bigint[]) and m.deleted_at is null`
}
