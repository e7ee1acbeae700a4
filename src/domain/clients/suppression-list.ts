/** Suppression.List: who gets no mail of a client, why, and how that is known. */
import { SuppressionReason } from '../../contract/overview-records.ts'
import type { Sql } from '../../store/connection/database.ts'
import { type SuppressionRow, suppressionPage } from '../../store/subscribers/suppression-list.ts'
import type { ClientRef } from '../access.ts'
import { cutPage, readCursorPage } from '../cursors.ts'
import { readAddressSearch, readFilter } from '../filters.ts'
import type { Evidence } from '../subscribers/evidence.ts'
import { isAddress } from '../subscribers/subscriber-list.ts'
import { storedReasons, wireReasons } from './suppression-reasons.ts'

/** Absent is null. */
export interface SuppressionRequest {
  readonly reason: string | null
  readonly search: string | null
  readonly cursor: string | null
  readonly limit: number
}

export interface ListedSuppression {
  readonly email: string
  readonly reason: (typeof SuppressionReason)['values'][number]
  readonly date: string
  readonly evidence: string
}

/** @throws Refusal InvalidParameter */
export async function listSuppressions(sql: Sql, client: ClientRef, request: SuppressionRequest) {
  const reason = readFilter('Reason', request.reason, SuppressionReason.values)
  const { after, limit } = readCursorPage(request, isAddress)
  const found = await suppressionPage(sql, {
    ...client,
    reasons: (reason === undefined ? SuppressionReason.values : [reason]).map(one => storedReasons[one]),
    prefix: readAddressSearch(request.search),
    after: after?.[0],
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, ({ address }) => [address])
  return { rows: rows.map(listed), nextCursor }
}

/** An entry as it is answered, with its evidence in words. */
export function listed(row: SuppressionRow): ListedSuppression {
  return { email: row.email, reason: wireReasons[row.reason], date: row.date, evidence: evidenceText(row) }
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
export function evidenceText({
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
