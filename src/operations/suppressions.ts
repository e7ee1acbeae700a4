/** Suppression.*: the addresses no mail of a client goes to. */
import { importSuppressions } from '../domain/clients/suppression-import.ts'
import { type ListedSuppression, listSuppressions } from '../domain/clients/suppression-list.ts'
import { evidenceOf, type HandlersOf } from './dependencies.ts'

export const suppressions: HandlersOf<'Suppression'> = {
  async 'Suppression.List'({ Reason, Search, Cursor, Limit }, { client }, { db }) {
    const request = { reason: Reason, search: Search, cursor: Cursor, limit: Limit }
    const { rows, nextCursor } = await listSuppressions(db, client, request)
    return {
      Suppressions: rows.map(suppressionOnWire),
      NextCursor: nextCursor,
    }
  },

  async 'Suppression.Import'({ Entries, Reason }, { client, principal, origin }, { db }) {
    const done = await importSuppressions(
      db,
      client,
      { entries: Entries, reason: Reason },
      evidenceOf(principal, origin),
    )
    return {
      Lines: done.lines,
      Added: done.added,
      Present: done.present,
      Refused: done.refused,
      Refusals: done.refusals.map(({ line, text }) => ({ Line: line, Text: text })),
    }
  },
}

export function suppressionOnWire({ email, reason, date, evidence }: ListedSuppression) {
  return { EmailAddress: email, Reason: reason, Date: date, Evidence: evidence }
}
