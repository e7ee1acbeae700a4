/** Suppression.*: the addresses no mail of a client goes to. */
import { listSuppressions } from '../domain/clients/suppression-list.ts'
import type { HandlersOf } from './dependencies.ts'

export const suppressions: HandlersOf<'Suppression'> = {
  async 'Suppression.List'({ Reason, Search, Cursor, Limit }, { client }, { db }) {
    const request = { reason: Reason, search: Search, cursor: Cursor, limit: Limit }
    const { rows, nextCursor } = await listSuppressions(db, client, request)
    return {
      Suppressions: rows.map(({ email, reason, date, evidence }) => ({
        EmailAddress: email,
        Reason: reason,
        Date: date,
        Evidence: evidence,
      })),
      NextCursor: nextCursor,
    }
  },
}
