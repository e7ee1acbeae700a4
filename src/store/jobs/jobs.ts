/**
 * Background jobs outside the ledger, stored by graphile-worker in the same database in the caller's transaction.
 * See docs/decisions/storage.md#background-jobs-run-on-graphile-worker-017.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../../lib/log.ts'
import { inSpan } from '../../lib/trace.ts'
import type { Database, Sql } from '../connection/database.ts'
import { translateError } from '../connection/failures.ts'
import { hostsOf } from '../connection/hosts.ts'
import { createPool } from '../connection/pool.ts'
import type { CampaignKey } from '../keys.ts'
import { type JobWorkers, watchJobWorkers } from './workers.ts'

/** All kinds of jobs with their payloads. */
export interface Jobs {
  /** Double opt-in: ask the address to confirm. */
  confirmationMail: {
    readonly clientId: number
    readonly listId: number
    readonly subscriberId: number
    /** Base of the link; absent if the process that enqueued the job has none: the process that mails uses its own. */
    readonly publicUrl?: string | undefined
  }
  /** Notify ConfirmationEmail that a campaign was sent, with one job per address. */
  sentNotice: CampaignKey & { readonly to?: string }
  /** Mail a forwarded campaign to one friend. */
  forwardedLetter: {
    readonly clientId: number
    readonly campaignId: number
    readonly email: string
    /** Normalised like suppressions. */
    readonly address: string
    /** Name of the recipient who forwarded it. */
    readonly name: string
    readonly message: string
    readonly publicUrl?: string | undefined
    /** BCP 47. */
    readonly language: string
  }
  /** Mail a new address the link to confirm it. */
  newAddressMail: AddressRequestMail
  /** Mail the old address that it was changed, with the link to undo it. */
  oldAddressMail: AddressRequestMail
  /** Find out whether an address that asked for the link to its preferences gets it. */
  preferencesAsked: {
    readonly clientId: number
    readonly address: string
    readonly publicUrl?: string | undefined
  }
  /** Mail the link to the preferences of a member. */
  preferencesMail: Jobs['confirmationMail']
  /** Count a campaign by the domains of its recipients. */
  campaignDomains: CampaignKey
  /** Count the mails of an account in its present month. */
  accountMonth: { readonly accountId: number }
  /** Mail the link of an invitation. */
  invitationMail: {
    readonly invitationId: number
    /** Encrypted; the table of invitations has only its hash. */
    readonly token: string
    /** Base of the link; absent if the process that enqueued the job has none. */
    readonly publicUrl?: string | undefined
  }
  /** Mail a link for a new password, if a person has the address. */
  passwordResetMail: {
    /** Normalised like addresses of people. */
    readonly address: string
    readonly publicUrl?: string | undefined
  }

  /** Suppress the unsubscribed members of a list for its client. */
  suppressUnsubscribed: ListWork
  /** Remove suppressed addresses from a list. */
  removeSuppressed: ListWork
  /** Purge removed sample data. */
  purgeSample: { readonly clientId: number }
  /** Notify a person of a sign-in with a new browser. */
  newDeviceMail: {
    readonly personId: number
    /** The browser's name in plain words. */
    readonly agent: string
    /** The browser's network: an IPv4 address, or the prefix of an IPv6 subscriber. */
    readonly network: string
    /** ISO 8601. */
    readonly at: string
  }
  /** Enqueue mails to approvers who subscribed to requests of approval. */
  approvalAsked: { readonly clientId: number; readonly approvalId: number }
  /** Mail a person about a request of approval or its decision. */
  approvalMail: {
    readonly clientId: number
    readonly approvalId: number
    readonly personId: number
    readonly about: 'asked' | 'decided'
    /** Number of recipients at the time of the request; absent if unknown or not relevant. */
    readonly recipients?: number | undefined
  }
  /** Count the people of a segment, and publish it if a caller waits for the count. */
  segmentCount: { readonly clientId: number; readonly segmentId: number; readonly isAsked: boolean }
  /** Scheduled: have all segments counted. */
  segmentSizes: Record<string, never>
  /** Ask who signed up with a form to confirm, or say that the address is on the lists already. */
  formMail: { readonly clientId: number; readonly signUpId: number; readonly about: 'confirmation' | 'notice' }
  /** Notify the owner of a form of a wave. */
  formWaveMail: { readonly clientId: number; readonly formId: number; readonly waveId: number }
  /** Notify the owner of a feed that it fails, has stopped, or has made a campaign that could not be sent. */
  feedMail: { readonly clientId: number; readonly feedId: number; readonly about: 'failing' | 'stopped' | 'not sent' }
  /** Ask an address whether it wants reports by mail. */
  reportAskMail: { readonly clientId: number; readonly recipientId: number }
  /** Mail a report to one recipient. */
  reportMail: { readonly clientId: number; readonly runId: number; readonly recipientId: number }
  /** Scheduled: purge objects deleted more than 30 days ago, and create next month's partitions. */
  purge: Record<string, never>
}
export type JobName = keyof Jobs

interface AddressRequestMail {
  readonly clientId: number
  readonly requestId: number
  readonly publicUrl?: string | undefined
}

/** Work on a list, with the evidence of the request. */
interface ListWork {
  readonly list: { readonly clientId: number; readonly listId: number; readonly timeZone: string }
  readonly evidence: { readonly by: string }
}

/** Adds a job. It runs after the transaction commits, and is retried until it succeeds. */
export async function enqueue<Name extends JobName>(sql: Sql, name: Name, payload: Jobs[Name]): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload as never)}::json)`
}

/** Adds a job, unless one of this key waits: its payload is the last one then. */
export async function enqueueOnce<Name extends JobName>(
  sql: Sql,
  name: Name,
  payload: Jobs[Name],
  key: string,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload as never)}::json, job_key => ${key}::text)`
}

