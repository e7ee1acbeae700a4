/** The record types of the state of the installation. */
import { boolean, enumeration, int, list, long, record, text } from './shapes.ts'

export const SystemProblemKind = enumeration(
  'SystemProblemKind',
  'NotKnown',
  'SendingHeld',
  'RoleMissing',
  'DiskFull',
  'HeartbeatsOverdue',
  'RelayHeld',
  'QueueLate',
  'ConnectionsNearlyUsed',
  'ProcessSilent',
  'VersionsDiffer',
  'WorkPaused',
  'BackupFailed',
  'BackupOld',
  'BackupDamaged',
  'NoBackup',
  'BackupNotVerified',
)

export const SystemSeverity = enumeration('SystemSeverity', 'Error', 'Warning', 'Advice')

export const SystemProblem = record('SystemProblem', {
  Kind: SystemProblemKind,
  Severity: SystemSeverity,
  Subject: text,
  SinceDate: text,
})

export const SystemProcess = record('SystemProcess', {
  Host: text,
  Pid: int,
  Roles: list(text),
  Version: text,
  SchemaNumber: int,
  NodeVersion: text,
  StartedDate: text,
  SeenDate: text,
  IsSeen: boolean,
})

export const SystemReplication = enumeration('SystemReplication', 'None', 'Asynchronous', 'Synchronous', 'Unknown')

/** Figures are 0 where IsKnown is False. */
export const SystemDatabase = record('SystemDatabase', {
  IsKnown: boolean,
  PostgresVersion: text,
  SchemaNumber: int,
  SizeInBytes: long,
  Connections: int,
  MostConnections: int,
  Standbys: int,
  Replication: SystemReplication,
})

export const SystemQueueKind = enumeration(
  'SystemQueueKind',
  'ScheduledCampaigns',
  'OpensAndClicks',
  'InboundMail',
  'WebhookEvents',
  'Jobs',
  'Imports',
  'Exports',
  'BulkChanges',
  'Erasures',
)

/** Figures are 0 where IsKnown is False. */
export const SystemQueue = record('SystemQueue', {
  Kind: SystemQueueKind,
  IsKnown: boolean,
  Waiting: long,
  OldestSeconds: long,
})

export const SystemBackup = record('SystemBackup', {
  Host: text,
  FileName: text,
  Date: text,
  Seconds: int,
  SizeInBytes: long,
  Succeeded: boolean,
  Scheduled: boolean,
  Encrypted: boolean,
  Anonymised: boolean,
  Deleted: boolean,
  VerifiedDate: text,
  IsDamaged: boolean,
})

/** IsKnown is False where the database did not say in time whether there is one. */
export const SystemBackupSchedule = record('SystemBackupSchedule', {
  IsKnown: boolean,
  IsSet: boolean,
  NextDate: text,
  Keep: int,
  Encrypted: boolean,
  UnderWay: boolean,
})

export const SystemState = record('SystemState', {
  IsWhole: boolean,
  Date: text,
  Version: text,
  Problems: list(SystemProblem),
  Processes: list(SystemProcess),
  AreProcessesKnown: boolean,
  Database: SystemDatabase,
  Queues: list(SystemQueue),
  Backups: list(SystemBackup),
  BackupSchedule: SystemBackupSchedule,
})
