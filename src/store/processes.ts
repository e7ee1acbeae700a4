/** The processes of the installation. About the installation as a whole: no row is a client's. */
import type { Sql } from './connection/database.ts'

/** What a process tells of itself. */
export interface ProcessRow {
  /** 32 hexadecimal digits, another one at each start. */
  readonly id: string
  readonly host: string
  readonly pid: number
  /** As LETTERSHOP_ROLES names them. */
  readonly roles: readonly string[]
  readonly version: string
  /** The newest migration that the program knows. */
  readonly schema: number
  readonly node: string
  readonly startedAt: Date
  /** Relays that are left alone after failures. */
  readonly heldRelays: readonly string[]
  readonly isDiskFull: boolean
  readonly areHeartbeatsOverdue: boolean
  /** By name, without passwords; of a process of an earlier version none. */
  readonly settings: Readonly<Record<string, string>>
}

export interface KnownProcess extends ProcessRow {
  readonly seenAt: Date
  /** Seconds since then, by the database's clock. */
  readonly silentSeconds: number
}

/** How long a process that is not seen any more stays known, in hours. */
const knownHours = 24

/** A process lives; those that were not seen for a day are forgotten. */
export async function recordProcess(sql: Sql, row: ProcessRow): Promise<void> {
  await sql`
    insert into processes (id, host, pid, roles, version, schema, node, started_at, held_relays, is_disk_full, are_heartbeats_overdue, settings)
    values (${row.id}::text::uuid, ${row.host}, ${row.pid}, ${row.roles}::text[], ${row.version}, ${row.schema}, ${row.node},
      ${row.startedAt}, ${row.heldRelays}::text[], ${row.isDiskFull}, ${row.areHeartbeatsOverdue}, ${JSON.stringify(row.settings)}::jsonb)
    on conflict (id) do update set seen_at = now(), held_relays = excluded.held_relays, is_disk_full = excluded.is_disk_full,
      are_heartbeats_overdue = excluded.are_heartbeats_overdue`
  await sql`delete from processes where seen_at < now() - make_interval(hours => ${knownHours})`
}

/** A process has ended as it was asked to. */
export async function forgetProcess(sql: Sql, id: string): Promise<void> {
  await sql`delete from processes where id = ${id}::text::uuid`
}

/** A process that is killed and started again and again leaves a row each time. */
const mostTold = 200

/** Those heard of last, by machine and start. */
export async function knownProcesses(sql: Sql): Promise<KnownProcess[]> {
  return sql<KnownProcess[]>`
    select id, host, pid, roles, version, schema, node, started_at, held_relays, is_disk_full, are_heartbeats_overdue, settings, seen_at,
      extract(epoch from now() - seen_at)::float8 as silent_seconds
    from (select * from processes order by seen_at desc limit ${mostTold}) p
    order by host, started_at, id`
}
