/**
 * Numbered pages of the members of a list in one state. A page is read from the nearer end, so that the last page costs as much as the
 * first one; a page in the middle skips half of the members in an index.
 */
import { type Audience, recipientsOf } from '../campaigns/audience.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { instantOf, microseconds } from '../instants.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'

export interface MemberRow {
  readonly email: string
  readonly name: string
  readonly state: State
  /** Local times of the client. */
  readonly stateDate: string
  readonly joinedDate: string
  readonly mobileNumber: string | null
  readonly trackingConsent: boolean | null
  readonly mobileConsent: boolean | null
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Names of the person's tags. */
  readonly tags: readonly string[]
}

export type MemberOrder = 'EmailAddress' | 'Name' | 'StateDate'

export interface MembersAsked {
  readonly clientId: number
  readonly listId: number
  readonly timeZone: string
  readonly state: State
  /** Local time of the client: only members whose state changed later. */
  readonly changedAfter: string | undefined
}

export interface PageOfMembers {
  readonly order: MemberOrder
  readonly descending: boolean
  /** Index of the first row in this order, less than the total. */
  readonly offset: number
  readonly limit: number
  /** Number of all rows. */
  readonly total: number
}

/** A member that a page of all in a state may begin at. */
export interface MemberMark {
  /** Members before it, from the end that the page is read from. */
  readonly before: number
  readonly key: MemberOrderKey
}

/** What orders a member: the address; the beginning of the name, and the id; microseconds, and the id. */
export type MemberOrderKey = readonly (string | number)[]

/** Up to so many rows are sorted; for more the index of the order is walked. */
const few = 100_000
/** Can be counted in some milliseconds. */
const soonCounted = 10_000

/** Counts members; a total exists for all members in a state. */
export async function countMembers(sql: Sql, asked: MembersAsked): Promise<number> {
  const { clientId, listId, state, changedAfter } = asked
  const [totals] = await sql<Record<Lowercase<State>, number>[]>`
    select active, unconfirmed, unsubscribed, bounced, deleted
    from list_totals
    where client_id = ${clientId} and list_id = ${listId}`
  const all = totals?.[state.toLowerCase() as Lowercase<State>] ?? 0
  if (changedAfter === undefined || all === 0) return all
  // few changed after a recent date, and few before an old one; counting both ends up to a limit avoids a long walk
  const after = await countUpTo(sql, asked, isAfter(sql, asked), soonCounted)
  if (after < soonCounted) return after
  const before = await countUpTo(sql, asked, sql`not ${isAfter(sql, asked)}`, soonCounted)
  if (before < soonCounted) return Math.max(0, all - before)
  return countUpTo(sql, asked, isAfter(sql, asked), 2 ** 31 - 1)
}

