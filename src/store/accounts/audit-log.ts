/**
 * The audit log: who did what. It is append-only, with one partition per month. Entries name their subjects by identifier and never contain
 * an address, a secret or a body. Entries belong to the account: one page may contain entries of all clients.
 * See docs/decisions/identity-and-keys.md#the-audit-log-is-durable-before-the-answer.
 */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import { dropMonths } from '../partitions.ts'

/** The kind of actor; `none` for a sign-in with an unknown name. */
export type ActorKind = 'login' | 'person' | 'key' | 'system' | 'none'

/** How the actor authenticated: a session, a scoped key, a key of User.GetApiKey, a password, or the machine itself. */
export type Means = 'session' | 'key' | 'historical key' | 'password' | 'system'

export interface NewAuditEntry {
  readonly accountId: number
  /** Null for entries of the account itself. */
  readonly clientId: number | null
  readonly actorKind: ActorKind
  /** An id of the actor's kind; 0 for `system` and `none`. */
  readonly actorId: number
  readonly actorName: string
  readonly means: Means
  readonly wire: string
  readonly operation: string
  readonly subject: string
  /** Empty for success, otherwise the name of a refusal. */
  readonly outcome: string
  readonly requestId: string
  readonly remote: string
}

/** Appends entries, dated with the start of the transaction. */
export async function insertAuditEntries(sql: Sql, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into audit_log (account_id, client_id, actor_kind, actor_id, actor_name, means, wire, operation, subject, outcome,
      request_id, remote)
    select * from unnest(
      ${entries.map(entry => entry.accountId)}::bigint[], ${entries.map(entry => entry.clientId)}::bigint[],
      ${entries.map(entry => entry.actorKind)}::text[], ${entries.map(entry => entry.actorId)}::bigint[],
      ${entries.map(entry => entry.actorName)}::text[], ${entries.map(entry => entry.means)}::text[],
      ${entries.map(entry => entry.wire)}::text[], ${entries.map(entry => entry.operation)}::text[],
      ${entries.map(entry => entry.subject)}::text[], ${entries.map(entry => entry.outcome)}::text[],
      ${entries.map(entry => entry.requestId)}::text[], ${entries.map(entry => entry.remote)}::text[])`
}

/** Adds an entry to every account: an operator's action on the whole installation. */
export async function insertForAllAccounts(sql: Sql, operation: string, subject: string): Promise<void> {
  await sql`
    insert into audit_log (account_id, client_id, actor_kind, actor_id, actor_name, means, wire, operation, subject, outcome,
      request_id, remote)
    select id, null, 'system', 0, 'operator', 'system', '', ${operation}, ${subject}, '', '', '' from accounts`
}

export interface Actor {
  readonly kind: 'login' | 'person' | 'key'
  readonly id: number
}

/** Selects entries of an account; null and undefined do not restrict. */
export interface AuditFilter {
  readonly accountId: number
  /** Null for all clients and the account itself. */
  readonly clientIds: readonly number[] | null
  readonly actors: readonly Actor[] | null
  readonly operation: string | null
  readonly outcome: 'succeeded' | 'refused' | 'failed' | null
  /** Local times of the account: from `from` on, and before `until`. */
  readonly from: string | null
  readonly until: string | null
}

/** Microseconds since 1970 and the entry's number; newer entries have greater keys. */
export type AuditKey = readonly [atMicros: number, id: number]

export interface AuditEntryRow extends Omit<NewAuditEntry, 'accountId' | 'clientId' | 'actorId'> {
  readonly id: number
  readonly atMicros: number
  /** Local time of the account. */
  readonly date: string
  /** Null for the account itself, and for a client that no longer exists. */
  readonly clientPublicId: string | null
  /** The public id of a person (also if the call used the person's login) or of a key. */
  readonly actorPublicId: string | null
}

/** Entries, newest first. @param limit maximum number. @param after key of the last entry of the previous page */
export async function readAuditEntries(
  sql: Sql,
  filter: AuditFilter,
  after: AuditKey | undefined,
  limit: number,
): Promise<AuditEntryRow[]> {
  return sql<AuditEntryRow[]>`
    select a.id, (extract(epoch from a.at) * 1000000)::bigint as at_micros, ${localTime(sql, sql`a.at`, sql`z.time_zone`)} as date,
      a.actor_kind, a.actor_name, a.means, a.wire, a.operation, a.subject, a.outcome, a.request_id, a.remote,
      c.public_id as client_public_id, coalesce(p.public_id, u.public_id, k.public_id) as actor_public_id
    from (
      select page.* from ${sources(sql, filter)} cross join lateral (
        select a.* from audit_log a
        where a.account_id = ${filter.accountId} and ${sourceOf(sql, filter)} and ${conditions(sql, filter, after)}
        order by a.at desc, a.id desc limit ${limit}
      ) page
      order by page.at desc, page.id desc limit ${limit}
    ) a
    join accounts z on z.id = a.account_id
    left join clients c on c.id = a.client_id
    left join people p on a.actor_kind = 'person' and p.id = a.actor_id
    left join people u on a.actor_kind = 'login' and u.login_id = a.actor_id
    left join api_keys k on a.actor_kind = 'key' and k.id = a.actor_id
    order by a.at desc, a.id desc`
}

/** Reads each source in the order of its index, and merges them. Sources are actors if given, otherwise clients, otherwise the account. */
function sources(sql: Sql, { actors, clientIds }: AuditFilter): Fragment {
  if (actors)
    return sql`unnest(${actors.map(({ kind }) => kind)}::text[], ${actors.map(({ id }) => id)}::bigint[]) as source (kind, id)`
  if (clientIds) return sql`unnest(${clientIds as number[]}::bigint[]) as source (id)`
  return sql`(select 1) as source (id)`
}

function sourceOf(sql: Sql, { actors, clientIds }: AuditFilter): Fragment {
  if (actors) {
    const own = sql`a.actor_id = source.id and a.actor_kind = source.kind`
    return clientIds ? sql`${own} and a.client_id = any(${clientIds as number[]}::bigint[])` : own
  }
  return clientIds ? sql`a.client_id = source.id` : sql`true`
}

/** Dates are compared in addition to the key, so that PostgreSQL reads only the partitions of these dates. */
function conditions(sql: Sql, filter: AuditFilter, after: AuditKey | undefined): Fragment {
  const { accountId, operation, outcome, from, until } = filter
  const instant = (local: string) =>
    sql`(select ${local}::timestamp at time zone time_zone from accounts where id = ${accountId})`
  const parts: Fragment[] = []
  if (operation !== null) parts.push(sql`a.operation = ${operation}`)
  if (outcome !== null) parts.push(ofOutcome(sql, outcome))
  if (from !== null) parts.push(sql`a.at >= ${instant(from)}`)
  if (until !== null) parts.push(sql`a.at < ${instant(until)}`)
  if (after) {
    const at = sql`timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond'`
    parts.push(sql`a.at <= ${at} and (a.at, a.id) < (${at}, ${after[1]}::bigint)`)
  }
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

/** Drops the partitions of months that ended before an instant. Entries outside a month's partition are deleted one by one. */
export async function dropAuditMonths(db: Database, before: Date): Promise<void> {
  await dropMonths(db, 'audit_log', before)
  await db`delete from audit_log_rest where at < ${before}`
}
