/**
 * What an operator wants to know of the installation at a glance: its processes, its database, what waits and its backups
 * (docs/system-state.md). What could not be read in time is undefined: unknown, not zero.
 */

import { hasOneAccount } from '../../store/accounts/accounts.ts'
import { type ActiveSchedule, type KnownBackup, readNewestBackups, readSchedule } from '../../store/backups/backups.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { type DatabaseVersions, readDatabaseVersions } from '../../store/connection/versions.ts'
import { type DatabaseUse, readDatabaseUse } from '../../store/diagnosis.ts'
import { type ActiveHold, findActiveHolds } from '../../store/limits/guards.ts'
import { findActivePauses, type Pause } from '../../store/limits/pauses.ts'
import {
  type JobFigures,
  type OpenWork,
  openWork,
  readForMetrics,
  readJobFigures,
  readQueueFigures,
} from '../../store/metrics.ts'
import { type KnownProcess, readKnownProcesses } from '../../store/processes.ts'

export type QueueKind =
  | 'scheduled campaigns'
  | 'opens and clicks'
  | 'inbound mail'
  | 'webhook events'
  | 'jobs'
  | Exclude<OpenWork['kind'], 'inbound mail'>

export interface Queue {
  readonly kind: QueueKind
  /** Undefined where it is not known. */
  readonly waiting: number | undefined
  /** Seconds that the oldest has waited; undefined where that is not known or not kept. */
  readonly oldest: number | undefined
}

/** What is read, each part by itself; undefined where it could not be read in time. */
export interface Findings {
  readonly processes: readonly KnownProcess[] | undefined
  readonly versions: DatabaseVersions | undefined
  readonly database: DatabaseUse | undefined
  readonly queues: readonly Queue[]
  readonly holds: readonly ActiveHold[] | undefined
  readonly pauses: readonly Pause[] | undefined
  /** The newest first. */
  readonly backups: readonly KnownBackup[] | undefined
  /** Null if none exists. */
  readonly schedule: ActiveSchedule | null | undefined
}

/** How many backups are shown. */
const mostBackups = 10

/** Each part costs the same however many subscribers and campaigns there are. */
export async function readFindings(db: Database): Promise<Findings> {
  const read = <Value>(what: (sql: Sql) => Promise<Value>) => readForMetrics(db, what)
  const [processes, versions, database, waiting, holds, pauses, backups, schedule] = await Promise.all([
    read(readKnownProcesses),
    read(readDatabaseVersions),
    read(readDatabaseUse),
    readQueues(read),
    read(sql => findActiveHolds(sql)),
    read(findActivePauses),
    read(sql => readNewestBackups(sql, mostBackups)),
    read(async sql => (await readSchedule(sql)) ?? null),
  ])
  return { processes, versions, database, queues: waiting, holds, pauses, backups, schedule }
}

type Read = <Value>(what: (sql: Sql) => Promise<Value>) => Promise<Value | undefined>

async function readQueues(read: Read): Promise<Queue[]> {
  const [queued, jobs, open] = await Promise.all([
    read(async sql => (await readQueueFigures(sql))[0]),
    read(readJobFigures),
    read(openWork),
  ])
  // null: nothing waits
  const age = (seconds: number | null | undefined) => (seconds === null ? 0 : seconds)
  const openOf = (kind: OpenWork['kind']) => open?.find(work => work.kind === kind)?.open
  return [
    { kind: 'scheduled campaigns', waiting: queued?.campaignsDue, oldest: age(queued?.oldestCampaignDue) },
    { kind: 'opens and clicks', waiting: queued?.uncountedHits, oldest: age(queued?.oldestUncountedHit) },
    { kind: 'inbound mail', waiting: openOf('inbound mail'), oldest: age(queued?.oldestInboundMail) },
    { kind: 'webhook events', waiting: queued?.webhookEvents, oldest: undefined },
    { kind: 'jobs', ...ofJobs(jobs) },
    ...(['import', 'export', 'bulk change', 'erasure'] as const).map(kind => ({
      kind,
      waiting: openOf(kind),
      oldest: undefined,
    })),
  ]
}

function ofJobs(jobs: readonly JobFigures[] | undefined): Omit<Queue, 'kind'> {
  if (jobs === undefined) return { waiting: undefined, oldest: undefined }
  return {
    waiting: jobs.reduce((sum, { queued, retrying }) => sum + queued + retrying, 0),
    oldest: Math.max(0, ...jobs.map(({ oldestDue }) => oldestDue ?? 0)),
  }
}

/** Whether all of it may be shown to an account: it is the only one. Unknown counts as several. */
export async function mayShowAll(db: Database): Promise<boolean> {
  return (await readForMetrics(db, hasOneAccount)) === true
}

/** What people of one account among several are shown: nothing about machines or other accounts. */
export function forOneOfSeveral(found: Findings): Findings {
  return {
    ...found,
    processes: found.processes?.filter(isSeen).map(withoutMachine),
    database: undefined,
    queues: [],
    backups: undefined,
    schedule: undefined,
  }
}

function withoutMachine(process: KnownProcess): KnownProcess {
  return { ...process, host: '', pid: 0, heldRelays: [], isDiskFull: false, areHeartbeatsOverdue: false }
}

/** Milliseconds between two reports of a process about itself. */
export const reportEveryMs = 10_000
/** Seconds without a report after which a process is called silent: four reports are missing then. */
const silentSeconds = (4 * reportEveryMs) / 1_000 + 5

/** @returns whether a process was heard of lately */
export function isSeen(process: KnownProcess): boolean {
  return process.silentSeconds <= silentSeconds
}

/** The newest backup that was made, copies without people left out. @param backups the newest first */
export function lastMade(backups: readonly KnownBackup[]): KnownBackup | undefined {
  return backups.find(({ problem, anonymous }) => problem === null && !anonymous)
}