async function countUpTo(sql: Sql, asked: MembersAsked, condition: Fragment, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (select 1 from subscribers m where m.client_id = ${asked.clientId} and ${isAsked(sql, asked)} and ${condition} limit ${most}) counted`
  return row!.count
}

/** Conditions on members; the statement names the client. */
function isAsked(sql: Sql, { listId, state }: MembersAsked): Fragment {
  return sql`m.list_id = ${listId} and m.state = ${state}`
}

function isAfter(sql: Sql, { changedAfter, timeZone }: MembersAsked): Fragment {
  return sql`m.state_at > (${changedAfter!}::text::timestamp at time zone ${timeZone})`
}

/** Another one whenever the members of a list, or what they are ordered by, are not as before. */
export async function readMembersRevision(sql: Sql, { clientId, listId }: MembersAsked): Promise<string> {
  // the numbers too: a process of the version before writes no revision
  const [row] = await sql<{ revision: string }[]>`
    select concat_ws(' ', revision, active, unconfirmed, unsubscribed, bounced, deleted) as revision
    from list_totals
    where client_id = ${clientId} and list_id = ${listId}`
  return row?.revision ?? ''
}

/** How a page is read: from which end, and how many members of it come before the page. */
export interface Reading {
  readonly isNearEnd: boolean
  readonly skipped: number
  readonly size: number
  /** Of the reading; that of the page may be the other one. */
  readonly descending: boolean
}

/** The nearer end of the order, so that at most half of the members come before the page. */
export function readingOf({ offset, limit, total, descending }: PageOfMembers): Reading {
  const size = Math.min(limit, total - offset)
  const isNearEnd = offset > total - offset - size
  const skipped = isNearEnd ? total - offset - size : offset
  return { isNearEnd, skipped, size, descending: descending !== isNearEnd }
}

/** Members `m` from a mark on. */
function isFrom(sql: Sql, order: MemberOrder, descending: boolean, mark: MemberMark | undefined): Fragment {
  if (!mark) return sql``
  const [first, id] = mark.key
  const isOnwards = descending ? sql`<=` : sql`>=`
  switch (order) {
    case 'EmailAddress':
      return sql`and ${keyOf(sql, order, 'm')} ${isOnwards} ${first}::text`
    case 'Name':
      return sql`and (${keyOf(sql, order, 'm')}, m.id) ${isOnwards} (${first}::text, ${id}::bigint)`
    case 'StateDate':
      return sql`and (m.state_at, m.id) ${isOnwards} (${instantOf(sql, first as number)}, ${id}::bigint)` // microseconds
  }
}

/** An address is unique on a list; equal names and dates are ordered by the id. */
function orderOf(sql: Sql, order: MemberOrder, table: string, descending: boolean): Fragment {
  const direction = descending ? sql`desc` : sql`asc`
  return order === 'EmailAddress'
    ? sql`${keyOf(sql, order, table)} ${direction}`
    : sql`${keyOf(sql, order, table)} ${direction}, ${sql(`${table}.id`)} ${direction}`
}

/**
 * The indexes subscribers_by_address, subscribers_by_list_name and subscribers_state serve this query.
 * @param mark before the page, in the direction of `readingOf` the page; members in between are skipped
 */
export async function pageOfMembers(
  sql: Sql,
  asked: MembersAsked,
  page: PageOfMembers,
  mark?: MemberMark,
): Promise<readonly (MemberRow & { readonly key: MemberOrderKey })[]> {
  const { order, total } = page
  const { isNearEnd, skipped, size, descending } = readingOf(page)
  const key = (table: string) => orderOf(sql, order, table, descending)
  // an index has all that the orders of addresses and dates ask for, so what is skipped is skipped in the index alone; names are read from the rows
  const isAll = asked.changedAfter === undefined
  const byAddress = isAll && order === 'EmailAddress'
  const keys = {
    EmailAddress: sql`jsonb_build_array(s.address)`,
    Name: sql`jsonb_build_array(${keyOf(sql, order, 's')}, s.id)`,
    StateDate: sql`jsonb_build_array(${microseconds(sql, 's.state_at')}, s.id)`,
  }
  const rows = await sql<(MemberRow & { readonly key: MemberOrderKey })[]>`
    select ${memberColumns(sql, asked)}, ${keys[order]} as key
    from (
      ${
        isAll
          ? sql`select ${byAddress ? sql`m.address` : sql`m.id`} from subscribers m where ${order === 'Name' ? sql`m.client_id = ${asked.clientId} and` : sql``} ${isAsked(sql, asked)} ${isFrom(sql, order, descending, mark)}`
          : changed(sql, asked, total <= few)
      }
      order by ${key('m')}
      offset ${skipped - (mark?.before ?? 0)}
      limit ${size}
    ) k
    join subscribers s on s.client_id = ${asked.clientId}
      and ${byAddress ? sql`s.list_id = ${asked.listId} and s.address = k.address` : sql`s.id = k.id`}
    order by ${key('s')}`
  return isNearEnd ? rows.toReversed() : rows
}

/** A `select` of ids of changed members `m`. If they are few they are sorted; walking the index of the order would read all others too. */
function changed(sql: Sql, asked: MembersAsked, isFew: boolean): Fragment {
  const { clientId } = asked
  const those = sql`${isAsked(sql, asked)} and ${isAfter(sql, asked)}`
  return isFew
    ? sql`with changed as materialized (
        select m.id, m.address, m.name, m.state_at from subscribers m where m.client_id = ${clientId} and ${those}
      ) select m.id from changed m`
    : sql`select m.id from subscribers m where m.client_id = ${clientId} and ${those}`
}

/** The key of the order's index; for names their first 60 characters. */
function keyOf(sql: Sql, order: MemberOrder, table: string): Fragment {
  switch (order) {
    case 'EmailAddress':
      return sql`${sql(`${table}.address`)} collate "C"`
    case 'Name':
      return sql`left(lower(${sql(`${table}.name`)}), 60) collate "C"`
    case 'StateDate':
      return sql`${sql(`${table}.state_at`)}`
  }
}

type SegmentAsked = Pick<MembersAsked, 'clientId' | 'timeZone' | 'changedAfter'>

/** Of a segment, with the list whose member it is. */
export interface SegmentMemberRow extends MemberRow {
  readonly listId: number
}

/** Counts active members of a segment. Walks its lists. */
export async function countMembersOfAudience(sql: Sql, asked: SegmentAsked, audience: Audience): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count ${chosenOf(sql, asked, audience)}`
  return row!.count
}

