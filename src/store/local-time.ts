import type { Fragment, Sql } from './connection/database.ts'

/**
 * An instant in the wires' format (domain/text-rules/dates.ts): `YYYY-MM-DD HH:MM:SS` in a time zone, null for null.
 * @param instant a column, or an expression
 * @param timeZone a name, or an expression
 */
export function localTime(sql: Sql, instant: string | Fragment, timeZone: string | Fragment): Fragment {
  return sql`to_char(${typeof instant === 'string' ? sql(instant) : instant} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
}

/** The local time of an instant in this format. */
export async function readLocalTimeOf(sql: Sql, at: Date, timeZone: string): Promise<string> {
  const [row] = await sql<{ written: string }[]>`
    select ${localTime(sql, sql`${at}::timestamptz`, timeZone)} as written`
  return row!.written
}

/** Local times of many instants, in the time zone of an account. */
export async function readAccountTimes(sql: Sql, accountId: number, instants: readonly Date[]): Promise<string[]> {
  const rows = await sql<{ written: string }[]>`
    select ${localTime(sql, sql`i.at`, sql`a.time_zone`)} as written
    from accounts a cross join unnest(${instants}::timestamptz[]) with ordinality i (at, place)
    where a.id = ${accountId} order by i.place`
  return rows.map(({ written }) => written)
}

/** Local times of many instants. */
export async function readLocalTimes(sql: Sql, instants: readonly Date[], timeZone: string): Promise<string[]> {
  const rows = await sql<{ written: string }[]>`
    select ${localTime(sql, sql`i.at`, timeZone)} as written
    from unnest(${instants}::timestamptz[]) with ordinality i (at, place) order by i.place`
  return rows.map(({ written }) => written)
}

/** The instant of a local time, `YYYY-MM-DD HH:MM:SS`. */
export async function readInstantOfLocal(sql: Sql, local: string, timeZone: string): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select ${local}::text::timestamp at time zone ${timeZone} as at`
  return row!.at
}
