/** The reader of each program. */
import type { Ask } from './ask.ts'
import { campaignMonitor } from './campaign-monitor.ts'
import { listmonk } from './listmonk.ts'
import type { RemoteAccount } from './remote.ts'
import type { RemoteReader } from './remote-lists.ts'

export function remoteReader(account: RemoteAccount, ask: Ask): RemoteReader {
  switch (account.source) {
    case 'Listmonk':
      return listmonk(ask)
    case 'CampaignMonitor':
      return campaignMonitor(ask, account.clientId)
  }
}
