/** System.*: the state of the installation. */
import { basename } from 'node:path'
import type {
  SystemProblemKind as WireProblem,
  SystemQueueKind as WireQueue,
  SystemSeverity as WireSeverity,
} from '../contract/groups/system.ts'
import type { OutputOf } from '../contract/shapes.ts'
import {
  type Findings,
  forOneOfSeveral,
  isSeen,
  mayShowAll,
  type Queue,
  type QueueKind,
  readFindings,
} from '../domain/system/findings.ts'
import { type Problem, type ProblemKind, problemsOf, type Severity } from '../domain/system/problems.ts'
import { version } from '../lib/version.ts'
import type { KnownBackup } from '../store/backups/backups.ts'
import { isSynchronous } from '../store/diagnosis.ts'
import { readAccountTimes } from '../store/local-time.ts'
import type { KnownProcess } from '../store/processes.ts'
import type { HandlersOf } from './dependencies.ts'

/** Problems that reveal nothing about machines and other accounts. */
const sharedProblems: ReadonlySet<ProblemKind> = new Set([
  'not known',
  'sending held',
  'role missing',
  'versions differ',
  'work paused',
])

/** Formats an instant in the time zone of the account; '' for null. */
type FormatInstant = (at: Date | null | undefined) => string

export const system: HandlersOf<'System'> = {
  async 'System.GetState'(_params, { principal }, { db, now }) {
    const at = now()
    const [all, isWhole] = await Promise.all([readFindings(db), mayShowAll(db)])
    const found = isWhole ? all : forOneOfSeveral(all)
    const problems = problemsOf(all, at).filter(({ kind }) => isWhole || sharedProblems.has(kind))
    const written = await formatAll([at, ...instantsOf(found), ...problems.map(({ since }) => since)], instants =>
      readAccountTimes(db, principal.accountId, instants),
    )
    const { processes = [], backups = [] } = found
    return {
      IsWhole: isWhole,
      Date: written(at),
      Version: version,
      Problems: problems.map(problem => problemOnWire(problem, written)),
      Processes: processes.map(process => processOnWire(process, written)),
      AreProcessesKnown: found.processes !== undefined,
      Database: databaseOnWire(found),
      Queues: found.queues.map(queueOnWire),
      Backups: backups.map(backup => backupOnWire(backup, written)),
      BackupSchedule: scheduleOnWire(found, written),
    }
  },
}

function instantsOf({ processes = [], backups = [], schedule }: Findings): (Date | null | undefined)[] {
  return [
    ...processes.flatMap(({ startedAt, seenAt }) => [startedAt, seenAt]),
    ...backups.flatMap(({ beganAt, verifiedAt }) => [beganAt, verifiedAt]),
    schedule?.nextAt,
  ]
}

/** Formats all instants with one query. */
async function formatAll(
  instants: readonly (Date | null | undefined)[],
  write: (instants: readonly Date[]) => Promise<readonly string[]>,
): Promise<FormatInstant> {
  const given = instants.filter(at => at != null)
  const texts = await write(given)
  const byTime = new Map(given.map((at, place) => [at.getTime(), texts[place]!]))
  return at => (at == null ? '' : (byTime.get(at.getTime()) ?? ''))
}

function problemOnWire({ kind, severity, subject, since }: Problem, written: FormatInstant) {
  return {
    Kind: problems[kind],
    Severity: severities[severity],
    Subject: kind === 'queue late' ? queueKinds[subject as QueueKind] : subject, // the subject of this problem is a queue
    SinceDate: written(since),
  }
}

function processOnWire(process: KnownProcess, written: FormatInstant) {
  return {
    Host: process.host,
    Pid: process.pid,
    Roles: [...process.roles],
    Version: process.version,
    SchemaNumber: process.schema,
    NodeVersion: process.node,
    StartedDate: written(process.startedAt),
    SeenDate: written(process.seenAt),
    IsSeen: isSeen(process),
  }
}

function databaseOnWire({ database, versions }: Findings) {
  return {
    IsKnown: database !== undefined && versions !== undefined,
    PostgresVersion: versions?.postgres ?? '',
    SchemaNumber: versions?.schema ?? 0,
    SizeInBytes: database?.bytes ?? 0,
    Connections: database?.connections ?? 0,
    MostConnections: database?.maxConnections ?? 0,
    Standbys: database?.standbys.length ?? 0,
    Replication: replicationOf(database),
  }
}

function replicationOf(database: Findings['database']) {
  if (!database) return 'Unknown' as const
  if (database.standbys.length === 0) return 'None' as const
  const synchronous = database.standbys.map(isSynchronous)
  if (synchronous.includes(null)) return 'Unknown' as const
  return synchronous.includes(true) ? ('Synchronous' as const) : ('Asynchronous' as const)
}

function queueOnWire({ kind, waiting, oldest }: Queue) {
  return {
    Kind: queueKinds[kind],
    IsKnown: waiting !== undefined,
    Waiting: waiting ?? 0,
    OldestSeconds: Math.max(0, Math.round(oldest ?? 0)),
  }
}

/** Only the name of the file is shown, because folders are the operator's. */
function backupOnWire(backup: KnownBackup, written: FormatInstant) {
  return {
    Host: backup.host,
    FileName: basename(backup.file),
    Date: written(backup.beganAt),
    Seconds: Math.round((backup.endedAt.getTime() - backup.beganAt.getTime()) / 1000),
    SizeInBytes: backup.bytes,
    Succeeded: backup.problem === null,
    Scheduled: backup.scheduled,
    Encrypted: backup.encrypted,
    Anonymised: backup.anonymous,
    Deleted: backup.deletedAt !== null,
    VerifiedDate: written(backup.verifiedAt),
    IsDamaged: backup.verifyProblem !== null,
  }
}

function scheduleOnWire({ schedule }: Findings, written: FormatInstant) {
  return {
    IsKnown: schedule !== undefined,
    IsSet: schedule != null,
    NextDate: written(schedule?.nextAt),
    Keep: schedule?.keep ?? 0,
    Encrypted: schedule != null && (schedule.recipients.length > 0 || schedule.passphraseFile !== null),
    UnderWay: schedule?.isUnderWay ?? false,
  }
}

const severities: Readonly<Record<Severity, OutputOf<typeof WireSeverity>>> = {
  error: 'Error',
  warning: 'Warning',
  advice: 'Advice',
}

const problems: Readonly<Record<ProblemKind, OutputOf<typeof WireProblem>>> = {
  'not known': 'NotKnown',
  'sending held': 'SendingHeld',
  'role missing': 'RoleMissing',
  'disk full': 'DiskFull',
  'heartbeats overdue': 'HeartbeatsOverdue',
  'relay held': 'RelayHeld',
  'queue late': 'QueueLate',
  'connections nearly used': 'ConnectionsNearlyUsed',
  'process silent': 'ProcessSilent',
  'versions differ': 'VersionsDiffer',
  'work paused': 'WorkPaused',
  'backup failed': 'BackupFailed',
  'backup old': 'BackupOld',
  'backup damaged': 'BackupDamaged',
  'no backup': 'NoBackup',
  'backup not verified': 'BackupNotVerified',
}

const queueKinds: Readonly<Record<QueueKind, OutputOf<typeof WireQueue>>> = {
  'scheduled campaigns': 'ScheduledCampaigns',
  'opens and clicks': 'OpensAndClicks',
  'inbound mail': 'InboundMail',
  'webhook events': 'WebhookEvents',
  jobs: 'Jobs',
  import: 'Imports',
  export: 'Exports',
  'bulk change': 'BulkChanges',
  erasure: 'Erasures',
}
