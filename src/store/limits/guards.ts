/** Heartbeats, by which a restored or copied installation differs from a restarted one, and holds until an operator confirms. */

import { findAmongClients } from '../among-clients.ts'
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
  /** '' for all senders, otherwise the data folder whose senders are held. */
  readonly folder: string
  /** The observation, as a sentence. */
  readonly detail: string
}

export interface ActiveHold extends Hold {
  readonly since: Date
}

/** A heartbeat file of a data folder: no other file, including copies, has this inode and birth time. */
export interface HeartbeatFile {
  readonly name: string
  /** The heartbeat that created the file. */
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
  /** Boot id of the machine; '' if unknown. */
  readonly boot: string
  /** Seconds since the boot, including sleep. */
  readonly uptime: number
  readonly folderSign: string
  /** The folder's heartbeat files when this was written; empty if an older version wrote it. */
  readonly files: readonly HeartbeatFile[]
}

/** Facts about the database and a data folder. */
export interface Pulse {
  readonly installation: string
  /** Sign of the database at the last look of a sender; null before the first. */
  readonly knownSign: string | null
  /** Present sign of the database; '' if the server does not report it. */
  readonly sign: string
  /** The newest heartbeat of any folder. */
  readonly newestAt: Date | null
  /** When holds were last released; null if never. */
  readonly releasedAt: Date | null
  readonly own: Heartbeat | undefined
}

/** Waits for concurrent looks of other senders, so that all facts are from one moment. */
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

/** The system identifier of initdb with the database's id: unchanged by a restart or a promoted standby, different for a restored dump. */
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

/** Records the result of a look: its holds, the database's sign, and the folder's heartbeat. */
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

/** Places a hold: from its commit on its senders send nothing. The first hold of a kind is kept. */
export async function placeHold(sql: Sql, { kind, folder, detail }: Hold, at: Date): Promise<void> {
  await sql`
    insert into holds (kind, folder, detail, since) values (${kind}, ${folder}, ${detail}, ${at})
    on conflict do nothing`
}

/** @param folder undefined for holds of all folders */
export async function findActiveHolds(sql: Sql, folder?: string): Promise<ActiveHold[]> {
  return sql<ActiveHold[]>`
    select kind, folder, detail, since from holds
    where ${folder ?? null}::text is null or folder in ('', ${folder ?? null})
    order by since, kind, folder`
}

/** Ends holds, so that sending continues. @returns the ended holds */
export async function releaseHolds(db: Database): Promise<Hold[]> {
  const ended = await transaction(db, async sql => {
    // locked before the holds, as a look does, which then sees both or neither
    await sql`select 1 from installation for update`
    const ended = await sql<Hold[]>`delete from holds returning kind, folder, detail`
    // later than the previous release, whatever the clock shows
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

/** Drafts that missed their schedule. */
export async function readMissedSchedules(sql: Sql): Promise<MissedSchedule[]> {
  return findAmongClients<MissedSchedule & { readonly clientId: number }>(sql, {
    table: 'campaigns',
    columns: sql`, t.public_id as campaign_public_id, t.name, t.missed_at`,
    isFound: sql`t.state = 'draft' and t.missed_at is not null and t.deleted_at is null`,
    order: sql`t.missed_at`,
  })
}
