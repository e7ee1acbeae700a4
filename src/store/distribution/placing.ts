/** Places tables: makes reference tables and distributed tables of those that are where they do not belong yet. */
import { OperatorError } from '../../lib/operator-error.ts'
import type { Sql } from '../connection/database.ts'
import {
  addForeignKey,
  dropForeignKeys,
  type ForeignKey,
  loosenKeys,
  readClientlessKeys,
  readForeignKeys,
} from './keys.ts'
import {
  distributionColumn,
  leadingTable,
  type PlacedTable,
  type Placement,
  readPlacements,
  referenceTables,
} from './placement.ts'

/** A table that is not where it belongs. */
export interface MisplacedTable extends PlacedTable {
  readonly found: Placement
}

/** Where Citus has each of its tables. Tables that it only knows because of a foreign key are on the coordinator. */
async function readFound(sql: Sql): Promise<ReadonlyMap<string, Placement>> {
  const rows = await sql<{ name: string; method: string; replication: string }[]>`
    select c.relname as name, p.partmethod::text as method, p.repmodel::text as replication
    from pg_catalog.pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace`
  const placementOf = (method: string, replication: string): Placement => {
    if (method !== 'n') return 'distributed'
    return replication === 't' ? 'reference' : 'coordinator'
  }
  return new Map(rows.map(({ name, method, replication }) => [name, placementOf(method, replication)]))
}

/** Tables that are not where `placement.ts` says, in the order in which they are to be placed. The database has the extension. */
export async function findMisplaced(sql: Sql): Promise<MisplacedTable[]> {
  const found = await readFound(sql)
  const rank = ({ name, placement }: PlacedTable) => (placement === 'reference' ? 0 : name === leadingTable ? 1 : 2)
  return (await readPlacements(sql))
    .map(table => ({ ...table, found: found.get(table.name) ?? ('coordinator' as const) }))
    .filter(table => table.placement !== table.found)
    .sort((one, other) => rank(one) - rank(other))
}

/**
 * Places a table, in a transaction: no row is lost or doubled when it fails. Foreign keys of and to it are off.
 * @param shards number of shards of the leading table; those of the others follow it
 * @returns the number of its rows
 * @throws OperatorError if Citus has it elsewhere already, or the number of rows differs afterwards
 */
export async function placeTable(
  sql: Sql,
  { name, placement, found }: MisplacedTable,
  shards?: number,
): Promise<number> {
  if (found !== 'coordinator')
    throw new OperatorError(
      `The table ${name} is a ${found} table and belongs elsewhere (${placement}). Undo that first: select undistribute_table('${name}')`,
    )
  await loosenKeys(sql, placement === 'distributed' ? await readClientlessKeys(sql, [name]) : [])
  const before = await countRows(sql, name)
  if (placement === 'reference') await sql`select create_reference_table(${name}::text::regclass)`
  else if (name !== leadingTable)
    await sql`
      select create_distributed_table(${name}::text::regclass, ${distributionColumn}::text, colocate_with => ${leadingTable}::text)`
  else
    await sql`
      select create_distributed_table(${name}::text::regclass, ${distributionColumn}::text, colocate_with => 'none',
        shard_count => coalesce(${shards ?? null}::integer, current_setting('citus.shard_count')::integer))`
  const after = await countRows(sql, name)
  if (after !== before)
    throw new OperatorError(
      `The table ${name} has ${before} rows, and Citus has ${after} of them. Nothing of it was changed.`,
    )
  await forgetLocalRows(sql, name)
  return after
}

export async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`select count(*) as rows from ${sql(table)}`
  return row!.rows
}

/** Removes the rows that a table had on the coordinator before it was placed. Nothing shows them any more. */
export async function forgetLocalRows(sql: Sql, table: string): Promise<void> {
  await sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`
}

/** Placed tables whose rows of before are still on the coordinator, with their octets. */
export async function findLocalRows(sql: Sql): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  return sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_relation_size(c.oid) as bytes
    from pg_catalog.pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    where c.relkind = 'r' and (p.partmethod <> 'n' or p.repmodel = 't') and c.relnamespace = current_schema()::regnamespace
      and pg_relation_size(c.oid) > 0
    order by c.relname`
}

/**
 * Whether Citus takes a table of the coordinator into its catalogue as soon as a foreign key leads from it to a reference table. It cannot take
 * one with an identity column out of it again, so that this is off while new tables are made.
 */
export async function takeInByKeys(sql: Sql, isOn: boolean): Promise<void> {
  await sql`select set_config('citus.enable_local_reference_table_foreign_keys', ${isOn ? 'on' : 'off'}, true)`
}

/**
 * Places the tables that a migration has made, in its transaction, in a database that is distributed. Their foreign keys are dropped and added
 * again; unique keys without the client become ordinary indexes. `takeInByKeys` is off.
 */
export async function placeNewTables(sql: Sql): Promise<void> {
  const misplaced = await findMisplaced(sql)
  const names = misplaced.map(({ name }) => name)
  const keys = [...(await readForeignKeys(sql, names)), ...(await findUntakenKeys(sql, names))]
  await dropForeignKeys(sql, keys)
  for (const table of misplaced) await placeTable(sql, table)
  if (keys.length === 0) return
  await takeInByKeys(sql, true)
  for (const key of keys) await addForeignKey(sql, key)
  await takeInByKeys(sql, false)
}

/** Foreign keys of tables that Citus does not know to reference tables, but those of or to `placed`. They are checked against nothing. */
async function findUntakenKeys(sql: Sql, placed: readonly string[]): Promise<ForeignKey[]> {
  const keys = await readForeignKeys(sql, referenceTables)
  const known = await readFound(sql)
  return keys.filter(
    ({ table, references }) => !known.has(table) && ![table, references].some(name => placed.includes(name)),
  )
}
