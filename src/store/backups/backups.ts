/** What is known of the backups of this installation, and their schedule. About the installation as a whole: no row is a client's. */
import type { Database, Sql } from '../connection/database.ts'
import { claimRows, isFree } from '../jobs/claiming.ts'

/** A backup that was made, or that failed. */
export interface BackupRow {
  /** 32 hexadecimal digits. */
  readonly publicId: string
  readonly beganAt: Date
  readonly endedAt: Date
  readonly scheduled: boolean
  readonly anonymous: boolean
  readonly encrypted: boolean
  /** The machine's name, and the file there; '' is standard output. */
  readonly host: string
  readonly file: string
  /** Octets of the file. */
  readonly bytes: number
  readonly rows: number
  /** Why there is none; null where it was made. */
  readonly problem: string | null
}

export interface KnownBackup extends BackupRow {
  readonly verifiedAt: Date | null
  readonly verifyProblem: string | null
  /** When a newer one took its place. */
  readonly deletedAt: Date | null
}

/** How many are remembered. */
const mostKnown = 1_000

export async function insertBackup(sql: Sql, row: BackupRow): Promise<void> {
  await sql`
    insert into backups (public_id, began_at, ended_at, scheduled, anonymous, encrypted, host, file, bytes, rows, problem)
    values (${row.publicId}::text::uuid, ${row.beganAt}, ${row.endedAt}, ${row.scheduled}, ${row.anonymous}, ${row.encrypted},
      ${row.host}, ${row.file}, ${row.bytes}, ${row.rows}, ${row.problem})`
  await sql`delete from backups where id <= (select max(id) from backups) - ${mostKnown}`
}

/** @param files in a folder of this machine, that are no more */
export async function markDeleted(sql: Sql, host: string, files: readonly string[]): Promise<void> {
  await sql`
    update backups set deleted_at = now() where host = ${host} and file = any(${files}::text[]) and deleted_at is null`
}

/** @param problem null where it is whole */
export async function markVerified(sql: Sql, publicId: string, problem: string | null): Promise<void> {
  await sql`
    update backups set verified_at = now(), verify_problem = ${problem} where public_id = ${publicId}::text::uuid`
}

/** The newest first; beyond the newest also as many that hold people, so that copies without people do not hide them. */
export async function newestBackups(sql: Sql, most: number): Promise<KnownBackup[]> {
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
  /** On the machine whose process makes the backup. */
  readonly folder: string
  /** How many files stay. */
  readonly keep: number
  /** Public keys of age. */
  readonly recipients: readonly string[]
  readonly passphraseFile: string | null
}

export interface StandingSchedule extends BackupSchedule {
  readonly nextAt: Date
  /** A process makes one now. */
  readonly isUnderWay: boolean
}

/** The next time after `now` at which the clock in UTC shows that minute of the day. */
export function nextAt(minute: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 0, minute)
  return new Date(today > now.getTime() ? today : today + 86_400_000)
}

/** In place of the one there was. */
export async function setSchedule(sql: Sql, schedule: BackupSchedule, now: Date): Promise<void> {
  const { minute, folder, keep, recipients, passphraseFile } = schedule
  await sql`
    insert into backup_schedule (minute, folder, keep, recipients, passphrase_file, next_at)
    values (${minute}, ${folder}, ${keep}, ${recipients}::text[], ${passphraseFile}, ${nextAt(minute, now)})
    on conflict (one) do update set minute = excluded.minute, folder = excluded.folder, keep = excluded.keep,
      recipients = excluded.recipients, passphrase_file = excluded.passphrase_file, next_at = excluded.next_at`
}

/** @returns whether there was one */
export async function endSchedule(sql: Sql): Promise<boolean> {
  const { count } = await sql`delete from backup_schedule`
  return count > 0
}

export async function readSchedule(sql: Sql): Promise<StandingSchedule | undefined> {
  const [row] = await sql<StandingSchedule[]>`
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

/** Takes the backup that is due, if one is: other processes leave it alone until the lease ends. */
export async function claimDue(db: Database): Promise<ClaimedSchedule | undefined> {
  const [row] = await claimRows<ClaimedSchedule>(db, scheduleClaims, {
    candidates: db`select t.one from backup_schedule t where t.next_at <= now() and ${isFree(db, scheduleClaims)}`,
    returning: db`t.one, t.minute, t.folder, t.keep, t.recipients, t.passphrase_file, t.claim`,
  })
  return row
}

/** The backup was made, or was tried: the next is due at its time. */
export async function endClaim(sql: Sql, { claim, minute }: ClaimedSchedule, now: Date): Promise<void> {
  await sql`
    update backup_schedule set next_at = ${nextAt(minute, now)}, claimed_until = '-infinity' where claim = ${claim}`
}

export interface BackupFigures {
  /** Seconds since the last backup that was made; null where none was. Copies without people are none. */
  readonly ageSeconds: number | null
  /** Backups that failed since then. */
  readonly failed: number
}

export async function backupFigures(sql: Sql): Promise<BackupFigures> {
  const [row] = await sql<BackupFigures[]>`
    with made as (select max(id) as id, max(ended_at) as at from backups where problem is null and not anonymous)
    select extract(epoch from now() - made.at)::float8 as age_seconds,
      (select count(*) from backups b where b.problem is not null and b.id > coalesce(made.id, 0)) as failed
    from made`
  return row!
}
