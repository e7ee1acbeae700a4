/**
 * What was deleted within 30 days: who may see it and undo it, and the list of it. Each kind is restored by the right that creates it,
 * so one operation serves all of them: its row asks for a key, and the right of the kind is asked for here.
 * See docs/decisions/storage.md#deleted-objects-are-kept-for-30-days.
 */
import { includesRight, type Right } from '../../contract/rights.ts'
import {
  type DeletedKind,
  type DeletionRow,
  type DeletionScope,
  readDeletionsIn,
} from '../../store/accounts/deletions.ts'
import type { Sql } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'
import { grantsOn, mayOnAccount, type Principal } from '../access/principal.ts'
import { cutPage, isNumberKey, readCursorPage } from '../paging/cursors.ts'

export type { DeletedKind }

export const deletedKinds: readonly DeletedKind[] = ['client', 'list', 'template', 'campaign', 'asset']

/** Of a client on the whole account, of all else on its client. */
const rightToRestore: Readonly<Record<DeletedKind, Right>> = {
  client: 'Clients',
  list: 'ChangeAudience',
  template: 'ImportHtml',
  campaign: 'Draft',
  asset: 'Draft',
}

/** @param clientId whose the object is; of a client, itself */
export function mayRestore(principal: Principal, kind: DeletedKind, clientId: number): boolean {
  const right = rightToRestore[kind]
  if (kind === 'client') return mayOnAccount(principal, right)
  return grantsOn(principal, clientId).some(({ rights }) => includesRight(rights, right))
}

export interface WantedDeletions {
  /** Undefined for all clients that the caller reaches. */
  readonly client: ClientRef | undefined
  /** Empty for all. */
  readonly kinds: readonly DeletedKind[]
  readonly cursor: string | null
  readonly limit: number
}

/** What the caller may restore, the newest deletion first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listDeletions(sql: Sql, principal: Principal, wanted: WantedDeletions) {
  const { after, limit } = readCursorPage(wanted, isNumberKey)
  const kinds = wanted.kinds.length === 0 ? deletedKinds : deletedKinds.filter(kind => wanted.kinds.includes(kind))
  const scopes = kinds.map(kind => ({ kind, clientIds: clientsFor(principal, kind, wanted.client) }))
  const rows = await readDeletionsIn(sql, principal.accountId, scopes, { after: after?.[0], limit: limit + 1 })
  return cutPage<DeletionRow>(rows, limit, ({ id }) => [id])
}

/** Among whose deletions the caller may restore those of a kind: null for the whole account. */
function clientsFor(
  principal: Principal,
  kind: DeletedKind,
  client: ClientRef | undefined,
): DeletionScope['clientIds'] {
  // a client that is named is not deleted
  if (client) return kind !== 'client' && mayRestore(principal, kind, client.clientId) ? [client.clientId] : []
  const right = rightToRestore[kind]
  if (mayOnAccount(principal, right)) return null
  if (kind === 'client') return []
  const granted = principal.grants.filter(({ rights }) => includesRight(rights, right))
  return [...new Set(granted.flatMap(({ clientId }) => (clientId === null ? [] : [clientId])))]
}
