/** The webhooks of a client as a query, and the secret of one just made. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { queryClient, read } from '../../api/call.ts'

export type Webhook = ValueOf<'Webhook.List'>[number]

/** A secret that was just made; it is shown this once. */
export interface Secret {
  readonly url: string
  readonly secret: string
}

export async function reloadWebhooks(clientId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: read('Webhook.List', { ClientID: clientId }).queryKey })
  for (const operation of ['Webhook.GetAttempts', 'Account.GetOverview', 'Client.GetOverview'])
    void queryClient.invalidateQueries({ queryKey: [operation] })
}
