/** Audit.*: reading the audit log. */
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { isAuditKey, listAuditActors, type NamedLine, readAudit } from '../domain/audit/reading.ts'
import type { Subject } from '../domain/audit/subjects.ts'
import { readCursorPage } from '../domain/paging/cursors.ts'
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
      subjectId: params.SubjectID,
      fold: params.Fold,
      isFolded: params.FoldReads === true,
    }
    const { lines, nextCursor } = await readAudit(db, principal, given, page)
    return { Entries: lines.map(onWire), NextCursor: nextCursor }
  },

  async 'Audit.ListActors'(_, { principal }, { db }) {
    const actors = await listAuditActors(db, principal)
    return actors.map(({ kind, publicId, name, state }) => ({
      Actor: kind === 'key' ? ('Key' as const) : ('Person' as const),
      ActorID: publicId,
      Name: name,
      State: states[state],
    }))
  },
}

const states = { present: 'Present', removed: 'Removed', revoked: 'Revoked' } as const
const actorKinds = { person: 'Person', login: 'Login', key: 'Key', system: 'System', none: 'Unknown' } as const
const means = {
  session: 'Session',
  key: 'Key',
  'historical key': 'HistoricalKey',
  password: 'Password',
  system: 'System',
} as const

export function subjectOnWire({ kind, publicId, name, state }: Subject) {
  return { Kind: kind, ID: publicId, Name: name, State: state }
}

function onWire({ entry, count, firstDate, fold, fields, subjects, client }: NamedLine) {
  const { outcome } = entry
  // refusals of earlier versions are refusals too
  const [code, message] = refusals[outcome as RefusalName] ?? [0, outcome === '' ? 'Success' : outcome]
  return {
    Date: entry.date,
    Operation: entry.operation,
    Subject: entry.subject,
    ClientID: entry.clientPublicId ?? '',
    Actor: actorKinds[entry.actorKind],
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
    ActorState: states[entry.actorState],
    ClientName: client?.name ?? '',
    ClientState: client?.state ?? ('Unknown' as const),
    Subjects: subjects.map(subjectOnWire),
    Fields: [...fields],
    Count: count,
    FirstDate: firstDate,
    Fold: fold,
  }
}
