/** The state of the installation. */

import { account, card, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, record, text } from '../shapes.ts'
import { ApiKey, fields } from '../words.ts'

const IsKnown = boolean('False: the database did not answer in time.')

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
  Kind: describe(SystemProblemKind, 'What is wrong; docs/system-state.md says what to do about each.', 'BackupNotVerified'),
  Severity: describe(SystemSeverity, 'Error: something does not work, or will be missed. Warning: look at it today. Advice: it would be better.', 'Advice'),
  Subject: text('What it is about: a role, a machine, a relay, a queue, a background work, a kind of hold or versions; empty where the kind says all.', ''),
  SinceDate: text('Since when, in the time zone of the account; empty where that is not known.', ''),
})

export const SystemProcess = record('SystemProcess', {
  Host: text('The name of the machine.', 'mail-1'),
  Pid: int('The number of the process there.', 812),
  Roles: list(text(), 'What it does, as LETTERSHOP_ROLES names it.', ['api', 'sender', 'feedback', 'jobs', 'console']),
  Version: text('Its version of Lettershop.', '0.1.0'),
  SchemaNumber: int('The newest migration that it knows.', 49),
  NodeVersion: text('The version of Node.js that runs it.', '22.20.0'),
  StartedDate: text('When it was started, in the time zone of the account.', '2026-03-20 22:01:13'),
  SeenDate: text('When it was heard of last, in the time zone of the account.', '2026-03-21 10:11:54'),
  IsSeen: boolean('It was heard of within the last 45 seconds; False: it was killed, or does not reach the database.'),
})

export const SystemReplication = enumeration('SystemReplication', 'None', 'Asynchronous', 'Synchronous', 'Unknown')

/** Figures are 0 where IsKnown is False. */
export const SystemDatabase = record('SystemDatabase', {
  IsKnown,
  PostgresVersion: fields.PostgresVersion,
  SchemaNumber: exemplify(fields.SchemaNumber, 49),
  SizeInBytes: long('What the database takes on disk.', 4_812_300_288),
  Connections: int('Connections to the server, of all programs.', 14),
  MostConnections: int('How many the server grants.', 97),
  Standbys: int('Servers that follow this one.'),
  Replication: describe(
    SystemReplication,
    'None: no standby. Asynchronous: a fail-over may lose the last moments. Synchronous: a commit waits for a standby. Unknown: the database user may not see it.',
    'Synchronous',
  ),
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
  Kind: describe(SystemQueueKind, 'What waits.', 'InboundMail'),
  IsKnown,
  Waiting: long('How many wait or are under way, of the whole installation.', 3),
  OldestSeconds: long('How long the oldest is overdue; 0 where nothing is, and for queues that keep no times.', 2),
})

export const SystemBackup = record('SystemBackup', {
  Host: text('The machine on which it was made.', 'mail-1'),
  FileName: text('The name of its file; empty for standard output.', 'lettershop-2026-03-21T021500Z.tar.gz.age'),
  Date: text('When it was begun, in the time zone of the account.', '2026-03-21 03:15:00'),
  Seconds: int('How long it took.', 41),
  SizeInBytes: long('The size of the file.', 812_400_128),
  Succeeded: boolean('False: there is no file; lettershop backup schedule says why.'),
  Scheduled: boolean('It was made by the schedule.'),
  Encrypted: boolean('Its file is encrypted.'),
  Anonymised: boolean('It is a copy without people, for tests.', false),
  Deleted: boolean('A newer one took its place.', false),
  VerifiedDate: text('When it was verified last, in the time zone of the account; empty where it was not.', ''),
  IsDamaged: boolean('Its last verification found it damaged.', false),
})

/** IsKnown is False where the database did not say in time whether there is one. */
export const SystemBackupSchedule = record('SystemBackupSchedule', {
  IsKnown,
  IsSet: boolean('There is a schedule.'),
  NextDate: text('When the next backup is due, in the time zone of the account.', '2026-03-22 03:15:00'),
  Keep: int('How many files are kept.', 14),
  Encrypted: boolean('Its backups are encrypted.'),
  UnderWay: boolean('A process makes one now.', false),
})

export const SystemState = record('SystemState', {
  IsWhole: boolean('False: the installation has several accounts, so machines, the database, what waits and backups are left out.'),
  Date: text('When it was read, in the time zone of the account.', '2026-03-21 10:12:00'),
  Version: text('The version of the process that answers.', '0.1.0'),
  Problems: list(SystemProblem, 'What is wrong, the worst first; empty while all is well.'),
  Processes: list(SystemProcess, 'The processes of the installation, by machine and start; one that was killed stays here for a day.'),
  AreProcessesKnown: boolean('False: the database did not answer in time which processes run.'),
  Database: describe(SystemDatabase, 'The database server and what is connected to it.'),
  Queues: list(SystemQueue, 'What waits, as sums of the whole installation.'),
  Backups: list(SystemBackup, 'The last ten backups, the newest first.'),
  BackupSchedule: describe(SystemBackupSchedule, 'The schedule of daily backups (lettershop backup schedule).'),
})

export const system = {
  'System.GetState': card('GetSystemState', account('Settings'), 'read', {
    summary: 'The state of the installation: what is wrong, its processes, its database, what waits, and its backups.',
    parameters: { ApiKey },
    result: U(SystemState),
    refusals: [],
  }),
}
