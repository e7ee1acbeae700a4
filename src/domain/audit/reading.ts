/** Reading the audit log: filters as callers give them, and what of it a caller sees. */
import { findOperation } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readClientsByPublicId } from '../../store/accounts/access.ts'
import {
  type Actor,
  type AuditFilter,
  type AuditKey,
  readActorsByPublicId,
  readAuditEntries,
} from '../../store/accounts/audit-log.ts'
import type { Sql } from '../../store/connection/database.ts'
import { clientsWithRight, type Principal } from '../access/principal.ts'
import { type CursorPage, cutPage, type SortKey } from '../paging/cursors.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { uploadOperation } from '../uploads/uploads.ts'
import { systemOperations } from './system.ts'

/** Absent and empty mean any. */
export interface GivenAuditFilter {
  readonly clientId: string | null
  readonly actorId: string | null
  readonly operation: string | null
  readonly outcome: string | null
  readonly from: string | null
  readonly until: string | null
}

export const auditOutcomes = ['Succeeded', 'Refused', 'Failed'] as const

/**
 * Entries, newest first. A caller with the right on clients only sees the entries of those.
 * @throws Refusal InvalidClientId, InvalidParameter, InvalidDate
 */
export async function readAudit(
  sql: Sql,
  principal: Principal,
  given: GivenAuditFilter,
  { after, limit }: CursorPage<AuditKey>,
) {
  const filter = await readFilter(sql, principal, given)
  const rows = await readAuditEntries(sql, filter, after, limit + 1)
  return cutPage(rows, limit, ({ atMicros, id }) => [atMicros, id])
}

export function isAuditKey(values: SortKey): values is AuditKey {
  return values.length === 2 && values.every(value => Number.isSafeInteger(value))
}

async function readFilter(sql: Sql, principal: Principal, given: GivenAuditFilter): Promise<AuditFilter> {
  const from = readDate('From', given.from)
  const until = readDate('Until', given.until)
  if (from !== null && until !== null && from >= until) throw new Refusal('InvalidDate', 'From must be before Until.')
  return {
    accountId: principal.accountId,
    operation: readOperation(given.operation),
    outcome: readOutcome(given.outcome),
    from,
    until,
    clientIds: await readClient(sql, principal, given.clientId),
    actors: await readActor(sql, principal, given.actorId),
  }
}

async function readClient(sql: Sql, principal: Principal, publicId: string | null): Promise<readonly number[] | null> {
  const seen = clientsWithRight(principal, 'Audit')
  if (isBlank(publicId)) return seen
  const [client] = isPublicId(publicId) ? await readClientsByPublicId(sql, [publicId]) : []
  if (!client || client.accountId !== principal.accountId || (seen && !seen.includes(client.clientId)))
    throw new Refusal('InvalidClientId')
  return [client.clientId]
}

async function readActor(
  sql: Sql,
  { accountId }: Principal,
  publicId: string | null,
): Promise<readonly Actor[] | null> {
  if (isBlank(publicId)) return null
  const actors = isPublicId(publicId) ? await readActorsByPublicId(sql, accountId, publicId) : []
  if (actors.length > 0) return actors
  throw new Refusal('InvalidParameter', 'ActorID names no person and no key of this account.')
}

function readOperation(text: string | null): string | null {
  if (isBlank(text)) return null
  if (findOperation(text) || text === uploadOperation || (systemOperations as readonly string[]).includes(text))
    return text
  throw new Refusal('InvalidParameter', 'Operation must be the name of an operation, such as List.Create.')
}

function readOutcome(text: string | null): AuditFilter['outcome'] {
  if (isBlank(text)) return null
  const outcome = auditOutcomes.find(one => one.toLowerCase() === text.toLowerCase())
  if (!outcome) throw new Refusal('InvalidParameter', `Outcome must be one of ${auditOutcomes.join(', ')}.`)
  return outcome.toLowerCase() as AuditFilter['outcome'] // the words of the wire in lower case are the store's
}

function readDate(parameter: string, text: string | null): string | null {
  if (isBlank(text)) return null
  const local = parseLocalTime(text)
  if (local === undefined) throw new Refusal('InvalidDate', `${parameter} must be YYYY-MM-DD HH:MM:SS, or a date.`)
  return local
}

function isBlank(text: string | null): text is null | '' {
  return text === null || text.trim() === ''
}