/** The same for a job that runs at a moment, not before. */
export async function enqueueAt<Name extends JobName>(
  sql: Sql,
  name: Name,
  payload: Jobs[Name],
  at: Date,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload as never)}::json, run_at => ${at}::timestamptz)`
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

/** Deletes queued mails of forwarded campaigns to an address. @returns their number */
export async function forgetLettersTo(sql: Sql, clientId: number, address: string): Promise<number> {
  const letter: JobName = 'forwardedLetter'
  const { count } = await sql`
    select graphile_worker.complete_jobs(array[j.id])
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = ${letter}
    where j.payload ->> 'address' = ${address} and (j.payload ->> 'clientId')::bigint = ${clientId} and j.locked_at is null`
  return count
}

/** Whether the database has graphile-worker's schema. */
export async function hasJobs(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`select to_regnamespace('graphile_worker') is not null as has`
  return row!.has
}

/** Drops graphile-worker's schema with its content. */
export async function dropJobs(sql: Sql): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`
}

/** Migrates graphile-worker's own schema. */
export async function migrateJobs(url: string, log?: Log): Promise<void> {
  const pool = connections(url, 2)
  try {
    await runMigrations({ pgPool: pool, ...(log && { logger: bridge(log) }) })
  } finally {
    await pool.end()
  }
}

export type JobHandlers = { readonly [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }

export interface JobRunner {
  /** Waits for jobs in progress; others remain for the next runner. */
  stop(): Promise<void>
}

/** Concurrent jobs; graphile-worker warns if its pool is smaller. */
const concurrency = 4

/** Scheduled jobs, in UTC. One runs at a time in the whole installation, in any process. */
const schedule = ['17 3 * * * purge ?jobKey=purge&max=5', '41 2 * * * segmentSizes ?jobKey=segmentSizes&max=5'].join(
  '\n',
)

/**
 * Runs jobs until stopped. A failed job is retried after growing pauses, up to 25 times; a job whose process was killed
 * is retried within a minute.
 * @param url of the database `db`: the runner opens its own connections
 */
export async function startJobs(url: string, db: Database, handlers: JobHandlers, log: Log): Promise<JobRunner> {
  const stopping = new AbortController()
  const { signal } = stopping
  // One connection listens. The others fetch jobs and record their ends, which is short: no job runs on them.
  const pool = connections(url, concurrency)
  const workers = watchJobWorkers(db, log)
  const begin = async () => endWhenStuck(await run({ ...options(pool, log, workers), taskList: taskList(handlers) }))
  let runner: Runner | undefined = await begin()

  /** A runner ends if it cannot record the end of a job or fetch the next one. Then a new runner starts. */
  async function supervise() {
    while (!signal.aborted) {
      const failure = await runner?.promise.catch(error => error)
      if (signal.aborted) return
      log.error({ err: translateError(failure) }, 'jobs have stopped and start again')
      await sleep(pause, undefined, { signal }).catch(() => {})
      runner = signal.aborted
        ? undefined
        : await begin().catch(err => void log.warn({ err: translateError(err) }, 'jobs cannot start yet'))
      if (signal.aborted) await runner?.stop()
    }
  }
  const supervised = supervise()
  return {
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {}) // it has ended, or is being stopped
      await supervised
      await workers.stop()
      if (!pool.ending) await pool.end()
    },
  }
}
/** Milliseconds until a new runner starts. */
const pause = 1000

/**
 * graphile-worker 0.17 does not recover from a failure of its very first query: if the connection were lost at
 * that moment, no job would run again.
 */
function endWhenStuck(runner: Runner): Runner {
  let failures = 0
  runner.events.on('worker:getJob:error', () => {
    if (++failures === mostFailures) runner.stop().catch(() => {}) // it has ended already
  })
  for (const event of ['worker:getJob:empty', 'job:start'] as const)
    runner.events.on(event, () => {
      failures = 0
    })
  return runner
}
/** Failures in a row; each of the four workers polls every two seconds. */
const mostFailures = 12

/**
 * Our own pool, which also connects to the primary. graphile-worker 0.17 would remove the error listeners from its own pool
 * before the connections are closed. If the server closes them at that moment, as the embedded one does at a stop,
 * the error would end the process.
 */
function connections(url: string, max: number): Pool {
  return createPool(hostsOf(url, { application_name: 'lettershop jobs' }), { max })
}

function options(pool: Pool, log: Log, workers: JobWorkers): RunnerOptions {
  const events: WorkerEvents = new EventEmitter()
  // jobs are locked with the name of the pool that fetched them, or of a worker that fetched its own
  events.on('pool:create', ({ workerPool }) => workers.began(workerPool.id))
  events.on('worker:create', ({ worker }) => workers.began(worker.workerId))
  return {
    events,
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    logger: bridge(log),
    crontab: schedule,
    // With batches a stop would wait until each end is recorded, even of jobs that end in the same turn; without, it does not.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
}

function taskList(handlers: JobHandlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown) => inSpan(`job ${name}`, { parent: 'none' }, () => handle(payload as never)), // enqueue wrote a payload of this type under this name
    ]),
  )
}

/** Logs messages with the job's name. Payloads are not logged, because they may contain personal data. */
function bridge(log: Log): Logger {
  return new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const about = { ...(taskIdentifier && { job: taskIdentifier }), ...(jobId && { jobId }) }
    // Each successful job is a line: they are many, and of no use to an operator.
    if (level === 'error') log.error(about, message)
    else if (level === 'warning') log.warn(about, message)
    else if (level === 'info' && !meta?.success) log.info(about, message)
    else log.debug(about, message)
  })
}
