/** What a database server says of itself, for `lettershop doctor`. Nothing is changed. */
import type { Database, Sql } from './connection/database.ts'

export interface ServerFacts {
  /** Such as 18.1, and as PostgreSQL numbers it: 180001. */
  readonly version: string
  readonly number: number
  readonly encoding: string
  /** The role may make tables here. */
  readonly mayCreate: boolean
  /** Connections that the server takes, and those that are open. */
  readonly mostConnections: number
  readonly openConnections: number
  /** Settings on which the durability of an answer rests: name and value, where it is not as it should be. */
  readonly unsafe: readonly { readonly name: string; readonly value: string }[]
  readonly standbys: readonly Standby[]
  /** The server's clock. */
  readonly now: Date
  /** There is an installation in the database. */
  readonly isFilled: boolean
}

export interface Standby {
  readonly name: string
  readonly state: string
  /** `async`, `sync` or `quorum`. */
  readonly mode: string
  /** Seconds its replay is behind; null where it is not known. */
  readonly lagSeconds: number | null
}

export async function serverFacts(sql: Sql): Promise<ServerFacts> {
  const [[facts], unsafe, standbys] = await Promise.all([
    sql<Omit<ServerFacts, 'unsafe' | 'standbys'>[]>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding, current_setting('max_connections')::int as most_connections,
        has_schema_privilege(current_schema(), 'create') and has_database_privilege(current_database(), 'create') as may_create,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open_connections,
        clock_timestamp() as now, to_regclass('installation') is not null as is_filled`,
    sql<ServerFacts['unsafe'][number][]>`
      select name, setting as value from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
    sql<Standby[]>`
      select application_name as name, coalesce(state, '') as state, coalesce(sync_state, '') as mode,
        extract(epoch from replay_lag)::float8 as lag_seconds
      from pg_stat_replication order by application_name`,
  ])
  return { ...facts!, unsafe, standbys }
}

/** Any number no other program locks. */
const lockKey = 7_203_551_899

/** Whether a lock that one connection holds is seen by another, as all work that is claimed needs it. */
export async function locksWork(db: Database): Promise<boolean> {
  const [one, other] = [await db.reserve(), await db.reserve()]
  const take = async (sql: Sql) =>
    (await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as taken`)[0]!.taken
  try {
    return (await take(one)) && !(await take(other))
  } finally {
    // the locks end with their sessions
    one.release()
    other.release()
  }
}

export interface ZoneAtServer {
  readonly name: string
  /** Minutes east of UTC now and half a year from now; null where the server does not know the zone. */
  readonly offsets: readonly [number, number] | null
}

/** The zones of clients, as the server's time zone data has them. @param moments now, and half a year from now */
export async function zonesOfClients(sql: Sql, moments: readonly [Date, Date]): Promise<ZoneAtServer[]> {
  const [now, later] = moments
  const offset = (at: Date) =>
    sql`extract(epoch from (${at}::timestamptz at time zone z.name) - (${at}::timestamptz at time zone 'UTC'))::int / 60`
  return sql<ZoneAtServer[]>`
    with used as (select distinct time_zone as name from clients where deleted_at is null order by 1 limit 100)
    select u.name, case when z.name is null then null else array[${offset(now)}, ${offset(later)}] end as offsets
    from used u
    left join pg_timezone_names z on lower(z.name) = lower(u.name)`
}

export interface PublishedDomain {
  readonly domain: string
  readonly selector: string
  readonly rsaPublic: string
  readonly ed25519Public: string
}

/** Sending domains of all clients, those that were looked at last first. */
export async function someSendingDomains(sql: Sql, most: number): Promise<PublishedDomain[]> {
  return sql<PublishedDomain[]>`
    select d.domain, d.selector, d.rsa_public, d.ed25519_public
    from sending_domains d
    join clients c on c.id = d.client_id and c.deleted_at is null
    order by d.checked_at desc nulls last limit ${most}`
}
