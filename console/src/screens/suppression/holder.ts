/** Whose suppression list is meant: that of the account, of a client, or of a list; and the operations for each. */
import type { ParametersOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import type { Reason, Suppression } from './reasons.ts'

/** As the wire names the scopes. */
export type Holder =
  | { readonly kind: 'Account' }
  | { readonly kind: 'Client'; readonly clientId: string }
  | { readonly kind: 'List'; readonly clientId: string; readonly listId: string }

export const theAccount: Holder = { kind: 'Account' }

/** @param listId blank for the client's own list */
export function holderIn(clientId: string, listId = ''): Holder {
  return listId === '' ? { kind: 'Client', clientId } : { kind: 'List', clientId, listId }
}

/** @param clientId of the page that shows the entry */
export function holderOf({ Scope, ListID }: Suppression, clientId: string): Holder {
  return Scope === 'Account' ? theAccount : holderIn(clientId, Scope === 'List' ? ListID : '')
}

/** @throws as call */
export function importEntriesOf(holder: Holder, Entries: string, Reason: Reason) {
  return holder.kind === 'Account'
    ? call('Suppression.ImportToAccount', { Entries, Reason })
    : call('Suppression.Import', { ...holderParameters(holder), Entries, Reason })
}

/**
 * Takes an entry off. The dialog that calls it is the deliberation that the service asks for.
 * @returns the entries that still suppress the address, as far as the holder can see them
 * @throws as call
 */
export async function liftEntry(holder: Holder, EmailAddress: string): Promise<readonly Suppression[]> {
  const given = { EmailAddress, Deliberately: true }
  if (holder.kind === 'Account') {
    await call('Suppression.RemoveFromAccount', given)
    return []
  }
  return (await call('Suppression.Remove', { ...holderParameters(holder), ...given })).Remaining ?? []
}

function holderParameters(
  holder: Exclude<Holder, { kind: 'Account' }>,
): Pick<ParametersOf<'Suppression.Remove'>, 'ClientID' | 'ListID'> {
  return { ClientID: holder.clientId, ...(holder.kind === 'List' && { ListID: holder.listId }) }
}
