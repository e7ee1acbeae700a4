/** Reading the audit log: filters as callers give them, and what of it a caller sees. */
import { findOperation } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readClientsByPublicId } from '../../store/accounts/access.ts'
import type { Means } from '../../store/accounts/audit-log.ts'
import {
  type Actor,
  type AuditEntryRow,
  type AuditFilter,
  type AuditKey,
  readActorsByPublicId,
  readAuditActors,
  readAuditEntries,
} from '../../store/accounts/audit-reading.ts'
import type { Sql } from '../../store/connection/database.ts'
import { clientsWithRight, type Principal } from '../access/principal.ts'
import { type CursorPage, type SortKey, writeCursor } from '../paging/cursors.ts'
import { uploadOperation } from '../uploads/uploads.ts'
import { isBlank, readLocalDate, readSubjectId } from './filters.ts'
import { type AuditLine, foldEntries, lineOf, readFold } from './folding.ts'
import { nameSubjects, type Subject, subjectsOfEntry } from './subjects.ts'
import { systemOperations } from './system.ts'

/** Absent and empty mean any. */
export interface GivenAuditFilter {
  readonly clientId: string | null
  readonly actorId: string | null
  readonly operation: string | null
  readonly outcome: string | null
  readonly from: string | null
  readonly until: string | null
  readonly subjectId: string | null
  /** Of a line: its entries one by one. */
  readonly fold: string | null
  /** Whether the same on one day is one line. */
  readonly isFolded: boolean
}

export interface NamedLine extends AuditLine {
  readonly subjects: readonly Subject[]
  /** Null for the account itself. */
  readonly client: Subject | null
}

/** Entries that a page of lines reads at most: those of a program that reads every minute of the day. */
const mostFolded = 2000

export const auditOutcomes = ['Succeeded', 'Refused', 'Failed'] as const

/**
 * Lines of the log, newest first, with the names of what they are about. A caller with the right on clients only sees the entries of those.
 * @throws Refusal InvalidClientId, InvalidParameter, InvalidDate
 */
export async function readAudit(
  sql: Sql,
  principal: Principal,
  given: GivenAuditFilter,
  { after, limit }: CursorPage<AuditKey>,
): Promise<{ readonly lines: readonly NamedLine[]; readonly nextCursor: string }> {
  const filter = await readFilter(sql, principal, given)
  const most = given.isFolded ? Math.max(mostFolded, limit) : limit
  const { rows, next } = await readAuditEntries(sql, filter, after, most + 1)
  const { lines, consumed } = given.isFolded
    ? foldEntries(rows.slice(0, most), limit)
    : { lines: rows.slice(0, most).map(lineOf), consumed: Math.min(rows.length, most) }
  const isCut = consumed < rows.length
  const end = isCut ? keyOf(rows[consumed - 1]!) : next
  return { lines: await nameLines(sql, principal, lines), nextCursor: end ? writeCursor(end) : '' }
}

const keyOf = ({ atMicros, id }: AuditEntryRow): AuditKey => [atMicros, id]

async function nameLines(sql: Sql, principal: Principal, lines: readonly AuditLine[]): Promise<readonly NamedLine[]> {
  const scope = { accountId: principal.accountId, seen: clientsWithRight(principal, 'Audit') }
  const mentions = lines.map(({ entry }) => [
    ...(entry.clientPublicId === null
      ? []
      : [{ clientId: null, kind: 'Client' as const, publicId: entry.clientPublicId }]),
    ...subjectsOfEntry(entry),
  ])
  const named = await nameSubjects(sql, scope, mentions)
  return lines.map((line, n) => {
    const hasClient = line.entry.clientPublicId !== null
    const subjects = named[n]!
    return { ...line, client: hasClient ? subjects[0]! : null, subjects: hasClient ? subjects.slice(1) : subjects }
  })
}

/** People and keys that the caller may filter by. */
export function listAuditActors(sql: Sql, principal: Principal) {
  return readAuditActors(sql, principal.accountId, clientsWithRight(principal, 'Audit'))
}

export function isAuditKey(values: SortKey): values is AuditKey {
  return values.length === 2 && values.every(value => Number.isSafeInteger(value))
}

async function readFilter(sql: Sql, principal: Principal, given: GivenAuditFilter): Promise<AuditFilter> {
  const from = readLocalDate('From', given.from)
  const until = readLocalDate('Until', given.until)
  if (from !== null && until !== null && from >= until) throw new Refusal('InvalidDate', 'From must be before Until.')
  const clientIds = await readClient(sql, principal, given.clientId)
  const { accountId } = principal
  if (!isBlank(given.fold)) return { ...entriesOfFold(given.fold), accountId, clientIds }
  return {
    accountId,
    clientIds,
    operation: readOperation(given.operation),
    outcome: readOutcome(given.outcome),
    from,
    until,
    subjectId: readSubjectId(given.subjectId),
    actors: await readActor(sql, principal, given.actorId),
    alike: null,
  }
}

/** A fold names its entries completely: other filters are not applied, but the clients of the caller. */
function entriesOfFold(text: string): Omit<AuditFilter, 'accountId' | 'clientIds'> {
  const fold = readFold(text)
  if (!fold) throw new Refusal('InvalidParameter', 'Fold is not one that this operation gave.')
  const { actorKind, actorId, operation, means, subject, outcome, day } = fold
  const nextDay = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return {
    actors: [{ kind: actorKind, id: actorId }],
    alike: { means: means as Means, subject, outcome }, // compared with what is stored
    operation,
    outcome: null,
    subjectId: null,
    from: `${day} 00:00:00`,
    until: `${nextDay} 00:00:00`,
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
