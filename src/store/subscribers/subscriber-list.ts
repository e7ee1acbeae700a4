/**
 * The members of a list in the order of an index, from any position. Each state has its own range of the index; the requested ranges are
 * merged, so a query reads at most one page per state, whatever the number of members.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { instantOf, microseconds } from '../instants.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import { pausedUntil } from './pauses.ts'

export interface ListedRow {
  readonly email: string
  readonly address: string
  readonly name: string
  readonly state: State
  /** Local times of the client. */
  readonly stateDate: string
  readonly joinedDate: string
  /** Microseconds since 1970. */
  readonly joinedAt: number
  readonly id: number
  /** The last day of the person's pause, `YYYY-MM-DD`. */
  readonly pausedUntil: string | null
  /** Empty unless fields were requested. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

export interface ListedPage {
  readonly clientId: number
  readonly listId: number
  readonly timeZone: string
  readonly states: readonly State[]
  /** Keys of custom fields. */
  readonly fields: readonly string[]
  readonly limit: number
}

export interface JoinedBetween {
  /** Local times of the client: from the first (inclusive) to the second (exclusive). */
  readonly since: string | undefined
  readonly until: string | undefined
  /** The last row of the previous page: its joining date and id. */
  readonly after: readonly [joinedAt: number, id: number] | undefined
}

/** Latest joined first. The index subscribers_joined serves this query. */
export async function readMembersByJoining(sql: Sql, page: ListedPage, { since, until, after }: JoinedBetween) {
  const local = (time: string) => sql`(${time}::text::timestamp at time zone ${page.timeZone})`
  const range = sql`
    ${since === undefined ? sql`` : sql`and joined_at >= ${local(since)}`}
    ${until === undefined ? sql`` : sql`and joined_at < ${local(until)}`}
    ${after === undefined ? sql`` : sql`and (joined_at, id) < (${instantOf(sql, after[0])}, ${after[1]}::bigint)`}`
  return members(sql, page, range, key => sql`${sql(`${key}.joined_at`)} desc, ${sql(`${key}.id`)} desc`)
}

export interface AddressesFrom {
  /** Prefix of the normalised address; empty for all. */
  readonly prefix: string
  /** Address of the last row of the previous page. */
  readonly after: string | undefined
}

/** In the order of the addresses' bytes. The index subscribers_by_address serves this query. */
export async function readMembersByAddress(sql: Sql, page: ListedPage, from: AddressesFrom) {
  return members(sql, page, addressesFrom(sql, from), key => sql`${sql(`${key}.address`)} collate "C"`)
}

/** Conditions on `address` for an index by its bytes. */
export function addressesFrom(sql: Sql, { prefix, after }: AddressesFrom): Fragment {
  return sql`
    ${prefix === '' ? sql`` : sql`and ${textsFrom(sql, sql`address collate "C"`, sql`${prefix}::text`)}`}
    ${after === undefined ? sql`` : sql`and address collate "C" > ${after}`}`
}

/** Whether a text that is ordered by its bytes begins with a prefix. */
export function textsFrom(sql: Sql, text: Fragment, prefix: Fragment): Fragment {
  return sql`${text} >= ${prefix} and ${text} < ${prefix} || ${highest}::text`
}
/** The last character of Unicode: all texts with a prefix are below the prefix followed by it. */
const highest = '\u{10ffff}'

async function members(sql: Sql, page: ListedPage, range: Fragment, orderBy: (table: string) => Fragment) {
  const { clientId, listId, timeZone, states, fields, limit } = page
  const chosen =
    fields.length === 0
      ? sql`'{}'::jsonb`
      : sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.fields) where key = any(${fields as string[]}::text[]))`
  return sql<ListedRow[]>`
    select s.email, s.address, s.name, s.state, ${localTime(sql, 's.state_at', timeZone)} as state_date,
      ${localTime(sql, 's.joined_at', timeZone)} as joined_date, ${microseconds(sql, 's.joined_at')} as joined_at, s.id,
      ${pausedUntil(sql, clientId, sql`s.address`)} as paused_until,
      ${chosen} as fields
    from (
      select k.*
      from unnest(${states as string[]}::text[]) as wanted (state)
      cross join lateral (
        select m.id, m.joined_at, m.address
        from subscribers m
        where m.client_id = ${clientId} and m.list_id = ${listId} and m.state = wanted.state ${range}
        order by ${orderBy('m')}
        limit ${limit}
      ) k
      order by ${orderBy('k')}
      limit ${limit}
    ) k
    join subscribers s on s.client_id = ${clientId} and s.id = k.id
    order by ${orderBy('k')}`
}
