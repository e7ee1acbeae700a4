/**
 * Where a distributed database keeps each table: the one list of it. Rows of clients are distributed by client, and all rows of one client are
 * on one node, so that a statement that names a client runs there. A few small tables are copied to each node, because rows of clients refer to
 * them or are joined with them. All others stay on the coordinator.
 */
import type { Sql } from '../connection/database.ts'

/**
 * - `reference`: a copy on each node; a write goes to all nodes in one transaction.
 * - `distributed`: by `client_id`, in shards that are colocated with those of `lists`.
 * - `coordinator`: as in a database that is not distributed.
 */
export type Placement = 'reference' | 'distributed' | 'coordinator'

/** The tables that are copied to each node, in the order in which foreign keys among them allow them to be made. */
export const referenceTables = [
  'accounts',
  'clients',
  'logins',
  'link_keys',
  'account_suppressions',
  'account_suppression_history',
  // few rows, joined whenever mails are handed over
  'holds',
  'directory',
] as const

/** The column that tables are distributed by, and the table whose shards the others are colocated with. */
export const distributionColumn = 'client_id'
export const leadingTable = 'lists'

/** @param hasClient whether the table has a column `client_id` that is never null */
export function placementOf(table: string, hasClient: boolean): Placement {
  if ((referenceTables as readonly string[]).includes(table)) return 'reference'
  return hasClient ? 'distributed' : 'coordinator'
}

export interface PlacedTable {
  readonly name: string
  readonly placement: Placement
}

/** Where each table of the schema belongs, by name. Partitions are not listed: they are where their table is. */
export async function readPlacements(sql: Sql): Promise<PlacedTable[]> {
  const tables = await sql<{ name: string; hasClient: boolean }[]>`
    select c.relname as name, coalesce(a.attnotnull, false) as has_client
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = ${distributionColumn} and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
  return tables.map(({ name, hasClient }) => ({ name, placement: placementOf(name, hasClient) }))
}
