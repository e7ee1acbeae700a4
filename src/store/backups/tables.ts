/** What a backup holds of the database, read from PostgreSQL's own catalogue: a new table is in the next backup by itself. */
import type { Sql } from '../connection/database.ts'
import { type Partition, readPartitions } from '../partitions.ts'

export interface BackupTable {
  readonly name: string
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[]
}

export interface Layout {
  readonly tables: readonly BackupTable[]
  readonly partitions: readonly Partition[]
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
  return { tables, partitions: await readPartitions(sql) }
}

/** The number each sequence stands at; those no row has asked are left out. */
export async function readSequences(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; last: string }[]>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
