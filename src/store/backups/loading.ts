/**
 * Fills an empty database from a backup in one transaction: either all of it is loaded or nothing. Rows are loaded into the schema of the
 * backup; newer migrations run afterwards.
 */
import { OperatorError } from '../../lib/operator-error.ts'
import type { Database, Reserved, Sql } from '../connection/database.ts'
import { placeHold } from '../limits/guards.ts'
import { migrateWithin } from '../migrate.ts'
import { attachPartition, isPartitioned, type Partition } from '../partitions.ts'
import { jobColumns, quoteName } from './snapshot.ts'
import type { BackupTable, Layout } from './tables.ts'
import { unmarkRestore } from './unfinished.ts'

/** The database that a backup is to be restored into is not empty. */
export class NotEmpty extends OperatorError {
  constructor() {
    super(
      'The database already holds an installation, and nothing was changed. Restore into a new data folder (LETTERSHOP_DATA), or into an empty database (create database …; DATABASE_URL).',
    )
  }
}

export interface Loading {
  /** @returns the number of loaded rows @throws Error if the table or a row does not fit */
  load(table: BackupTable, pieces: AsyncIterable<Buffer>): Promise<number>
  loadJobs(pieces: AsyncIterable<Buffer>): Promise<number>
  setSequences(last: Readonly<Record<string, string>>): Promise<void>
}

/**
 * Calls `work` to load the rows. A hold stops sending from the beginning.
 * @param schema the newest migration of the backup, which this program must have
 * @param detail reason of the hold, in a sentence
 * @throws NotEmpty
 */
export async function loadInto(
  db: Database,
  { schema, layout, detail }: { readonly schema: number; readonly layout: Layout; readonly detail: string },
  work: (loading: Loading) => Promise<void>,
): Promise<void> {
  const sql = await db.reserve()
  try {
    await sql.unsafe(`begin; set local timezone = 'UTC'; set local maintenance_work_mem = '256MB'`)
    if (await isFilled(sql)) throw new NotEmpty()
    await migrateWithin(sql, schema)
    for (const partition of layout.partitions) await makePartition(sql, partition)
    const names = await ownTables(sql)
    const restoreShape = await takeShapeOff(sql)
    // migrations insert a few rows
    await sql.unsafe(`truncate ${[...names].map(quoteName).join(', ')}`)
    await work({
      async load({ name, columns }, pieces) {
        if (!names.has(name)) throw new OperatorError(`The backup has a table that this schema does not have: ${name}.`)
        return sql.copyIn(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`, pieces)
      },
      loadJobs: pieces => loadJobs(sql, pieces),
      setSequences: last => setSequences(sql, last),
    })
    await restoreShape()
    // identity and holds of the old database do not apply to this one
    await sql`update installation set database_sign = null`
    await placeHold(sql, { kind: 'database restored', folder: '', detail }, new Date())
    await migrateWithin(sql)
    await unmarkRestore(sql)
    await sql.unsafe('commit')
    await sql.unsafe('analyze')
  } finally {
    // uncommitted work is rolled back with the connection
    sql.release()
  }
}

/** @throws NotEmpty if the database holds an installation */
export async function refuseFilled(sql: Sql): Promise<void> {
  if (await isFilled(sql)) throw new NotEmpty()
}

async function isFilled(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ filled: boolean }[]>`
    select exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as filled`
  return row!.filled
}

/** All tables except the list of migrations. */
async function ownTables(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'`
  return new Set(rows.map(({ name }) => name))
}

async function makePartition(sql: Sql, { table, name, from, until }: Partition): Promise<void> {
  const bounds = { from: boundOf(from), until: boundOf(until) }
  if (!isPartitioned(table) || !/^\w+$/.test(name) || !bounds.from || !bounds.until)
    throw new OperatorError(`The backup names a partition that is none of this program's: ${name}.`)
  // the first of a new database ends elsewhere
  if (bounds.from === 'MINVALUE') await sql.unsafe(`drop table if exists ${quoteName(name)}`)
  await attachPartition(sql, { table, name, from: bounds.from, until: bounds.until })
}

/** A bound that can be part of a statement; undefined where it is neither a number nor an instant. */
function boundOf(text: string): string | undefined {
  if (/^(?:MINVALUE|\d{1,18})$/.test(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * Drops foreign keys, triggers, and indexes that are not constraints: they would slow loading or demand an order.
 * @returns a function that creates them again, which checks the foreign keys
 */
async function takeShapeOff(sql: Sql): Promise<() => Promise<void>> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relkind in ('r', 'p') and not c.relispartition
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    -- PostgreSQL numbers those of partitions as they are made
    order by i.indexrelid`
  const triggers = await sql<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and c.relnamespace = current_schema()::regnamespace
    where not tgisinternal and tgparentid = 0`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoteName(name)}`)
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  for (const { table, name } of triggers) await sql.unsafe(`alter table ${table} disable trigger ${quoteName(name)}`)
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition)
    for (const { table, name, definition } of keys)
      await sql.unsafe(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
    for (const { table, name } of triggers) await sql.unsafe(`alter table ${table} enable trigger ${quoteName(name)}`)
  }
}

async function setSequences(sql: Sql, last: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(last))
    await sql`select setval(to_regclass(${quoteName(name)}), ${value}::bigint) where to_regclass(${quoteName(name)}) is not null`
}

async function loadJobs(sql: Reserved, pieces: AsyncIterable<Buffer>): Promise<number> {
  await sql.unsafe(`
    create temporary table backup_jobs (task text, payload json, queue text, run_at timestamptz, max_attempts integer, key text,
      priority integer) on commit drop`)
  const rows = await sql.copyIn(`copy backup_jobs (${jobColumns.join(', ')}) from stdin`, pieces)
  await sql`
    select graphile_worker.add_job(task, payload, queue_name := queue, run_at := run_at, max_attempts := max_attempts,
      job_key := key, priority := priority)
    from backup_jobs`
  return rows
}
