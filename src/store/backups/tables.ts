/** The tables of a backup, read from PostgreSQL's catalogue, so that new tables are included without a change here. */
import type { Sql } from '../connection/database.ts'
import { type Partition, readPartitions } from '../partitions.ts'

export interface BackupTable {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

export interface Layout {
  readonly tables: readonly BackupTable[]
  readonly partitions: readonly Partition[]
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
  return { tables, partitions: await readPartitions(sql) }
}

/** The last value of each sequence; unused sequences are left out. */
export async function readSequences(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; last: string }[]>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
