/** Database facts for `lettershop doctor` and the system's state. All queries only read. */
import type { Sql } from './connection/database.ts'
import { stalledCommits } from './connection/stalled-commits.ts'

export interface ServerFacts {
  readonly version: string
  /** Such as 150004 for 15.4. */
  readonly number: number
  readonly encoding: string
  /** True if this user may create schemas in the database, and tables in its schema. */
  readonly mayCreateSchemas: boolean
  readonly mayCreateTables: boolean
  readonly maxConnections: number
  /** Connections of `maxConnections` that are reserved for administrators. */
  readonly reservedConnections: number
  /** Open connections of other programs and of other processes of Lettershop. */
  readonly otherConnections: number
  readonly ourConnections: number
  readonly fsync: string
  readonly synchronousCommit: string
  readonly fullPageWrites: string
}

export async function readServerFacts(sql: Sql): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'create') as may_create_schemas,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      current_setting('max_connections')::int as max_connections,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved_connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
        and not starts_with(application_name, 'lettershop')) as other_connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
        and starts_with(application_name, 'lettershop')) as our_connections,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes`
  return row!
}

export interface StandbyFacts {
  readonly name: string
  /** Null if this user may not see it (role pg_monitor). */
  readonly state: string | null
  /** async, potential, sync, quorum. */
  readonly sync: string | null
  readonly lagBytes: number | null
}

export async function readStandbys(sql: Sql): Promise<StandbyFacts[]> {
  return sql<StandbyFacts[]>`
    select application_name as name, state, sync_state as sync,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::int8 as lag_bytes
    from pg_stat_replication
    order by application_name limit 20`
}

/** Whether commits wait for a standby; null if this user may not see it. */
export function isSynchronous({ sync }: StandbyFacts): boolean | null {
  return sync === null ? null : sync === 'sync' || sync === 'quorum'
}

/**
 * Whether commits wait for an absent standby: commits of this user have waited for seconds, or commits must wait and no standby is
 * connected. If another standby than the required one is connected, only the first condition shows it.
 */
export async function commitsWait(sql: Sql): Promise<boolean> {
  const [row] = await sql.unsafe<{ wait: boolean }[]>(`
    select exists (${stalledCommits})
      or current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('local', 'off')
        and not exists (select 1 from pg_stat_replication) as wait`)
  return row!.wait
}

/** `synchronous_standby_names`: empty if commits wait for no standby. */
export async function readSynchronousStandbyNames(sql: Sql): Promise<string> {
  const [row] = await sql<{ names: string }[]>`select current_setting('synchronous_standby_names') as names`
  return row!.names
}

export interface DatabaseUse {
  readonly bytes: number
  /** Connections of all programs. */
  readonly connections: number
  /** Maximum connections of users who are not administrators. */
  readonly maxConnections: number
  readonly standbys: readonly StandbyFacts[]
}

/** The size of the database, and the connections of the server. */
export async function readDatabaseUse(sql: Sql): Promise<DatabaseUse> {
  const [server, following, [size]] = await Promise.all([
    readServerFacts(sql),
    readStandbys(sql),
    sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`,
  ])
  return {
    bytes: size!.bytes,
    connections: server.ourConnections + server.otherConnections,
    maxConnections: server.maxConnections - server.reservedConnections,
    standbys: following,
  }
}

/** The database's clock, in milliseconds since 1970. */
export async function readDatabaseClock(sql: Sql): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  return row!.now
}

export async function hasSchema(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('migrations') is not null as there`
  return row!.there
}

/** The most frequent time zones of the clients that are not deleted. */
export async function readUsedTimeZones(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql<{ timeZone: string }[]>`
    select time_zone from clients where deleted_at is null group by time_zone order by count(*) desc, time_zone limit ${most}`
  return rows.map(({ timeZone }) => timeZone)
}

/** Minutes that a zone is ahead of UTC at an instant; null if the database does not know the zone. */
export async function readZoneOffsets(
  sql: Sql,
  zones: readonly string[],
  instants: readonly Date[],
): Promise<{ zone: string; at: number; minutes: number | null }[]> {
  return sql<{ zone: string; at: number; minutes: number | null }[]>`
    select zone, at::int, case when n.name is not null then
        (extract(epoch from (moment at time zone n.name) - (moment at time zone 'UTC')) / 60)::int end as minutes
    from unnest(${zones}::text[]) as zone
    cross join unnest(${instants}::timestamptz[]) with ordinality as i(moment, at)
    left join pg_timezone_names n on n.name = zone`
}

export interface CheckedDomain {
  readonly domain: string
  readonly selector: string
  readonly rsaPublic: string
  readonly ed25519Public: string
}

/** Sending domains of all clients that are not deleted, most recently checked first. */
export async function readLastCheckedDomains(
  sql: Sql,
  most: number,
): Promise<{ domains: CheckedDomain[]; all: number }> {
  const [domains, [row]] = await Promise.all([
    sql<CheckedDomain[]>`
      select d.domain, d.selector, d.rsa_public, d.ed25519_public
      from sending_domains d join clients c on c.id = d.client_id
      where c.deleted_at is null
      order by d.checked_at desc nulls last, d.created_at desc limit ${most}`,
    sql<{ all: number }[]>`
      select count(*)::int as all from sending_domains d join clients c on c.id = d.client_id where c.deleted_at is null`,
  ])
  return { domains, all: row!.all }
}
