/**
 * Reading the audit log. Each statement follows one index, newest first, for a bounded number of entries, and applies the other filters to
 * those: a page may hold fewer entries than it has room for, although older ones match.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { ActorKind, NewAuditEntry } from './audit-log.ts'

export interface Actor {
  readonly kind: ActorKind
  readonly id: number
}

/** Selects entries of an account; null does not restrict. */
export interface AuditFilter {
  readonly accountId: number
  /** Null for all clients and the account itself. */
  readonly clientIds: readonly number[] | null
  readonly actors: readonly Actor[] | null
  /** An identifier that the entry names, 32 hexadecimal digits. */
  readonly subjectId: string | null
  readonly operation: string | null
  readonly outcome: 'succeeded' | 'refused' | 'failed' | null
  /** Local times of the account: from `from` on, and before `until`. */
  readonly from: string | null
  readonly until: string | null
  /** Entries that are alike in all of these, whichever fields their changes gave. */
  readonly alike: Pick<NewAuditEntry, 'means' | 'subject' | 'outcome'> | null
}

/** Microseconds since 1970 and the entry's number; newer entries have greater keys. */
export type AuditKey = readonly [atMicros: number, id: number]

/** `removed`: a person without access to the account, or an actor whose row is gone; `revoked`: a key. */
export type ActorState = 'present' | 'removed' | 'revoked'

export interface AuditEntryRow extends Omit<NewAuditEntry, 'accountId'> {
  readonly id: number
  readonly atMicros: number
  /** Local time of the account. */
  readonly date: string
  /** Null for the account itself, and for a client that no longer exists. */
  readonly clientPublicId: string | null
  /** The public id of a person (also if the call used the person's login) or of a key. */
  readonly actorPublicId: string | null
  readonly actorState: ActorState
}

export interface AuditWindow {
  readonly rows: readonly AuditEntryRow[]
  /** Where reading ended although older entries may match; undefined if there are none. */
  readonly next: AuditKey | undefined
}

/** Entries that one statement reads at most while it looks for those that match. */
const mostScanned = 10_000

/** Entries, newest first. @param limit maximum number. @param after key of the last entry of the previous page */
export async function readAuditEntries(
  sql: Sql,
  filter: AuditFilter,
  after: AuditKey | undefined,
  limit: number,
): Promise<AuditWindow> {
  const { clientIds, actors } = filter
  const { driver, filters } = planOf(sql, filter)
  const sourceCount = driver === 'actors' ? actors!.length : driver === 'clients' ? clientIds!.length : 1
  const most = filters ? Math.max(limit, Math.floor(mostScanned / Math.max(sourceCount, 1))) : limit
  const found = await sql<
    (AuditEntryRow & { scanned: number; edgeMicros: number; edgeId: number; isEntry: boolean })[]
  >`
    with scanned as materialized (
      ${candidates(sql, filter, driver, after, most)}
    ), matching as (
      select a.* from scanned a where ${filters ?? sql`true`} order by a.at desc, a.id desc limit ${limit}
    )
    select e.scanned, e.edge_micros, e.edge_id, a.id is not null as is_entry, a.id,
      (extract(epoch from a.at) * 1000000)::bigint as at_micros, ${localTime(sql, sql`a.at`, sql`z.time_zone`)} as date,
      a.client_id, a.actor_kind, a.actor_id, a.actor_name, a.means, a.wire, a.operation, a.subject, a.outcome, a.request_id, a.remote,
      c.public_id as client_public_id, coalesce(p.public_id, u.public_id, k.public_id) as actor_public_id,
      case
        when a.actor_kind = 'key' then case when k.id is null then 'removed' when k.revoked_at is not null then 'revoked' else 'present' end
        when a.actor_kind = 'person' then case
          when exists (select 1 from grants g where g.person_id = p.id and g.account_id = a.account_id) then 'present' else 'removed' end
        when a.actor_kind = 'login' then case when l.id is null then 'removed' else 'present' end
        else 'present'
      end as actor_state
    from (
      select (select count(*)::integer from scanned) as scanned,
        (select (extract(epoch from at) * 1000000)::bigint from scanned order by at, id limit 1) as edge_micros,
        (select id from scanned order by at, id limit 1) as edge_id
    ) e
    left join matching a on true
    left join accounts z on z.id = a.account_id
    left join clients c on c.id = a.client_id
    left join people p on a.actor_kind = 'person' and p.id = a.actor_id
    left join logins l on a.actor_kind = 'login' and l.id = a.actor_id
    left join people u on a.actor_kind = 'login' and u.login_id = a.actor_id
    left join api_keys k on a.actor_kind = 'key' and k.id = a.actor_id
    order by a.at desc, a.id desc`
  const rows = found.filter(({ isEntry }) => isEntry)
  const [{ scanned, edgeMicros, edgeId }] = found as unknown as [(typeof found)[number]] // the left side has one row
  return { rows, next: rows.length < limit && scanned >= most ? [edgeMicros, edgeId] : undefined }
}

