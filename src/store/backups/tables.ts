/** The tables of a backup, read from PostgreSQL's catalogue, so that new tables are included without a change here. */
import type { Sql } from '../connection/database.ts'

export interface BackupTable {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

/** A partition by month or year (partitions.ts). */
export interface BackupPartition {
  readonly table: string
  readonly name: string
  /** Instants in UTC as PostgreSQL writes them: from the first (inclusive) to the second (exclusive). */
  readonly from: string
  readonly until: string
}

export interface Layout {
  readonly tables: readonly BackupTable[]
  readonly partitions: readonly BackupPartition[]
}

/** Tables whose rows describe this database only and have no meaning in another. */
export const localTables = [
  'migrations',
  'database_server',
  'heartbeats',
  'editors',
  'throttle_buckets',
  'shared_buckets',
  'processes',
  'job_workers',
]

/** All tables; partitions are read as part of their table. */
export async function readLayout(sql: Sql): Promise<Layout> {
  const tables = await sql<BackupTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${localTables})
    group by c.relname
    order by c.relname`
  const partitions = await sql<BackupPartition[]>`
    select p.relname as table, c.relname as name, bounds[1] as from, bounds[2] as until
    from pg_class c
    join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent and p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace
    cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(]''([^'']+)''[)] TO [(]''([^'']+)''[)]') bounds
    where c.relkind = 'r' and bounds is not null
    order by c.relname`
  return { tables, partitions }
}

/** The last value of each sequence; unused sequences are left out. */
export async function readSequences(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; last: string }[]>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
