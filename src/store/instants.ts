/** Instants as numbers, for sort keys in JSON: PostgreSQL's microseconds, of which a Date would lose three digits. */
import type { Fragment, Sql } from './connection/database.ts'

/**
 * An instant of the row to change, so many days earlier. Written without `timestamptz - interval`, which depends on the session's time zone: a
 * distributed database calls no such function with columns of the row that it changes.
 */
export function daysEarlier(sql: Sql, instant: string, days: number): Fragment {
  return sql`(${sql(instant)} at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`
}

/** Microseconds since 1970. @param instant a column */
export function microseconds(sql: Sql, instant: string): Fragment {
  return sql`(extract(epoch from ${sql(instant)}) * 1000000)::bigint`
}

/** Converts microseconds back without loss. @param value a safe integer */
export function instantOf(sql: Sql, value: number): Fragment {
  return sql`('epoch'::timestamptz + ${value}::double precision * interval '1 microsecond')`
}
