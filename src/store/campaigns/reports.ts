/** Queries for reports of campaigns: maintained counters, and pages of recipients in the order of their numbers. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

export interface Totals {
  /** Size of the frozen audience. */
  readonly recipients: number
  readonly excluded: number
  readonly opens: number
  readonly uniqueOpens: number
  readonly clicks: number
  readonly unsubscribes: number
  readonly bounces: number
}

/** The recipient of a report's row: the address as of the campaign's start, and its list. */
export interface Reported {
  readonly number: number
  readonly email: string
  /** Null after the list's rows were purged. */
  readonly listPublicId: string | null
}

/** Selects a page of a report: at most `limit` recipients with numbers above `after`. */
export interface PageOf extends CampaignKey {
  readonly after: number
  readonly limit: number
}

/** Undefined for a campaign that has not started. */
export async function findCampaignTotals(sql: Sql, clientId: number, campaignId: number): Promise<Totals | undefined> {
  const [totals] = await sql<Totals[]>`
    select recipients, excluded, opens, unique_opens, clicks, unsubscribes, bounces
    from campaign_totals
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  return totals
}

/** `opens` is at least 1: a click counts as an open, even if the pixel was not loaded. */
export async function openPage(sql: Sql, { clientId, campaignId, after, limit }: PageOf) {
  return sql<(Reported & { opens: number })[]>`
    select o.number, a.email, a.list_public_id, greatest(o.opens, 1) as opens
    from opens o
    ${recipientOf(sql, sql`o.number`, clientId, campaignId)}
    where o.client_id = ${clientId} and o.campaign_id = ${campaignId} and o.number > ${after}
    order by o.number
    limit ${limit}`
}

/** The clicked links of each recipient, in the order of their numbers; an address that is linked twice counts once. */
export async function readClickPage(sql: Sql, { clientId, campaignId, after, limit }: PageOf) {
  return sql<(Reported & { links: readonly { readonly url: string; readonly clicks: number }[] })[]>`
    select c.number, a.email, a.list_public_id,
      json_agg(json_build_object('url', c.url, 'clicks', c.clicks) order by c.link) as links
    from (
      select k.number, t.url, min(k.link) as link, sum(k.clicks) as clicks
      from clicks k
      join links t on t.client_id = ${clientId} and t.campaign_id = k.campaign_id and t.number = k.link
      where k.client_id = ${clientId} and k.campaign_id = ${campaignId} and k.number in (
        select distinct number
        from clicks
        where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${after}
        order by number
        limit ${limit}
      )
      group by k.number, t.url
    ) as c
    ${recipientOf(sql, sql`c.number`, clientId, campaignId)}
    group by c.number, a.email, a.list_public_id
    order by c.number`
}

export async function readBouncePage(sql: Sql, { clientId, campaignId, after, limit }: PageOf) {
  return sql<(Reported & { type: 'H' | 'S' })[]>`
    select b.number, a.email, a.list_public_id, b.type
    from campaign_bounces b
    ${recipientOf(sql, sql`b.number`, clientId, campaignId)}
    where b.client_id = ${clientId} and b.campaign_id = ${campaignId} and b.number > ${after}
    order by b.number
    limit ${limit}`
}

export async function readUnsubscribePage(sql: Sql, { clientId, campaignId, after, limit }: PageOf) {
  return sql<Reported[]>`
    select u.number, a.email, a.list_public_id
    from campaign_unsubscribes u
    ${recipientOf(sql, sql`u.number`, clientId, campaignId)}
    where u.client_id = ${clientId} and u.campaign_id = ${campaignId} and u.number > ${after}
    order by u.number
    limit ${limit}`
}

/**
 * Joins the recipient of a number as `a`, with one look-up by the complete key for each row. Without it a planner that has no
 * statistics of a
 * new campaign would read the complete audience.
 */
export function recipientOf(sql: Sql, number: Fragment, clientId: number, campaignId: number): Fragment {
  return sql`
    cross join lateral (
      select r.email, l.public_id as list_public_id
      from audience r
      left join lists l on l.client_id = ${clientId} and l.id = r.list_id
      where r.client_id = ${clientId} and r.campaign_id = ${campaignId} and r.number = ${number}
      limit 1
    ) a`
}
