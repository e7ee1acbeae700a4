/** Reads a complete database as of one moment, while other work goes on. */
import type { Database, Reserved } from '../connection/database.ts'
import { isDistributed } from '../connection/distributed.ts'
import { takeSnapshots } from '../distribution/snapshot.ts'
import { removingLock } from '../retention/removing.ts'
import { type BackupTable, type Layout, readLayout, readSequences } from './tables.ts'

export interface Snapshot extends Layout {
  /** The number of the newest migration. */
  readonly schema: number
  /** PostgreSQL's version, such as 18.1. */
  readonly serverVersion: string
  /** Identifier of the installation, 32 hexadecimal digits. */
  readonly installation: string
  /** Sequence values by name. They are read on call, and are never behind a row of the snapshot. */
  sequences(): Promise<Readonly<Record<string, string>>>
  /** The rows of a table in COPY's text format. @param select expressions to read instead of columns */
  rows(table: BackupTable, select?: Readonly<Record<string, string>>): AsyncGenerator<Buffer>
  /** Waiting jobs, with the columns of `jobColumns`. */
  jobs(): AsyncGenerator<Buffer>
}

/** Columns of `Snapshot.jobs`. */
export const jobColumns = ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'] as const

/**
 * Calls `work` with one consistent snapshot. Only read locks are held. While the snapshot is open PostgreSQL keeps rows that are
 * deleted meanwhile, and migrations wait, as retention does. In a distributed database writes are held while the nodes take their snapshots.
 * @throws Error of the database or of `work`
 */
export async function withSnapshot<Value>(db: Database, work: (snapshot: Snapshot) => Promise<Value>): Promise<Value> {
  const sql = await db.reserve()
  try {
    // held until the connection closes: emptying a partition would show in a snapshot that was taken before
    await sql`select pg_advisory_lock_shared(${removingLock})`
    await sql.unsafe(`begin isolation level repeatable read, read only; set local timezone = 'UTC'`)
    if (await isDistributed(db)) await takeSnapshots(db, sql)
    const [about] = await sql<{ schema: number; serverVersion: string; installation: string }[]>`
      select max(number) as schema, current_setting('server_version') as server_version,
        (select installation_id from installation) as installation
      from migrations`
    const layout = await readLayout(sql)
    return await work({
      ...about!,
      ...layout,
      sequences: () => readSequences(sql),
      rows: (table, select) => rowsOf(sql, table, select),
      jobs: () => jobsOf(sql),
    })
  } finally {
    // ends its transaction
    sql.release()
  }
}

function rowsOf(
  sql: Reserved,
  { name, columns }: BackupTable,
  select: Readonly<Record<string, string>> = {},
): AsyncGenerator<Buffer> {
  const read = columns.map(column => select[column] ?? quoteName(column))
  return sql.copyOut(`copy (select ${read.join(', ')} from ${quoteName(name)}) to stdout`)
}

async function* jobsOf(sql: Reserved): AsyncGenerator<Buffer> {
  const [row] = await sql<
    { known: boolean }[]
  >`select to_regclass('graphile_worker._private_jobs') is not null as known`
  // the job tables do not exist before the first process with jobs
  if (row!.known) yield* sql.copyOut(`copy (${waitingJobs}) to stdout`)
}

/** Scheduled jobs are left out: the next runner schedules them again. */
const waitingJobs = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where t.identifier <> 'purge'
  order by j.id`

/** Quotes a name of PostgreSQL's catalogue or of a backup's list for use in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
