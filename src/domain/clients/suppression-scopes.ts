/** Whose suppression list a call means. See docs/decisions/unsubscribing.md#suppression-lists-of-an-account-a-client-and-a-list. */
import { Refusal } from '../../contract/refusals.ts'
import type { Right } from '../../contract/rights.ts'
import type { Sql } from '../../store/connection/database.ts'
import { readContactSuppressions } from '../../store/subscribers/contact-timeline.ts'
import type { SuppressionPage } from '../../store/subscribers/suppression-list.ts'
import type { SuppressionScope } from '../../store/subscribers/suppressions.ts'
import type { Access, ClientRef, Principal } from '../access/access.ts'
import { readFilter } from '../text-rules/filters.ts'
import { type ListedSuppression, toListed } from './suppression-list.ts'

export function accountScope({ accountId }: Pick<Principal, 'accountId'>): SuppressionScope {
  return { kind: 'account', accountId }
}

export function clientScope({ clientId }: ClientRef): SuppressionScope {
  return { kind: 'client', clientId }
}

/**
 * The list of the client, or of the list that is named.
 * @param listId public; null or blank for the client
 * @throws Refusal InvalidListId for one of another client too
 */
export async function readScope(
  access: Pick<Access, 'list'>,
  principal: Principal,
  client: ClientRef,
  listId: string | null,
  right: Right,
): Promise<SuppressionScope> {
  if (listId === null || listId.trim() === '') return clientScope(client)
  const list = await access.list(Promise.resolve(principal), listId, right)
  if (list.clientId !== client.clientId) throw new Refusal('InvalidListId')
  return { kind: 'list', clientId: list.clientId, listId: list.listId }
}

/** What Suppression.List can be asked for besides one list. */
export const listedScopes = ['Client', 'List', 'Any'] as const

/**
 * Whose entries a page shows: those of the client, of one list, of all lists, or of the client and all its lists.
 * @throws Refusal InvalidParameter, InvalidListId
 */
export async function readListed(
  access: Pick<Access, 'list'>,
  principal: Principal,
  client: ClientRef,
  scope: string | null,
  listId: string | null,
): Promise<SuppressionPage['owner']> {
  const wanted = readFilter('Scope', scope, listedScopes)
  const named = await readScope(access, principal, client, listId, 'ReadAudience')
  if (named.kind === 'list') {
    if (wanted === undefined || wanted === 'List') return named
    throw new Refusal('InvalidParameter', `ListID chooses nothing with the Scope ${wanted}; leave it empty.`)
  }
  const { clientId } = client
  if (wanted === 'List') return { kind: 'lists', clientId }
  return wanted === 'Any' ? { kind: 'client and lists', clientId } : named
}

/** The entries that still suppress an address after one of the client or of one of its lists was removed. */
export async function readRemainingSuppressions(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  scope: SuppressionScope,
  address: string,
): Promise<readonly ListedSuppression[]> {
  const rows = await readContactSuppressions(sql, { clientId, timeZone, address })
  const isAsked = ({ listId }: { readonly listId: number | null }) =>
    scope.kind !== 'list' || listId === null || listId === scope.listId
  return rows.filter(isAsked).map(toListed)
}
