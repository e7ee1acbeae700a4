/** Events of a campaign's recipients (opens, clicks, bounces, …), one per row, in numbered pages. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { keptOfCampaign } from '../retention/kept.ts'

export type RecipientEventKind = 'Recipient' | 'Open' | 'Click' | 'Bounce' | 'Unsubscribe' | 'Complaint'

export interface RecipientEventsAsked extends CampaignKey {
  readonly timeZone: string
  readonly kind: RecipientEventKind
  /** Local time of the client: only later events. */
  readonly since: string | undefined
}

export interface RecipientEventPage {
  readonly order: 'EmailAddress' | 'List' | 'Date'
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
  /** Number of events on all pages. */
  readonly total: number
}

export interface RecipientEventRow {
  readonly email: string
  /** Null after the list's rows were purged. */
  readonly listPublicId: string | null
  /** Local time of the client; null for recipients. */
  readonly date: string | null
  readonly remote: string
  readonly url: string
  /** `H` or `S`. */
  readonly bounceType: string
  readonly reason: string
}

/**
 * Counts events. Totals exist for recipients, opens and clicks; events since a date, rare kinds, and opens and clicks of which some are
 * removed are counted.
 */
export async function countRecipientEvents(sql: Sql, asked: RecipientEventsAsked): Promise<number> {
  const { clientId, campaignId, kind, since } = asked
  const total = kept[kind]
  const isRecipients = kind === 'Recipient'
  if (
    total !== undefined &&
    (since === undefined || isRecipients) &&
    (isRecipients || (await areHitsKept(sql, asked)))
  ) {
    const [totals] = await sql<{ total: number }[]>`
      select ${sql(total)} as total from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
    return totals?.total ?? 0
  }
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (${eventsOf(sql, asked)}) e`
  return row!.count
}

async function areHitsKept(sql: Sql, campaign: RecipientEventsAsked): Promise<boolean> {
  const { hitsFromDate, removedDate } = await keptOfCampaign(sql, campaign)
  return hitsFromDate === null && removedDate === null
}

/** Columns of `campaign_totals` by kind. */
const kept: { readonly [Kind in RecipientEventKind]?: string } = {
  Recipient: 'recipients',
  Open: 'opens',
  Click: 'clicks',
}

/**
 * Recipients are numbered by list, so a page in that order is a range of numbers. The index hits_by_date serves opens and clicks by date, hits_of
 * those by list; in the order of addresses every page reads and sorts all of them.
 */
export async function recipientEvents(
  sql: Sql,
  asked: RecipientEventsAsked,
  { order, descending, offset, limit, total }: RecipientEventPage,
): Promise<readonly RecipientEventRow[]> {
  const { clientId, campaignId, timeZone, kind } = asked
  const direction = descending ? sql`desc` : sql`asc`
  const keys = {
    EmailAddress: sql`k.address collate "C" ${direction}, k.at ${direction}, k.number ${direction}`,
    List: sql`k.number ${direction}, k.at ${direction}`,
    Date: sql`k.at ${direction}, k.number ${direction}`,
  }[order]
  // recipients are numbered from 1 to their total, so a page of them is a range
  const isRange = kind === 'Recipient' && order !== 'EmailAddress'
  const [first, last] = descending ? [total - offset - limit + 1, total - offset] : [offset + 1, offset + limit]
  const page = isRange
    ? sql`where k.number between ${first} and ${last} order by ${keys}`
    : sql`order by ${keys} offset ${offset} limit ${limit}`
  const events = eventsOf(sql, asked)
  const withRecipients = (found: Fragment) => sql`
    select e.*, a.email, a.list_id, a.address
    from (${found}) e
    cross join lateral (
      select email, list_id, address from audience
      where client_id = ${clientId} and campaign_id = ${campaignId} and number = e.number
      offset 0
    ) a`
  // unless the order needs recipients, they are joined for the rows of the page only
  const rows =
    order === 'EmailAddress'
      ? sql`select k.* from (${withRecipients(events)}) k ${page}`
      : withRecipients(sql`select k.* from (${events}) k ${page}`)
  return sql<RecipientEventRow[]>`
    select k.email, l.public_id as list_public_id, ${localTime(sql, 'k.at', timeZone)} as date, k.remote, coalesce(t.url, '') as url,
      k.bounce_type, k.reason
    from (${rows}) k
    left join lateral (
      select url from links where client_id = ${clientId} and campaign_id = ${campaignId} and number = k.link offset 0
    ) t on true
    left join lists l on l.client_id = ${clientId} and l.id = k.list_id
    order by ${keys}`
}

/** A `select` of number, at, remote, link, bounce_type and reason. */
function eventsOf(sql: Sql, { clientId, campaignId, kind, since, timeZone }: RecipientEventsAsked): Fragment {
  const after = since === undefined ? sql`` : sql`and x.at > (${since}::text::timestamp at time zone ${timeZone})`
  switch (kind) {
    case 'Recipient':
      return sql`
        select x.number, null::timestamptz as at, '' as remote, null::integer as link, '' as bounce_type, '' as reason
        from audience x where x.client_id = ${clientId} and x.campaign_id = ${campaignId}`
    case 'Open':
      return sql`
        select x.number, x.at, x.remote, null::integer as link, '' as bounce_type, '' as reason
        from hits x where x.client_id = ${clientId} and x.campaign_id = ${campaignId} and x.kind = 'open' and x.method = 'GET' ${after}`
    case 'Click':
      return sql`
        select x.number, x.at, x.remote, x.link, '' as bounce_type, '' as reason
        from hits x where x.client_id = ${clientId} and x.campaign_id = ${campaignId} and x.kind = 'click' and x.method = 'GET' ${after}`
    case 'Bounce':
      return sql`
        select x.number, x.at, '' as remote, null::integer as link, x.type as bounce_type, x.evidence as reason
        from campaign_bounces x where x.client_id = ${clientId} and x.campaign_id = ${campaignId} ${after}`
    case 'Unsubscribe':
      return sql`
        select x.number, x.at, '' as remote, null::integer as link, '' as bounce_type, '' as reason
        from campaign_unsubscribes x where x.client_id = ${clientId} and x.campaign_id = ${campaignId} ${after}`
    case 'Complaint':
      return sql`
        select x.number, x.at, '' as remote, null::integer as link, '' as bounce_type, x.feedback_type as reason
        from campaign_complaints x where x.client_id = ${clientId} and x.campaign_id = ${campaignId} ${after}`
  }
}
