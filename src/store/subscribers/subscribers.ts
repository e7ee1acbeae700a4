/** Queries for members of a list. */
import type { Sql } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import { perClient } from '../per-client.ts'
import type { MembershipKey } from './memberships.ts'

/** Filters keys of active members. */
export async function readActiveAmong(sql: Sql, keys: readonly MembershipKey[]): Promise<readonly MembershipKey[]> {
  return perClient(
    keys,
    (clientId, own) => sql<MembershipKey[]>`
      select s.client_id, s.list_id, s.address
      from unnest(${own.map(key => key.listId)}::bigint[], ${own.map(key => key.address)}::text[]) as k (list_id, address)
      cross join lateral (
        select * from subscribers m
        where m.client_id = ${clientId} and m.list_id = k.list_id and m.address = k.address offset 0
      ) s
      where s.state = 'Active'`,
  )
}

export interface SubscriberRow {
  readonly email: string
  readonly name: string
  readonly state: State
  /** Local time of the client, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

export async function findSubscriberByAddress(
  sql: Sql,
  { clientId, listId, address }: MembershipKey,
  timeZone: string,
): Promise<SubscriberRow | undefined> {
  const [row] = await sql<SubscriberRow[]>`
    select email, name, state, fields, ${localTime(sql, 'state_at', timeZone)} as date
    from subscribers
    where client_id = ${clientId} and list_id = ${listId} and address = ${address}`
  return row
}

/** The custom fields of a list's members by address; addresses that are not on the list are missing. */
export async function readFieldsOfMembers(
  sql: Sql,
  { clientId, listId }: Omit<MembershipKey, 'address'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SubscriberRow['fields']>> {
  const rows = await sql<{ address: string; fields: SubscriberRow['fields'] }[]>`
    select address, fields from subscribers
    where client_id = ${clientId} and list_id = ${listId} and address = any(${addresses as string[]}::text[])`
  return new Map(rows.map(({ address, fields }) => [address, fields]))
}

/** The position at the end of a page. */
export interface Mark {
  /**
   * Timestamp with offset, to the microsecond, in PostgreSQL's format. A Date would lose three digits, and the driver
   * converts every timestamptz parameter to a Date, so it is cast from text.
   */
  readonly at: string
  readonly id: number
}
/** `fields` is missing where none was asked for. */
export type MarkedSubscriber = Omit<SubscriberRow, 'state' | 'fields'> & Partial<Pick<SubscriberRow, 'fields'>> & Mark

/** The position before the first row that is strictly after a local time. */
export async function markAt(sql: Sql, localTime: string, timeZone: string): Promise<Mark> {
  const [row] = await sql<{ at: string }[]>`
    select (${localTime}::text::timestamp at time zone ${timeZone})::text as at`
  return { at: row!.at, id: Number.MAX_SAFE_INTEGER }
}

/**
 * The next members in a state after a position, by the time of the transition. The index subscribers_state serves this query.
 * @param withFields false for a list without custom fields: their column is not read then
 */
export async function readSubscribersAfter(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
  state: State,
  after: Mark,
  { limit, timeZone, withFields }: { readonly limit: number; readonly timeZone: string; readonly withFields: boolean },
): Promise<readonly MarkedSubscriber[]> {
  return sql<MarkedSubscriber[]>`
    select email, name, ${withFields ? sql`fields,` : sql``} ${localTime(sql, 'state_at', timeZone)} as date,
      state_at::text as at, id
    from subscribers
    where client_id = ${clientId} and list_id = ${listId} and state = ${state}
      and (state_at, id) > (${after.at}::text::timestamptz, ${after.id}::bigint)
    order by state_at, id
    limit ${limit}`
}
