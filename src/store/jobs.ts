/** Background jobs other than the ledger, kept by graphile-worker in the same database: written in the caller's transaction. */
import { Logger, run, runMigrations } from 'graphile-worker'
import type { Log } from '../lib/log.ts'
import type { Sql } from './database.ts'

/** Every kind of job with what it is told. */
export interface Jobs {
  /** Double opt-in: ask the address to confirm. */
  confirmationMail: {
    readonly clientId: number
    readonly listId: number
    readonly subscriberId: number
    readonly publicUrl: string
  }
  /** Tell ConfirmationEmail that a campaign was sent. */
  sentNotice: { readonly clientId: number; readonly campaignId: number }
  /** Duty: purge what was deleted more than 30 days ago, make next month's partitions. */
  purge: Record<string, never>
}
export type JobName = keyof Jobs

/** Adds a job; it runs after the transaction commits and again until it succeeds. */
export async function enqueue<Name extends JobName>(sql: Sql, name: Name, payload: Jobs[Name]): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload as never)}::json)`
}

/** Adds one job per payload in one statement. */
export async function enqueueAll<Name extends JobName>(
  sql: Sql,
  name: Name,
  payloads: readonly Jobs[Name][],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`
    select graphile_worker.add_job(${name}, payload::json)
    from unnest(${payloads.map(payload => JSON.stringify(payload))}::text[]) as payload`
}

/** Brings graphile-worker's own schema up to date. */
export async function migrateJobs(url: string, log?: Log): Promise<void> {
  await runMigrations({ connectionString: url, ...(log && { logger: bridge(log) }) })
}

export type JobHandlers = { readonly [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }

export interface JobRunner {
  /** Lets jobs under way end; those not begun stay for the next runner. */
  stop(): Promise<void>
}

/** Duties, in UTC. One at a time in the whole installation, whoever runs it. */
const duties = '17 3 * * * purge ?jobKey=purge&max=5'

/** Runs jobs until stopped. A job that throws runs again later, each time after a longer pause, 25 times in all. */
export async function startJobs(url: string, handlers: JobHandlers, log: Log): Promise<JobRunner> {
  const runner = await run({
    connectionString: url,
    // Each job may hold a connection; two more listen and look for duties.
    concurrency: 4,
    maxPoolSize: 6,
    noHandleSignals: true,
    logger: bridge(log),
    crontab: duties,
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        (payload: unknown) => handle(payload as never), // what enqueue wrote under this name
      ]),
    ),
  })
  // A runner that fails has said so in the log, and says it here too, where nobody waits.
  let running = true
  const ended = runner.promise.then(
    () => undefined,
    error => {
      if (running) log.error({ err: error }, 'jobs have stopped')
    },
  )
  return {
    async stop() {
      if (running) {
        running = false
        await runner.stop()
      }
      await ended
    },
  }
}

/** Messages and which job they are about; a job's payload may name people and stays out. */
function bridge(log: Log): Logger {
  return new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const about = { ...(taskIdentifier && { job: taskIdentifier }), ...(jobId && { jobId }) }
    // Each job that went well is a line of its own: worth nothing to an operator, and there are many.
    if (level === 'error') log.error(about, message)
    else if (level === 'warning') log.warn(about, message)
    else if (level === 'info' && !meta?.success) log.info(about, message)
    else log.debug(about, message)
  })
}
