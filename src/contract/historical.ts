/** The operations of the historical WSDL, in its order (reference/wsdl.md). Their cards never change (design §3). */
import { campaignReports, campaigns } from './groups/historical/campaigns.ts'
import { clients } from './groups/historical/clients.ts'
import { lists } from './groups/historical/lists.ts'
import { subscribers } from './groups/historical/subscribers.ts'
import { templates } from './groups/historical/templates.ts'
import { keyOfLogin, users } from './groups/historical/users.ts'

export const historical = {
  ...keyOfLogin,
  ...subscribers,
  ...lists,
  ...clients,
  ...campaignReports,
  ...users,
  ...campaigns,
  ...templates,
} as const
