/**
 * Looks for work among all clients, without locks: a distributed database asks all of its nodes. What is found is read, locked and changed by
 * statements that name its client (per-client.ts, jobs/claiming.ts).
 */
import type { Fragment, Sql } from './connection/database.ts'

export interface Search {
  /** A table of clients' rows. */
  readonly table: string
  /** Columns of the row `t` beside its client: `, t.id`. */
  readonly columns?: Fragment
  /** Condition on the row `t`. */
  readonly isFound: Fragment
  /** Columns of `t`; undefined for no order. */
  readonly order?: Fragment
  /** Rows to find; undefined for all. */
  readonly most?: number
}

/** Finds rows of one table, whichever client they belong to. */
export function findAmongClients<Row extends { readonly clientId: number }>(
  sql: Sql,
  { table, columns = sql``, isFound, order, most }: Search,
): Promise<Row[]> {
  return sql<Row[]>`
    select t.client_id ${columns} from ${sql(table)} t
    where ${isFound} ${order ? sql`order by ${order}` : sql``} ${most === undefined ? sql`` : sql`limit ${most}`}`
}

/** The clients with such rows, in ascending order. @param isFound condition on a row of the table */
export async function findClientsWith(sql: Sql, table: string, isFound: Fragment): Promise<readonly number[]> {
  const rows = await sql<{ clientId: number }[]>`
    select distinct client_id from ${sql(table)} where ${isFound} order by client_id`
  return rows.map(({ clientId }) => clientId)
}
