/** The sending domains of a client as a query. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { queryClient, read } from '../../api/call.ts'

export const domainsOf = (clientId: string) => read('Domain.List', { ClientID: clientId })

export type SendingDomain = ValueOf<'Domain.List'>[number]

export async function reloadDomains(clientId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: domainsOf(clientId).queryKey })
  for (const operation of ['Client.GetOverview', 'Account.GetOverview', 'Setup.GetStatus'])
    void queryClient.invalidateQueries({ queryKey: [operation] })
}
