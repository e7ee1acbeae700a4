/** The recorded backups of the installation, and the schedule. Rows belong to the installation, not to a client. */
import type { Database, Sql } from '../connection/database.ts'
import { claimRows, isFree } from '../jobs/claiming.ts'

/** A backup that was made or failed. */
export interface BackupRow {
  /** 32 hexadecimal digits. */
  readonly publicId: string
  readonly beganAt: Date
  readonly endedAt: Date
  readonly scheduled: boolean
  readonly anonymous: boolean
  readonly encrypted: boolean
  /** The machine's name, and the file on it; '' for standard output. */
  readonly host: string
  readonly file: string
  /** Size of the file in bytes. */
  readonly bytes: number
  readonly rows: number
  /** Why the backup failed; null if it was made. */
  readonly problem: string | null
}

export interface KnownBackup extends BackupRow {
  readonly verifiedAt: Date | null
  readonly verifyProblem: string | null
  /** When the file was deleted because of newer backups. */
  readonly deletedAt: Date | null
}

/** Number of rows that are kept. */
const mostKnown = 1_000

export async function insertBackup(sql: Sql, row: BackupRow): Promise<void> {
  await sql`
    insert into backups (public_id, began_at, ended_at, scheduled, anonymous, encrypted, host, file, bytes, rows, problem)
    values (${row.publicId}::text::uuid, ${row.beganAt}, ${row.endedAt}, ${row.scheduled}, ${row.anonymous}, ${row.encrypted},
      ${row.host}, ${row.file}, ${row.bytes}, ${row.rows}, ${row.problem})`
  await sql`delete from backups where id <= (select max(id) from backups) - ${mostKnown}`
}

/** @param files in a folder of this machine that no longer exist */
export async function markDeleted(sql: Sql, host: string, files: readonly string[]): Promise<void> {
  await sql`
    update backups set deleted_at = now() where host = ${host} and file = any(${files}::text[]) and deleted_at is null`
}

/** @param problem null if the backup is complete and readable */
export async function markVerified(sql: Sql, publicId: string, problem: string | null): Promise<void> {
  await sql`
    update backups set verified_at = now(), verify_problem = ${problem} where public_id = ${publicId}::text::uuid`
}

/** The newest backups; also as many complete ones, so that copies without personal data do not hide them. */
export async function readNewestBackups(sql: Sql, most: number): Promise<KnownBackup[]> {
  return sql<KnownBackup[]>`
    select public_id, began_at, ended_at, scheduled, anonymous, encrypted, host, file, bytes, rows, problem, verified_at,
      verify_problem, deleted_at
    from backups
    where id in (
      (select id from backups order by id desc limit ${most})
      union (select id from backups where not anonymous order by id desc limit ${most}))
    order by id desc`
}

export interface BackupSchedule {
  /** Minutes after midnight, UTC. */
  readonly minute: number
  /** Folder on the machine whose process makes the backup. */
  readonly folder: string
  /** Number of files to keep. */
  readonly keep: number
  /** Public keys (age). */
  readonly recipients: readonly string[]
  readonly passphraseFile: string | null
}

export interface ActiveSchedule extends BackupSchedule {
  readonly nextAt: Date
  /** True while a process makes a backup. */
  readonly isUnderWay: boolean
}

/** The next time after `now` at which it is that minute of the day in UTC. */
export function nextRunAt(minute: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 0, minute)
  return new Date(today > now.getTime() ? today : today + 86_400_000)
}

/** Replaces the schedule. */
export async function setSchedule(sql: Sql, schedule: BackupSchedule, now: Date): Promise<void> {
  const { minute, folder, keep, recipients, passphraseFile } = schedule
  await sql`
    insert into backup_schedule (minute, folder, keep, recipients, passphrase_file, next_at)
    values (${minute}, ${folder}, ${keep}, ${recipients}::text[], ${passphraseFile}, ${nextRunAt(minute, now)})
    on conflict (one) do update set minute = excluded.minute, folder = excluded.folder, keep = excluded.keep,
      recipients = excluded.recipients, passphrase_file = excluded.passphrase_file, next_at = excluded.next_at`
}

/** @returns false if no schedule was set */
export async function endSchedule(sql: Sql): Promise<boolean> {
  const { count } = await sql`delete from backup_schedule`
  return count > 0
}

export async function readSchedule(sql: Sql): Promise<ActiveSchedule | undefined> {
  const [row] = await sql<ActiveSchedule[]>`
    select minute, folder, keep, recipients, passphrase_file, next_at, claimed_until > now() as is_under_way from backup_schedule`
  return row
}

export interface ClaimedSchedule extends BackupSchedule {
  /** Its key: there is one row. */
  readonly one: boolean
  readonly claim: number
}

/** How the one row of the schedule is claimed. */
export const scheduleClaims = {
  table: 'backup_schedule',
  key: ['one'],
  token: 'claim',
  sequence: undefined,
  until: 'claimedUntil',
  by: 'claimedBy',
} as const

/** Claims the backup if it is due. Other processes leave it alone until the lease ends. */
export async function claimDue(db: Database): Promise<ClaimedSchedule | undefined> {
  const [row] = await claimRows<ClaimedSchedule>(db, scheduleClaims, {
    candidates: db`select t.one from backup_schedule t where t.next_at <= now() and ${isFree(db, scheduleClaims)}`,
    returning: db`t.one, t.minute, t.folder, t.keep, t.recipients, t.passphrase_file, t.claim`,
  })
  return row
}

/** Ends the claim of a backup that was made or failed, and sets the next due time. */
export async function endClaim(sql: Sql, { claim, minute }: ClaimedSchedule, now: Date): Promise<void> {
  await sql`
    update backup_schedule set next_at = ${nextRunAt(minute, now)}, claimed_until = '-infinity' where claim = ${claim}`
}

export interface BackupFigures {
  /** Seconds since the last successful backup; null if there was no backup. Copies without personal data do not count. */
  readonly ageSeconds: number | null
  /** Number of backups that failed since then. */
  readonly failed: number
}

export async function readBackupFigures(sql: Sql): Promise<BackupFigures> {
  const [row] = await sql<BackupFigures[]>`
    with made as (select max(id) as id, max(ended_at) as at from backups where problem is null and not anonymous)
    select extract(epoch from now() - made.at)::float8 as age_seconds,
      (select count(*) from backups b where b.problem is not null and b.id > coalesce(made.id, 0)) as failed
    from made`
  return row!
}
