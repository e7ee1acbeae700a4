/**
 * The audit log: who did what. It is append-only, with one partition per month. Entries name their subjects by identifier and never contain
 * an address, a secret or a body. Entries belong to the account: one page may contain entries of all clients.
 * See docs/decisions/identity-and-keys.md#the-audit-log-is-durable-before-the-answer.
 */
import type { Database, Sql } from '../connection/database.ts'
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

/** Drops the partitions of months that ended before an instant. Entries outside a month's partition are deleted one by one. */
export async function dropAuditMonths(db: Database, before: Date): Promise<void> {
  await dropMonths(db, 'audit_log', before)
  await db`delete from audit_log_rest where at < ${before}`
}
