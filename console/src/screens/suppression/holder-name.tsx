/** Whose suppression list an entry is on, in words. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import type { Holder } from './holder.ts'

export function HolderName({ of: holder }: { readonly of: Holder }) {
  if (holder.kind === 'Account') return <Trans>All clients</Trans>
  if (holder.kind === 'Client') return <Trans>All lists of the client</Trans>
  return <ListName {...holder} />
}

function ListName({ clientId, listId }: Extract<Holder, { kind: 'List' }>) {
  return <bdi>{useListName(clientId, listId)}</bdi>
}

/** The title of a list of a client, which may be gone. */
export function useListName(clientId: string, listId: string): string {
  const { t } = useLingui()
  const { data } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  return data?.find(({ ListID }) => ListID === listId)?.Name ?? (data ? t`Deleted list` : '…')
}