/** A page of these members. */
export async function pageOfAudience(
  sql: Sql,
  asked: SegmentAsked,
  audience: Audience,
  { order, descending, offset, limit }: PageOfMembers,
): Promise<readonly SegmentMemberRow[]> {
  const direction = descending ? sql`desc` : sql`asc`
  return sql<SegmentMemberRow[]>`
    select s.list_id, ${memberColumns(sql, asked)}
    ${chosenOf(sql, asked, audience)}
    order by ${keyOf(sql, order, 's')} ${direction}, s.id ${direction}
    offset ${offset}
    limit ${limit}`
}

function chosenOf(sql: Sql, { clientId, changedAfter, timeZone }: SegmentAsked, audience: Audience): Fragment {
  return sql`
    from (select s.id ${recipientsOf(sql, clientId, audience)}) k
    join subscribers s on s.client_id = ${clientId} and s.id = k.id
    ${changedAfter === undefined ? sql`` : sql`where s.state_at > (${changedAfter}::text::timestamp at time zone ${timeZone})`}`
}

/** Members of lists of one client, in any state; addresses that are not on their list are missing. */
export async function readMembersByAddress(
  sql: Sql,
  { clientId, timeZone }: Pick<MembersAsked, 'clientId' | 'timeZone'>,
  keys: readonly { readonly listId: number; readonly address: string }[],
) {
  return sql<(MemberRow & { readonly listId: number; readonly address: string })[]>`
    select s.list_id, s.address, ${memberColumns(sql, { clientId, timeZone })}
    from unnest(${keys.map(key => key.listId)}::bigint[], ${keys.map(key => key.address)}::text[]) as k (list_id, address)
    cross join lateral (
      select * from subscribers m
      where m.client_id = ${clientId} and m.list_id = k.list_id and m.address = k.address offset 0
    ) s`
}

function memberColumns(sql: Sql, { clientId, timeZone }: Pick<MembersAsked, 'clientId' | 'timeZone'>): Fragment {
  return sql`s.email, s.name, s.state, ${localTime(sql, 's.state_at', timeZone)} as state_date,
    ${localTime(sql, 's.joined_at', timeZone)} as joined_date, s.mobile_number, s.tracking_consent, s.mobile_consent, s.fields,
    array(
      select t.name
      from tagged_contacts g
      join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
      where g.client_id = ${clientId} and g.address = s.address
      order by lower(t.name)
    ) as tags`
}

/** The lists of a client that contain an address, by title. */
export async function readListsOfAddress(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  address: string,
) {
  return sql<{ listPublicId: string; title: string; state: State; stateDate: string; joinedDate: string }[]>`
    select l.public_id as list_public_id, l.title, s.state, ${localTime(sql, 's.state_at', timeZone)} as state_date,
      ${localTime(sql, 's.joined_at', timeZone)} as joined_date
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address}
    order by lower(l.title), l.id`
}

/** Members in a state with addresses after the given one, in the order of the addresses' bytes. */
export async function readAddressesInState(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
  state: State,
  after: string,
  limit: number,
) {
  return sql<{ address: string; email: string }[]>`
    select address, email
    from subscribers
    where client_id = ${clientId} and list_id = ${listId} and state = ${state} and address collate "C" > ${after}
    order by address collate "C"
    limit ${limit}`
}
