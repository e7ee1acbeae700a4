/**
 * Records which process runs which worker of graphile-worker. graphile-worker frees jobs of a dead worker only after four hours; we free
 * them as soon as its process is certainly gone. Rows belong to the installation, not to a client.
 */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { claimantName, isGone } from './claimant.ts'

/** Milliseconds between two looks: a process whose connection was closed has reconnected by then. */
const lookEvery = 15_000

export interface JobWorkers {
  /** Called when a worker of this process begins. */
  began(worker: string): void
  stop(): Promise<void>
}

/** Records the workers of this process, and frees the jobs of workers whose processes are gone. */
export function watchJobWorkers(db: Database, log: Log): JobWorkers {
  let suspects: ReadonlySet<string> = new Set()
  const poller: Poller = startPoller({
    name: 'freeing jobs of processes that are gone',
    every: lookEvery,
    log,
    async work() {
      const gone = await goneWorkers(db)
      const confirmed = gone.filter(worker => suspects.has(worker))
      if (confirmed.length > 0) await freeJobs(db, confirmed)
      suspects = new Set(gone)
      return false
    },
  })
  return {
    began(worker) {
      noteWorker(db, worker).catch(error => log.warn({ err: error }, 'a worker could not be noted'))
    },
    async stop() {
      await poller.stop()
      await forgetWorkers(db).catch(() => {}) // another process will notice that this one is gone
    },
  }
}

async function noteWorker(sql: Sql, worker: string): Promise<void> {
  const process = claimantName()
  if (process === null) return
  await sql`insert into job_workers (worker, process) values (${worker}, ${process}) on conflict do nothing`
}

async function forgetWorkers(sql: Sql): Promise<void> {
  const process = claimantName()
  if (process !== null) await sql`delete from job_workers where process = ${process}`
}

/** Workers whose processes do not hold their locks at this moment. */
async function goneWorkers(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ worker: string }[]>`select worker from job_workers w where ${isGone(sql, sql`w.process`)}`
  return rows.map(({ worker }) => worker)
}

async function freeJobs(db: Database, workers: readonly string[]): Promise<void> {
  await transaction(db, async sql => {
    await sql`select graphile_worker.force_unlock_workers(${workers as string[]}::text[])`
    await sql`delete from job_workers where worker = any(${workers as string[]}::text[])`
  })
}
