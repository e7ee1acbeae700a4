/** Suppression.List: who gets no mail of an account, a client or a list, why, and how that is known. */
import { SuppressionReason } from '../../contract/groups/suppressions.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  countAddresses,
  type NumberedSuppressions,
  readNumberedSuppressions,
  readSuppressionPage,
  type SuppressionPage,
  type SuppressionRow,
} from '../../store/subscribers/suppression-list.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { readAddressSearch, readFilter } from '../text-rules/filters.ts'
import { storedReasons, wireReasons } from './suppression-reasons.ts'

/** Absent is null. */
export interface SuppressionRequest {
  readonly reason: string | null
  readonly search: string | null
  readonly cursor: string | null
  readonly limit: number
}

/** The scopes as the wire says them. */
const wireScopes = { account: 'Account', client: 'Client', list: 'List' } as const

export interface ListedSuppression {
  readonly email: string
  readonly scope: (typeof wireScopes)[keyof typeof wireScopes]
  /** Of an entry of a list. */
  readonly listPublicId: string | null
  readonly reason: (typeof SuppressionReason)['values'][number]
  readonly date: string
  readonly evidence: string
}

/** @throws Refusal InvalidParameter */
export async function listSuppressions(
  sql: Sql,
  owned: Pick<SuppressionPage, 'owner' | 'timeZone'>,
  request: SuppressionRequest,
) {
  const reason = readFilter('Reason', request.reason, SuppressionReason.values)
  const { after, limit } = readCursorPage(request, isEntry)
  const found = await readSuppressionPage(sql, {
    ...owned,
    reasons: (reason === undefined ? SuppressionReason.values : [reason]).map(one => storedReasons[one]),
    prefix: readAddressSearch(request.search),
    after: after && { address: after[0], listId: after[1] ?? 0 },
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, ({ address, listId }) => [address, listId])
  return { rows: rows.map(toListed), nextCursor }
}

/** The addresses on the list of a client, in a page by number. */
export async function readSuppressionsByNumber(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  page: Omit<NumberedSuppressions, 'total'>,
) {
  const total = await countAddresses(sql, clientId)
  if (page.offset >= total) return { rows: [], total }
  const rows = await readNumberedSuppressions(sql, { clientId, timeZone }, { ...page, total })
  return { rows: rows.map(toListed), total }
}

/** An address and the id of a list, 0 for none; cursors of earlier versions have the address alone. */
type EntrySortKey = readonly [string] | readonly [string, number]

function isEntry(values: SortKey): values is EntrySortKey {
  const [address, listId = 0] = values
  return (
    (values.length === 1 || values.length === 2) &&
    typeof address === 'string' &&
    !address.includes('\0') &&
    Number.isSafeInteger(listId)
  )
}

/** An entry as it is answered, with its evidence in words. */
export function toListed(row: SuppressionRow): ListedSuppression {
  const { email, listPublicId, date } = row
  return {
    email,
    scope: wireScopes[row.scope],
    listPublicId,
    reason: wireReasons[row.reason],
    date,
    evidence: evidenceText(row),
  }
}

const ways: Readonly<Record<string, string>> = {
  api: 'over the API',
  page: 'on a page of this service',
  'one-click': 'with one-click unsubscribe (RFC 8058)',
  mail: 'by mail',
  bounce: 'a mail bounced',
  complaint: 'a complaint report came in',
  console: 'in the console',
  operator: 'by the operator',
}

/** `on a page of this service; campaign: Spring 2026; from 192.0.2.17`: what is known, in the order in which it matters. */
function evidenceText({
  evidence,
  campaignName,
  username,
}: Pick<SuppressionRow, 'evidence' | 'campaignName' | 'username'>): string {
  const { by, wire, remote, username: named, detail } = evidence as Partial<Evidence> // written as such
  const who = username ?? named
  const parts = [
    by === undefined ? undefined : (ways[by] ?? by),
    who === undefined || who === null ? undefined : `by ${who}`,
    campaignName === null ? undefined : `campaign: ${campaignName}`,
    detail === undefined || detail === '' ? undefined : detail,
    remote === undefined || remote === '' ? undefined : `from ${remote}${wire ? ` (${wire})` : ''}`,
  ]
  return parts.filter(part => part !== undefined).join('; ')
}

export function suppressionOnWire({ email, scope, listPublicId, reason, date, evidence }: ListedSuppression) {
  return { EmailAddress: email, Scope: scope, ListID: listPublicId, Reason: reason, Date: date, Evidence: evidence }
}
