/** What a backup holds of the database, read from PostgreSQL's own catalogue: a new table is in the next backup by itself. */
import type { Sql } from '../connection/database.ts'

export interface BackupTable {
  readonly name: string
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[]
}

/** A month or a year of a table that is kept by time (partitions.ts). */
export interface BackupPartition {
  readonly table: string
  readonly name: string
  /** Instants as PostgreSQL writes them in UTC; from the first on, before the second. */
  readonly from: string
  readonly until: string
}

export interface Layout {
  readonly tables: readonly BackupTable[]
  readonly partitions: readonly BackupPartition[]
}

/** Tables whose rows say what the program did to this database, and mean nothing in another. */
export const ofThisDatabase = [
  'migrations',
  'database_server',
  'heartbeats',
  'editors',
  'throttle_buckets',
  'shared_buckets',
  'processes',
  'job_workers',
]

/** All tables, each once: the partitions of a table are read with it. */
export async function readLayout(sql: Sql): Promise<Layout> {
  const tables = await sql<BackupTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${ofThisDatabase})
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

/** The number each sequence stands at; those no row has asked are left out. */
export async function readSequences(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; last: string }[]>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
