/** Suppression.*: suppressed addresses of an account, a client or a list. */
import { type ImportedSuppressions, importSuppressions } from '../domain/clients/suppression-import.ts'
import { listSuppressions, readSuppressionsByNumber, suppressionOnWire } from '../domain/clients/suppression-list.ts'
import { accountScope, readListed, readRemainingSuppressions, readScope } from '../domain/clients/suppression-scopes.ts'
import { addSuppression, removeSuppression } from '../domain/clients/suppressions.ts'
import { readNumberedPage } from '../domain/paging/paging.ts'
import { readAccountRow } from '../store/accounts/accounts.ts'
import { evidenceOf, type HandlersOf } from './dependencies.ts'

export const suppressions: HandlersOf<'Suppression'> = {
  async 'Suppression.List'(params, { client, principal }, { db, access }) {
    const owner = await readListed(access, principal, client, params.Scope, params.ListID)
    return pageOnWire(await listSuppressions(db, { owner, timeZone: client.timeZone }, requestOf(params)))
  },

  async 'Suppression.Page'({ Page, PageSize, Order, Descending }, { client }, { db }) {
    const { offset, limit } = readNumberedPage({ page: Page, pageSize: PageSize })
    const page = { order: Order, descending: Descending, offset, limit }
    const { rows, total } = await readSuppressionsByNumber(db, client, page)
    return { Suppressions: rows.map(suppressionOnWire), Total: total }
  },

  async 'Suppression.Add'({ ListID, EmailAddress }, { client, principal, origin }, { db, access }) {
    const scope = await readScope(access, principal, client, ListID, 'Settings')
    await addSuppression(db, scope, EmailAddress, evidenceOf(principal, origin))
  },

  async 'Suppression.Remove'({ ListID, EmailAddress, Deliberately }, { client, principal, origin }, { db, access }) {
    const scope = await readScope(access, principal, client, ListID, 'Settings')
    const address = await removeSuppression(db, scope, EmailAddress, Deliberately, evidenceOf(principal, origin))
    const remaining = await readRemainingSuppressions(db, client, scope, address)
    return { Remaining: remaining.map(suppressionOnWire) }
  },

  async 'Suppression.Import'({ ListID, Entries, Reason }, { client, principal, origin }, { db, access }) {
    const scope = await readScope(access, principal, client, ListID, 'Settings')
    const given = { entries: Entries, reason: Reason }
    return importOnWire(await importSuppressions(db, scope, given, evidenceOf(principal, origin)))
  },

  async 'Suppression.ListOfAccount'(params, { principal }, { db }) {
    const { timeZone } = await readAccountRow(db, principal.accountId)
    return pageOnWire(await listSuppressions(db, { owner: accountScope(principal), timeZone }, requestOf(params)))
  },

  'Suppression.AddToAccount': ({ EmailAddress }, { principal, origin }, { db }) =>
    addSuppression(db, accountScope(principal), EmailAddress, evidenceOf(principal, origin)),

  async 'Suppression.RemoveFromAccount'({ EmailAddress, Deliberately }, { principal, origin }, { db }) {
    await removeSuppression(db, accountScope(principal), EmailAddress, Deliberately, evidenceOf(principal, origin))
  },

  async 'Suppression.ImportToAccount'({ Entries, Reason }, { principal, origin }, { db }) {
    const given = { entries: Entries, reason: Reason }
    return importOnWire(await importSuppressions(db, accountScope(principal), given, evidenceOf(principal, origin)))
  },
}

interface PageParams {
  readonly Reason: string | null
  readonly Search: string | null
  readonly Cursor: string | null
  readonly Limit: number
}

function requestOf({ Reason, Search, Cursor, Limit }: PageParams) {
  return { reason: Reason, search: Search, cursor: Cursor, limit: Limit }
}

function pageOnWire({ rows, nextCursor }: Awaited<ReturnType<typeof listSuppressions>>) {
  return { Suppressions: rows.map(suppressionOnWire), NextCursor: nextCursor }
}

function importOnWire(done: ImportedSuppressions) {
  return {
    Lines: done.lines,
    Added: done.added,
    Present: done.present,
    Refused: done.refused,
    Refusals: done.refusals.map(({ line, text }) => ({ Line: line, Text: text })),
  }
}
