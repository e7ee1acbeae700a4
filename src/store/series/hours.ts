/** Allowed hours of a day in a time zone. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { StepSettings } from './series.ts'

/**
 * The first moment from an instant on that is within the allowed hours of a step. A local time that a change of clocks leaves out is read as
 * PostgreSQL reads it: an hour later.
 */
export function openingFrom(
  sql: Sql,
  instant: Fragment,
  { fromMinute, toMinute }: Pick<StepSettings, 'fromMinute' | 'toMinute'>,
  timeZone: string,
): Fragment {
  if (fromMinute === null || toMinute === null) return instant
  const opens = (day: Fragment) =>
    sql`((${day} + make_interval(mins => ${fromMinute}::integer)) at time zone ${timeZone}::text)`
  return sql`(
    select case when h.minute < ${fromMinute} then ${opens(sql`h.day`)} when h.minute >= ${toMinute} then ${opens(sql`h.day + interval '1 day'`)} else h.at end
    from (
      select d.at, date_trunc('day', d.local) as day, extract(hour from d.local) * 60 + extract(minute from d.local) as minute
      from (select i.at, i.at at time zone ${timeZone}::text as local from (select (${instant})::timestamptz as at) i) d
    ) h)`
}
