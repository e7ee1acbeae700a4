/**
 * The audit log as calls write it: an entry for each change and each bulk read, durable before the caller has its answer.
 * See docs/decisions/identity-and-keys.md#the-audit-log-is-durable-before-the-answer.
 */
import { type Refusal, refusals } from '../../contract/refusals.ts'
import { coalesce } from '../../lib/coalesce.ts'
import type { Log } from '../../lib/log.ts'
import { insertAuditEntries, type NewAuditEntry } from '../../store/accounts/audit-log.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import type { Principal } from '../access/principal.ts'
import { type SignInFailure, signInFailures } from './sign-in-failures.ts'

export type { NewAuditEntry }

export interface AuditLog {
  /** Durable when it resolves. Entries of calls that end at the same time share a commit. */
  record(entry: NewAuditEntry): Promise<void>
  /** The same for what no caller waits for: what fails is logged. */
  note(entry: NewAuditEntry): void
  /** Counts a failed sign-in of an account that is known. */
  signInFailed(failure: SignInFailure): void
}

export function auditLog(db: Database, log?: Log): AuditLog {
  const record = coalesce<NewAuditEntry, undefined>(async entries => {
    await insertAuditEntries(db, entries)
    return entries.map(() => undefined)
  })
  const note = (entry: NewAuditEntry) =>
    void record(entry).catch(error => log?.error({ err: error, operation: entry.operation }, 'an audit entry was lost'))
  return { record, note, signInFailed: signInFailures(note) }
}

/** The entry of a call under way. Who commits the change may write the entry with it; else it is written after the change. */
export interface PendingEntry {
  readonly entry: Omit<NewAuditEntry, 'outcome'>
  /** The entry is durable, or will be when the transaction that holds it commits. */
  isWritten: boolean
  /** Nothing was done: the answer to an earlier call was given again. */
  isRepeated?: boolean
}

/** Writes entries in the transaction that makes their changes. @param outcome a refusal, or undefined for success */
export async function recordWith(
  sql: Sql,
  ended: readonly { readonly pending: PendingEntry; readonly outcome: Error | undefined }[],
): Promise<void> {
  await insertAuditEntries(
    sql,
    ended.map(({ pending, outcome }) => ({ ...pending.entry, outcome: outcomeOf(outcome) })),
  )
}

/** Empty for success, the name of a refusal, UnexpectedError for anything else. */
export function outcomeOf(error: unknown): string {
  if (error === undefined) return ''
  const name = (error as Partial<Refusal> | null)?.refusal // other errors have no name of a refusal
  return name !== undefined && Object.hasOwn(refusals, name) ? name : 'UnexpectedError'
}

/** The caller that an entry names, and how it authenticated. */
export function actorOf({ kind, id, username, sessionId }: Principal) {
  const means = sessionId !== undefined ? 'session' : kind === 'login' ? 'historical key' : 'key'
  return { actorKind: kind, actorId: id, actorName: username, means } as const
}
