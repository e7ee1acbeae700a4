/** The processes of the installation. Rows belong to the installation, not to a client. */
import type { Sql } from './connection/database.ts'

/** Facts that a process reports about itself. */
export interface ProcessRow {
  /** 32 hexadecimal digits, new at each start. */
  readonly id: string
  readonly host: string
  readonly pid: number
  /** The names of LETTERSHOP_ROLES. */
  readonly roles: readonly string[]
  readonly version: string
  /** The newest migration that the process's program has. */
  readonly schema: number
  readonly node: string
  readonly startedAt: Date
  /** Relays that the process does not use after failures. */
  readonly heldRelays: readonly string[]
  readonly isDiskFull: boolean
  readonly areHeartbeatsOverdue: boolean
  /** By name, without passwords; empty for a process of an earlier version. */
  readonly settings: Readonly<Record<string, string>>
}

export interface KnownProcess extends ProcessRow {
  readonly seenAt: Date
  /** Seconds since the last report, by the database's clock. */
  readonly silentSeconds: number
}

/**
 * Whether all processes of the installation have the program of a schema, or a later one. A process with an earlier one, which goes on beside the
 * schema during a rolling upgrade, is in the table until it ends or was silent for a day; none starts any more.
 * @param seconds since the schema was made, in which a process that was just starting has reported itself
 */
export async function areProcessesSince(sql: Sql, schema: number, seconds: number): Promise<boolean> {
  const [row] = await sql<{ are: boolean }[]>`
    select not exists (select 1 from processes where schema < ${schema}) and exists (
      select 1 from migrations where number = ${schema} and applied_at <= now() - make_interval(secs => ${seconds})
    ) as are`
  return row!.are
}

/** Hours until a silent process is deleted. */
const knownHours = 24

/** Records that a process is alive, and deletes processes that were silent for a day. */
export async function recordProcess(sql: Sql, row: ProcessRow): Promise<void> {
  await sql`
    insert into processes (id, host, pid, roles, version, schema, node, started_at, held_relays, is_disk_full, are_heartbeats_overdue, settings)
    values (${row.id}::text::uuid, ${row.host}, ${row.pid}, ${row.roles}::text[], ${row.version}, ${row.schema}, ${row.node},
      ${row.startedAt}, ${row.heldRelays}::text[], ${row.isDiskFull}, ${row.areHeartbeatsOverdue}, ${JSON.stringify(row.settings)}::jsonb)
    on conflict (id) do update set seen_at = now(), held_relays = excluded.held_relays, is_disk_full = excluded.is_disk_full,
      are_heartbeats_overdue = excluded.are_heartbeats_overdue`
  await sql`delete from processes where seen_at < now() - make_interval(hours => ${knownHours})`
}

/** Deletes a process that ended normally. */
export async function forgetProcess(sql: Sql, id: string): Promise<void> {
  await sql`delete from processes where id = ${id}::text::uuid`
}

/** Maximum listed processes: a process that crashes and restarts repeatedly leaves a row each time. */
const mostListed = 200

/** The processes heard of last, by machine and start. */
export async function readKnownProcesses(sql: Sql): Promise<KnownProcess[]> {
  return sql<KnownProcess[]>`
    select id, host, pid, roles, version, schema, node, started_at, held_relays, is_disk_full, are_heartbeats_overdue, settings, seen_at,
      extract(epoch from now() - seen_at)::float8 as silent_seconds
    from (select * from processes order by seen_at desc limit ${mostListed}) p
    order by host, started_at, id`
}