/** Which index is followed. */
type Driver = 'subject' | 'actors' | 'clients' | 'operation' | 'outcome' | 'account'

/** The index for a filter, and the conditions that are left for the entries read from it. */
function planOf(sql: Sql, filter: AuditFilter): { readonly driver: Driver; readonly filters: Fragment | undefined } {
  const { subjectId, actors, clientIds, operation, outcome, alike } = filter
  const hasIndexOfOutcome = outcome === 'refused' || outcome === 'failed'
  const driver: Driver =
    subjectId !== null
      ? 'subject'
      : actors
        ? 'actors'
        : clientIds
          ? 'clients'
          : operation !== null
            ? 'operation'
            : hasIndexOfOutcome
              ? 'outcome'
              : 'account'
  const parts: Fragment[] = []
  if (actors && driver !== 'actors')
    parts.push(sql`(a.actor_kind, a.actor_id) in (
      select * from unnest(${actors.map(({ kind }) => kind)}::text[], ${actors.map(({ id }) => id)}::bigint[]))`)
  if (clientIds && driver !== 'clients') parts.push(sql`a.client_id = any(${clientIds as number[]}::bigint[])`)
  if (operation !== null && driver !== 'operation') parts.push(sql`a.operation = ${operation}`)
  if (outcome !== null && driver !== 'outcome') parts.push(ofOutcome(sql, outcome))
  if (alike)
    parts.push(sql`a.means = ${alike.means} and a.outcome = ${alike.outcome}
      and split_part(a.subject, ', changing ', 1) = ${alike.subject}`)
  return { driver, filters: parts.length > 0 ? joined(sql, parts) : undefined }
}

/** The newest entries by one index. Several actors or clients are read in the order of the index each, and merged. */
function candidates(
  sql: Sql,
  filter: AuditFilter,
  driver: Driver,
  after: AuditKey | undefined,
  most: number,
): Fragment {
  const { actors, clientIds, operation, outcome, subjectId } = filter
  const newest = sql`order by a.at desc, a.id desc limit ${most}`
  const within = sql`a.account_id = ${filter.accountId} and ${range(sql, filter, after)}`
  const one = (condition: Fragment) => sql`select a.* from audit_log a where ${within} and ${condition} ${newest}`
  const merged = (sources: Fragment, condition: Fragment) =>
    sql`select a.* from ${sources} cross join lateral (${one(condition)}) a ${newest}`
  switch (driver) {
    case 'subject':
      return sql`select a.* from (
          (${one(sql`a.subject <> '' and ${firstId(sql)} = ${subjectId}`)})
          union all
          (${one(sql`${hasFurther(sql)} and ${furtherIds(sql)} @> array[${subjectId}::text]
            and ${firstId(sql)} <> ${subjectId}`)})
        ) a ${newest}`
    case 'actors':
      return merged(
        sql`unnest(${actors!.map(({ kind }) => kind)}::text[], ${actors!.map(({ id }) => id)}::bigint[]) as source (kind, id)`,
        sql`a.actor_id = source.id and a.actor_kind = source.kind`,
      )
    case 'clients':
      return merged(sql`unnest(${clientIds as number[]}::bigint[]) as source (id)`, sql`a.client_id = source.id`)
    case 'operation':
      return one(sql`a.operation = ${operation}`)
    case 'outcome':
      return one(ofOutcome(sql, outcome!))
    case 'account':
      return one(sql`true`)
  }
}

/** Expressions of the indexes of subjects (schema.sql). What a subject looks like is decided in operations/audited.ts. */
const hasFurther = (sql: Sql) => sql`a.subject ~ '^(?:ClientID [0-9a-f]{32}, )?\\w+ [0-9a-f]{32}, \\w+ [0-9a-f]{32}'`
const firstId = (sql: Sql) => sql`substring(a.subject from '^(?:ClientID [0-9a-f]{32}, )?\\w+ ([0-9a-f]{32})')`
const furtherIds = (sql: Sql) =>
  sql`string_to_array(regexp_replace(a.subject,
    '^(?:ClientID [0-9a-f]{32}, )?\\w+ [0-9a-f]{32}, |\\w+ (?=[0-9a-f]{32})', '', 'g'), ', ')`

