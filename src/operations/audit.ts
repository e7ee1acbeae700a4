/** Audit.*: reading the audit log. */
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { isAuditKey, readAudit } from '../domain/audit/reading.ts'
import { readCursorPage } from '../domain/paging/cursors.ts'
import type { AuditEntryRow } from '../store/accounts/audit-log.ts'
import type { HandlersOf } from './dependencies.ts'

export const auditOperations: HandlersOf<'Audit'> = {
  async 'Audit.List'(params, { principal }, { db }) {
    const page = readCursorPage({ cursor: params.Cursor, limit: params.Limit }, isAuditKey)
    const given = {
      clientId: params.ClientID,
      actorId: params.ActorID,
      operation: params.Operation,
      outcome: params.Outcome,
      from: params.From,
      until: params.Until,
    }
    const { rows, nextCursor } = await readAudit(db, principal, given, page)
    return { Entries: rows.map(onWire), NextCursor: nextCursor }
  },
}

const actors = { person: 'Person', login: 'Login', key: 'Key', system: 'System', none: 'Unknown' } as const
const means = {
  session: 'Session',
  key: 'Key',
  'historical key': 'HistoricalKey',
  password: 'Password',
  system: 'System',
} as const

function onWire(entry: AuditEntryRow) {
  const { outcome } = entry
  // refusals of earlier versions are refusals too
  const [code, message] = refusals[outcome as RefusalName] ?? [0, outcome === '' ? 'Success' : outcome]
  return {
    Date: entry.date,
    Operation: entry.operation,
    Subject: entry.subject,
    ClientID: entry.clientPublicId ?? '',
    Actor: actors[entry.actorKind],
    ActorID: entry.actorPublicId ?? '',
    ActorName: entry.actorName,
    Means: means[entry.means],
    Wire: entry.wire,
    Outcome:
      outcome === ''
        ? ('Succeeded' as const)
        : outcome === 'UnexpectedError'
          ? ('Failed' as const)
          : ('Refused' as const),
    Code: code,
    Message: message,
    RequestID: entry.requestId,
    RemoteAddress: entry.remote,
  }
}
