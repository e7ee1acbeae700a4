/** Trees of conditions as SQL. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CompiledTree } from './conditions.ts'

/**
 * Whether a tree holds for a membership `s` of `subscribers`: true, false or null where engagement is not known. Callers take true alone.
 * @param listId the list that the tree is bound to; null for all lists of the client
 * @param today the date in the client's time zone
 */
export function treeHolds(
  _sql: Sql,
  _clientId: number,
  _listId: number | null,
  _tree: CompiledTree,
  _today: Fragment,
): Fragment {
  throw new Error('trees are not compiled yet')
}