/** Dates are compared in addition to the key, so that PostgreSQL reads only the partitions of these dates. */
function range(sql: Sql, { accountId, from, until }: AuditFilter, after: AuditKey | undefined): Fragment {
  const instant = (local: string) =>
    sql`(select ${local}::timestamp at time zone time_zone from accounts where id = ${accountId})`
  const parts: Fragment[] = []
  if (from !== null) parts.push(sql`a.at >= ${instant(from)}`)
  if (until !== null) parts.push(sql`a.at < ${instant(until)}`)
  if (after) {
    const at = sql`timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond'`
    parts.push(sql`a.at <= ${at} and (a.at, a.id) < (${at}, ${after[1]}::bigint)`)
  }
  return joined(sql, parts)
}

function joined(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.reduce((all, part) => sql`${all} and ${part}`, sql`true`)
}

function ofOutcome(sql: Sql, outcome: 'succeeded' | 'refused' | 'failed'): Fragment {
  switch (outcome) {
    case 'succeeded':
      return sql`a.outcome = ''`
    case 'refused':
      return sql`a.outcome <> '' and a.outcome <> 'UnexpectedError'`
    case 'failed':
      return sql`a.outcome = 'UnexpectedError'`
  }
}

/** The actors of a public identifier: a key, or a person together with that person's login. */
export async function readActorsByPublicId(sql: Sql, accountId: number, publicId: string): Promise<Actor[]> {
  return sql<Actor[]>`
    select 'key' as kind, id from api_keys where account_id = ${accountId} and public_id = ${publicId}
    union all
    select a.kind, a.id
    from people p
    cross join lateral (values ('person', p.id), ('login', p.login_id)) a (kind, id)
    where p.public_id = ${publicId} and a.id is not null and (
      exists (select 1 from grants g where g.person_id = p.id and g.account_id = ${accountId})
      or exists (select 1 from audit_log l where l.account_id = ${accountId} and l.actor_id = p.id and l.actor_kind = 'person')
    )`
}

export interface NamedActor {
  readonly kind: 'person' | 'key'
  readonly publicId: string
  readonly name: string
  readonly state: ActorState
}

/** Actors that are listed at most, and entries among which those of clients are looked for. */
const mostActors = 1000
const entriesOfActors = 5000

/**
 * People and keys with entries, by name: of an account all of them, found in the index of actors one by one; of clients those among the
 * newest entries. The person of a login is listed for it.
 */
export async function readAuditActors(
  sql: Sql,
  accountId: number,
  clientIds: readonly number[] | null,
): Promise<readonly NamedActor[]> {
  const actors = clientIds
    ? sql`actors as (
        select distinct a.actor_id, a.actor_kind
        from unnest(${clientIds as number[]}::bigint[]) as source (id) cross join lateral (
          select a.actor_id, a.actor_kind from audit_log a
          where a.account_id = ${accountId} and a.client_id = source.id
          order by a.at desc, a.id desc limit ${Math.ceil(entriesOfActors / Math.max(clientIds.length, 1))}
        ) a
        limit ${mostActors}
      )`
    : sql`walk as (
        (select actor_id, actor_kind from audit_log where account_id = ${accountId} order by actor_id, actor_kind limit 1)
        union all
        select n.actor_id, n.actor_kind from walk w cross join lateral (
          select a.actor_id, a.actor_kind from audit_log a
          where a.account_id = ${accountId} and (a.actor_id, a.actor_kind) > (w.actor_id, w.actor_kind)
          order by a.actor_id, a.actor_kind limit 1
        ) n
      ), actors as (select * from walk limit ${mostActors})`
  return sql<NamedActor[]>`
    with recursive ${actors}
    select distinct on (lower(named.name), named.public_id) named.* from (
      select 'person' as kind, p.public_id, p.name, case
          when exists (select 1 from grants g where g.person_id = p.id and g.account_id = ${accountId}) then 'present' else 'removed'
        end as state
      from (
        select p.* from actors a join people p on p.id = a.actor_id where a.actor_kind = 'person'
        union all
        select p.* from actors a join people p on p.login_id = a.actor_id where a.actor_kind = 'login'
      ) p
      union all
      select 'key', k.public_id, k.label, case when k.revoked_at is null then 'present' else 'revoked' end
      from actors a join api_keys k on a.actor_kind = 'key' and k.id = a.actor_id and k.account_id = ${accountId}
    ) named
    order by lower(named.name), named.public_id`
}
