/** Instants as numbers, for sort keys in JSON: PostgreSQL's microseconds, of which a Date would lose three digits. */
import type { Fragment, Sql } from './connection/database.ts'

/** Microseconds since 1970. @param instant a column */
export function microseconds(sql: Sql, instant: string): Fragment {
  return sql`(extract(epoch from ${sql(instant)}) * 1000000)::bigint`
}

/** Converts microseconds back without loss. @param value a safe integer */
export function instantOf(sql: Sql, value: number): Fragment {
  return sql`('epoch'::timestamptz + ${value}::double precision * interval '1 microsecond')`
}
