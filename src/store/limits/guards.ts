/** Heartbeats, which tell a restored or copied installation from a restarted one, and the holds until an operator confirms. */

import { wakeSenders } from '../campaigns/sending.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'

export type HoldKind =
  | 'database restored'
  | 'database copied'
  | 'data folder copied'
  | 'data folder restored'
  | 'long silence'
  | 'clock'
  | 'by hand'
  | 'commits lost'

export interface Hold {
  readonly kind: HoldKind
  /** '' holds every sender, otherwise those of one data folder. */
  readonly folder: string
  /** What was seen, in a sentence. */
  readonly detail: string
}

export interface StandingHold extends Hold {
  readonly since: Date
}

/** A heartbeat file of a data folder: no other file, a copy of it included, has this inode and this time of birth. */
export interface HeartbeatFile {
  readonly name: string
  /** The heartbeat it was made at. */
  readonly beat: number
  /** A number of up to 64 bits. */
  readonly inode: string
  /** Nanoseconds since 1970. */
  readonly born: string
}

export interface Heartbeat {
  readonly folder: string
  readonly beat: number
  readonly at: Date
  /** Of the machine; '' where it cannot be told. */
  readonly boot: string
  /** Seconds since then, sleep included. */
  readonly uptime: number
  readonly folderSign: string
  /** The folder's heartbeat files as they stood when this was written; none where an older version wrote it. */
  readonly files: readonly HeartbeatFile[]
}

/** What the database knows of itself and of a data folder. */
export interface Pulse {
  readonly installation: string
  /** Which database it was when a sender last looked; null before the first. */
  readonly knownSign: string | null
  /** Which it is; '' where the server does not say. */
  readonly sign: string
  /** The newest heartbeat of any folder. */
  readonly newestAt: Date | null
  /** When holds were last released; null where they never were. */
  readonly releasedAt: Date | null
  readonly own: Heartbeat | undefined
}

/** Waits for other senders that look: everything of one look is true at once. */
export async function readPulse(sql: Transaction, folder: string): Promise<Pulse> {
  const [row] = await sql<Pick<Pulse, 'installation' | 'knownSign' | 'newestAt' | 'releasedAt'>[]>`
    select installation_id as installation, database_sign as known_sign, (select max(at) from heartbeats) as newest_at,
      released_at
    from installation
    for update`
  const [own] = await sql<Heartbeat[]>`
    select folder, beat, at, boot, uptime, folder_sign, files from heartbeats where folder = ${folder}`
  return { ...row!, sign: await databaseSign(sql), own }
}

/** An initdb's number and the database's within it: the same after a restart or a promoted standby, another for a restored dump. */
async function databaseSign(sql: Transaction): Promise<string> {
  const [known] = await sql<{ known: boolean }[]>`
    select coalesce(has_function_privilege(to_regprocedure('pg_catalog.pg_control_system()'), 'execute'), false) as known`
  if (!known!.known) return ''
  const [row] = await sql<{ sign: string }[]>`
    select c.system_identifier || '/' || d.oid as sign
    from pg_control_system() c, pg_database d
    where d.datname = current_database()`
  return row!.sign
}

/** Writes down what a look has seen: its holds, which database this is, that the folder is alive. */
export async function writePulse(
  sql: Transaction,
  holds: readonly Hold[],
  sign: string,
  { folder, beat, at, boot, uptime, folderSign, files }: Heartbeat,
): Promise<void> {
  for (const hold of holds) await placeHold(sql, hold, at)
  await sql`update installation set database_sign = ${sign} where database_sign is distinct from ${sign}`
  await sql`
    insert into heartbeats (folder, beat, at, boot, uptime, folder_sign, files)
    values (${folder}, ${beat}, ${at}, ${boot}, ${uptime}, ${folderSign}, ${sql.json(files as never)})
    on conflict (folder) do update
    set beat = excluded.beat, at = excluded.at, boot = excluded.boot, uptime = excluded.uptime,
      folder_sign = excluded.folder_sign, files = excluded.files`
}

/** From its commit on, the senders it is about hand nothing over. The first of a kind stays. */
export async function placeHold(sql: Sql, { kind, folder, detail }: Hold, at: Date): Promise<void> {
  await sql`
    insert into holds (kind, folder, detail, since) values (${kind}, ${folder}, ${detail}, ${at})
    on conflict do nothing`
}

/** @param folder undefined for those of all folders */
export async function standingHolds(sql: Sql, folder?: string): Promise<StandingHold[]> {
  return sql<StandingHold[]>`
    select kind, folder, detail, since from holds
    where ${folder ?? null}::text is null or folder in ('', ${folder ?? null})
    order by since, kind, folder`
}

/** Lets sending go on. @returns what was ended */
export async function releaseHolds(db: Database): Promise<Hold[]> {
  const ended = await transaction(db, async sql => {
    // before the holds, as a look does: it finds both or neither
    await sql`select from installation for update`
    const ended = await sql<Hold[]>`delete from holds returning kind, folder, detail`
    // later than the one before whatever the clock says
    if (ended.length > 0)
      await sql`update installation set released_at = greatest(clock_timestamp(), released_at + interval '1 ms')`
    return ended
  })
  if (ended.length > 0) await wakeSenders(db)
  return ended
}

export interface MissedSchedule {
  readonly campaignPublicId: string
  readonly name: string
  readonly missedAt: Date
}

/** Drafts whose schedule was missed. */
export async function missedSchedules(sql: Sql): Promise<MissedSchedule[]> {
  return sql<MissedSchedule[]>`
    select public_id as campaign_public_id, name, missed_at from campaigns
    where state = 'draft' and missed_at is not null and deleted_at is null
    order by missed_at`
}
