/** What people did with a letter, as the bot filter counted it: `Counted` and `engagementOf` in domain/bot-filter/count.ts define it. */
import type { Fragment, Sql } from '../connection/database.ts'

/** People's opens and clicks of a row of `opens`, null where it is not classified. Who has clicked has opened. @param row its name */
export function reactions(sql: Sql, row: string): { readonly opened: Fragment; readonly clicked: Fragment } {
  const counted = sql(`${row}.counted`)
  const [opens, clicks] = [sql`(${counted} -> 'all' ->> 1)::integer`, sql`(${counted} -> 'all' ->> 3)::integer`]
  return { opened: sql`greatest(${opens}, (${opens} + ${clicks} > 0)::integer)`, clicked: clicks }
}
