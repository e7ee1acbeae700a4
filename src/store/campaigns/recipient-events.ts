/** Events of a campaign's recipients (opens, clicks, bounces, …), one per row, in numbered pages. */
import type { Fragment, Sql } from '../connection/database.ts'
import { instantOf, microseconds } from '../instants.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { readKeptOfCampaign } from '../retention/kept.ts'
import { newRevision } from '../revisions.ts'

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
  /** What orders it by date or list: number of the recipient, and microseconds. */
  readonly key: EventOrderKey
}

export type EventOrderKey = readonly [number: number, at: number | null]

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
    // totals contain the events that were removed because people refused
    const removed = isRecipients ? sql`0` : sql(`removed_${total}`)
    const [totals] = await sql<{ total: number }[]>`
      select ${sql(total)} - ${removed} as total from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
    return totals?.total ?? 0
  }
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (${eventsOf(sql, asked)}) e`
  return row!.count
}

async function areHitsKept(sql: Sql, campaign: RecipientEventsAsked): Promise<boolean> {
  const { hitsFromDate, removedDate } = await readKeptOfCampaign(sql, campaign)
  return hitsFromDate === null && removedDate === null
}

/** Columns of `campaign_totals` by kind. */
const kept: { readonly [Kind in RecipientEventKind]?: string } = {
  Recipient: 'recipients',
  Open: 'opens',
  Click: 'clicks',
}

/** An event that a page of opens or clicks by date or list may begin at. */
export interface EventMark {
  /** Events with smaller keys; others may have the same. */
  readonly before: number
  readonly key: EventOrderKey
}

/** Where a page begins: at a mark, or among the recipients that its events are of. */
export interface EventsFrom {
  readonly mark?: EventMark | undefined
  /** The recipients of the page, in its order; `before` events of the first of them come before it. */
  readonly recipients?: { readonly numbers: readonly number[]; readonly before: number }
}

/**
 * Another one whenever the opens or clicks of a campaign are not as before: more came, old ones were purged, a recipient was erased.
 * While some are not counted yet it is another one each time.
 */
export async function readEventsRevision(
  sql: Sql,
  { clientId, campaignId, kind }: RecipientEventsAsked,
): Promise<string> {
  const [row] = await sql<{ revision: string }[]>`
    select concat_ws(' ', t.recipients, t.hits_revision, t.opens, t.clicks,
      case when exists (
        select 1 from uncounted_hits where client_id = ${clientId} and campaign_id = ${campaignId}
      ) then ${`uncounted ${newRevision()}`} end,
      (select extract(epoch from min(at)) from hits
       where client_id = ${clientId} and campaign_id = ${campaignId} and kind = ${kind === 'Click' ? 'click' : 'open'} and method = 'GET')
    ) as revision
    from campaign_totals t
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  return row?.revision ?? ''
}

/** Hits `x` from a mark on. */
function isFrom(sql: Sql, order: 'List' | 'Date', descending: boolean, mark: EventMark | undefined): Fragment {
  if (!mark) return sql``
  const number = sql`${mark.key[0]!}::integer`
  const at = instantOf(sql, mark.key[1]!) // hits have a time
  const isOnwards = descending ? sql`<=` : sql`>=`
  return order === 'List'
    ? sql`and (x.number, x.at) ${isOnwards} (${number}, ${at})`
    : sql`and (x.at, x.number) ${isOnwards} (${at}, ${number})`
}

function orderOf(sql: Sql, order: RecipientEventPage['order'], table: string, descending: boolean): Fragment {
  const direction = descending ? sql`desc` : sql`asc`
  const [address, at, number] = ['address', 'at', 'number'].map(column => sql(`${table}.${column}`))
  switch (order) {
    case 'EmailAddress':
      return sql`${address!} collate "C" ${direction}, ${at!} ${direction}, ${number!} ${direction}`
    case 'List':
      return sql`${number!} ${direction}, ${at!} ${direction}`
    case 'Date':
      return sql`${at!} ${direction}, ${number!} ${direction}`
  }
}

/** The recipients of events, in the order of their addresses: numbers, and how many events each has. */
export interface EventRecipients {
  readonly numbers: Int32Array
  readonly events: Int32Array
}

/** Reads audience and events once, and joins nothing: without statistics a join could look at all rows for each. */
export async function readRecipientsOfEvents(sql: Sql, asked: RecipientEventsAsked): Promise<EventRecipients> {
  const { clientId, campaignId, kind } = asked
  const rows = await sql<{ number: number; events: number }[]>`
      select k.number, sum(k.events)::integer as events
      from (
        select number, address collate "C" as address, ${kind === 'Recipient' ? 1 : 0}::integer as events
        from audience where client_id = ${clientId} and campaign_id = ${campaignId}
        ${
          kind === 'Recipient'
            ? sql``
            : sql`union all
        select x.number, null, count(*)::integer ${hitsOf(sql, asked, 'Date')} group by x.number`
        }
      ) k
      group by k.number
      having sum(k.events) > 0
      order by max(k.address)`
  return {
    numbers: Int32Array.from(rows, ({ number }) => number),
    events: Int32Array.from(rows, ({ events }) => events),
  }
}

/**
 * Recipients are numbered by list, so a page in that order is a range of numbers. The index hits_by_date serves opens and clicks by date, hits_of
 * those by list; in the order of addresses all are read and sorted, unless the recipients of the page are given.
 */
export async function readRecipientEvents(
  sql: Sql,
  asked: RecipientEventsAsked,
  { order, descending, offset, limit, total }: RecipientEventPage,
  { mark, recipients }: EventsFrom = {},
): Promise<readonly RecipientEventRow[]> {
  const { clientId, campaignId, timeZone, kind } = asked
  const keys = orderOf(sql, order, 'k', descending)
  // recipients are numbered from 1 to their total, so a page of them is a range
  const isRange = kind === 'Recipient' && order !== 'EmailAddress'
  const [first, last] = descending ? [total - offset - limit + 1, total - offset] : [offset + 1, offset + limit]
  const page = isRange
    ? sql`where k.number between ${first} and ${last} order by ${keys}`
    : sql`order by ${keys} offset ${recipients?.before ?? offset - (mark?.before ?? 0)} limit ${limit}`
  const events = recipients
    ? eventsOfRecipients(sql, asked, recipients.numbers)
    : mark && order !== 'EmailAddress'
      ? sql`select ${hitColumns(sql, kind)} ${hitsOf(sql, asked, order)} ${isFrom(sql, order, descending, mark)}`
      : eventsOf(sql, asked)
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
      k.bounce_type, k.reason, jsonb_build_array(k.number, ${microseconds(sql, 'k.at')}) as key
    from (${rows}) k
    left join lateral (
      select url from links where client_id = ${clientId} and campaign_id = ${campaignId} and number = k.link offset 0
    ) t on true
    left join lists l on l.client_id = ${clientId} and l.id = k.list_id
    order by ${keys}`
}

