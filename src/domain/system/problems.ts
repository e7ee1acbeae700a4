/** What is wrong with an installation, found in what was read of it: each problem once, the worst first. */
import type { KnownBackup } from '../../store/backups/backups.ts'
import { type Findings, isSeen, lastMade, type QueueKind } from './findings.ts'

export type Severity = 'error' | 'warning' | 'advice'

export type ProblemKind =
  | 'not known'
  | 'sending held'
  | 'role missing'
  | 'disk full'
  | 'heartbeats overdue'
  | 'relay held'
  | 'queue late'
  | 'connections nearly used'
  | 'process silent'
  | 'versions differ'
  | 'work paused'
  | 'backup failed'
  | 'backup old'
  | 'backup damaged'
  | 'no backup'
  | 'backup not verified'

export interface Problem {
  readonly kind: ProblemKind
  readonly severity: Severity
  /** Its subject: a role, a machine, a relay, a queue, a work, a kind of hold, a version; '' where the kind is enough. */
  readonly subject: string
  readonly since: Date | undefined
}

/** Roles without which an installation does not do all that it is there for. */
const neededRoles = ['api', 'sender', 'feedback', 'jobs'] as const

/** Seconds that the oldest of a queue may wait. */
const patience: Partial<Record<QueueKind, number>> = {
  'scheduled campaigns': 300,
  'inbound mail': 900,
  jobs: 900,
}

/** Of the connections that the server grants. */
const mostUsed = 0.85
const hour = 3_600_000
/** A daily backup may be late by the time that it takes. */
const oldBackupMs = 30 * hour
const unverifiedMs = 30 * 24 * hour

/** The worst first. */
export function problemsOf(found: Findings, now: Date): Problem[] {
  const all = [
    ...unknowns(found),
    ...sending(found),
    ...ofProcesses(found),
    ...ofQueues(found),
    ...ofDatabase(found),
    ...ofBackups(found, now),
  ]
  const order: readonly Severity[] = ['error', 'warning', 'advice']
  return all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

function problem(kind: ProblemKind, severity: Severity, subject = '', since?: Date): Problem {
  return { kind, severity, subject, since }
}

/** What is not known is not well. */
function unknowns({ processes, versions, database, queues, holds, pauses, backups, schedule }: Findings): Problem[] {
  const parts = [processes, versions, database, holds, pauses, backups, schedule]
  const isKnown = parts.every(part => part !== undefined) && queues.every(({ waiting }) => waiting !== undefined)
  return isKnown ? [] : [problem('not known', 'error')]
}

function sending({ holds = [], pauses = [] }: Findings): Problem[] {
  const kinds = new Set(holds.map(({ kind }) => kind))
  return [
    ...[...kinds].map(kind => problem('sending held', 'error', kind)),
    ...pauses.map(({ work, since }) => problem('work paused', 'warning', work, since)),
  ]
}

function ofProcesses({ processes }: Findings): Problem[] {
  if (processes === undefined) return []
  const seen = processes.filter(isSeen)
  const has = (role: string) => seen.some(({ roles }) => roles.includes(role))
  const versions = [...new Set(seen.map(({ version }) => version))]
  const relays = new Set(seen.flatMap(({ heldRelays }) => heldRelays))
  return [
    // where no process is seen at all, the table is empty or unreadable rather than everything gone
    ...neededRoles.filter(role => seen.length > 0 && !has(role)).map(role => problem('role missing', 'error', role)),
    ...seen.filter(({ isDiskFull }) => isDiskFull).map(({ host }) => problem('disk full', 'error', host)),
    ...seen
      .filter(({ areHeartbeatsOverdue }) => areHeartbeatsOverdue)
      .map(({ host }) => problem('heartbeats overdue', 'error', host)),
    ...[...relays].map(relay => problem('relay held', 'warning', relay)),
    ...processes
      .filter(each => !isSeen(each))
      .map(({ host, seenAt }) => problem('process silent', 'warning', host, seenAt)),
    ...(versions.length > 1 ? [problem('versions differ', 'advice', versions.join(', '))] : []),
  ]
}

function ofQueues({ queues }: Findings): Problem[] {
  return queues
    .filter(({ kind, oldest }) => oldest !== undefined && oldest > (patience[kind] ?? Number.POSITIVE_INFINITY))
    .map(({ kind }) => problem('queue late', 'warning', kind))
}

function ofDatabase({ database }: Findings): Problem[] {
  if (!database || database.connections < database.maxConnections * mostUsed) return []
  return [problem('connections nearly used', 'warning')]
}

function ofBackups({ backups, schedule }: Findings, now: Date): Problem[] {
  if (backups === undefined || schedule === undefined) return []
  const whole = backups.filter(({ anonymous }) => !anonymous)
  const made = lastMade(whole)
  const [last] = whole
  const age = (at: Date) => now.getTime() - at.getTime()
  if (last && last.problem !== null) return [problem('backup failed', 'error', '', last.endedAt)]
  if (!made) return [problem('no backup', 'advice')]
  if (made.verifyProblem !== null) return [problem('backup damaged', 'error', '', made.verifiedAt ?? undefined)]
  if (age(made.endedAt) > oldBackupMs) return [problem('backup old', schedule ? 'error' : 'advice', '', made.endedAt)]
  return whole.some(verifiedLately(age)) ? [] : [problem('backup not verified', 'advice')]
}

const verifiedLately =
  (age: (at: Date) => number) =>
  ({ verifiedAt }: KnownBackup): boolean =>
    verifiedAt !== null && age(verifiedAt) < unverifiedMs
