/** What is known of the addresses of submissions when it is decided what follows. */
import type { Transaction } from '../../store/connection/database.ts'
import type { SignUp } from '../../store/forms/sign-ups.ts'
import { type KnownState, readStatesOf } from '../../store/forms/standing.ts'
import { readSuppressionsAmong, type Suppression } from '../../store/subscribers/suppressions.ts'
import type { LiveForm } from './open-forms.ts'
import type { Standing } from './standing.ts'

/** The lists that were ticked and are left. */
export function listsOf({ lists }: Pick<LiveForm, 'lists'>, { listIds }: Pick<SignUp, 'listIds'>): LiveForm['lists'] {
  return lists.filter(({ listId }) => listIds.includes(listId))
}

/** What is known of the addresses of submissions, for each in order. */
export async function standingsOf(
  sql: Transaction,
  form: LiveForm,
  rows: readonly Pick<SignUp, 'address' | 'listIds'>[],
): Promise<readonly Standing[]> {
  const { clientId } = form
  const keys = rows.flatMap(row => listsOf(form, row).map(({ listId }) => ({ clientId, listId, address: row.address })))
  const ofClient = rows.map(({ address }) => ({ clientId, listId: null, address }))
  const [states, entries] = await Promise.all([
    readStatesOf(sql, clientId, keys),
    readSuppressionsAmong(sql, [...keys, ...ofClient]),
  ])
  const stateOf = (listId: number, address: string) => states.find(isOf<KnownState>(listId, address))?.state
  return rows.map(row => ({
    lists: listsOf(form, row).map(({ listId }) => ({
      listId,
      state: stateOf(listId, row.address),
      entries: entries.filter(isOf<Suppression>(listId, row.address)).filter(({ scope }) => scope === 'list'),
    })),
    entries: entries.filter(isOf<Suppression>(null, row.address)),
  }))
}

function isOf<Row extends { readonly listId: number | null; readonly address: string }>(
  listId: number | null,
  address: string,
) {
  return (row: Row) => row.listId === listId && row.address === address
}