/**
 * Opens or clicks `x` from the index of an order: that of dates has opens, clicks and HEAD requests apart; in that of numbers they
 * are mixed, so the planner must not take the former for it.
 */
function hitsOf(sql: Sql, asked: RecipientEventsAsked, order: 'List' | 'Date'): Fragment {
  const { clientId, campaignId, kind } = asked
  const isKind =
    kind === 'Click' ? sql`x.kind = 'click' and x.method = 'GET'` : sql`x.kind = 'open' and x.method = 'GET'`
  return sql`
    from hits x
    where x.client_id = ${clientId} and x.campaign_id = ${campaignId} and ${order === 'Date' ? isKind : sql`(${isKind}) is true`} ${isSince(sql, asked)}`
}

function hitColumns(sql: Sql, kind: RecipientEventKind): Fragment {
  return sql`x.number, x.at, x.remote, ${kind === 'Click' ? sql`x.link` : sql`null::integer as link`}, '' as bounce_type, '' as reason`
}

function isSince(sql: Sql, { since, timeZone }: RecipientEventsAsked): Fragment {
  return since === undefined ? sql`` : sql`and x.at > (${since}::text::timestamp at time zone ${timeZone})`
}

/** The events of few recipients, found by their numbers. */
function eventsOfRecipients(sql: Sql, asked: RecipientEventsAsked, numbers: readonly number[]): Fragment {
  const { clientId, campaignId, kind } = asked
  const events =
    kind === 'Recipient'
      ? sql`
        select x.number, null::timestamptz as at, '' as remote, null::integer as link, '' as bounce_type, '' as reason
        from audience x where x.client_id = ${clientId} and x.campaign_id = ${campaignId}`
      : sql`select ${hitColumns(sql, kind)} ${hitsOf(sql, asked, 'List')}`
  return sql`
    select f.* from unnest(${numbers as number[]}::integer[]) as wanted (number)
    cross join lateral (${events} and x.number = wanted.number offset 0) f`
}

/** A `select` of number, at, remote, link, bounce_type and reason. */
function eventsOf(sql: Sql, asked: RecipientEventsAsked): Fragment {
  const { clientId, campaignId, kind } = asked
  const after = isSince(sql, asked)
  switch (kind) {
    case 'Recipient':
      return sql`
        select x.number, null::timestamptz as at, '' as remote, null::integer as link, '' as bounce_type, '' as reason
        from audience x where x.client_id = ${clientId} and x.campaign_id = ${campaignId}`
    case 'Open':
    case 'Click':
      return sql`select ${hitColumns(sql, kind)} ${hitsOf(sql, asked, 'Date')}`
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
