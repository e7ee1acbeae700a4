import { campaigns } from './campaigns.ts'
import { checking } from './checking.ts'
import { clients } from './clients.ts'
import type { Handlers } from './dependencies.ts'
import { domains } from './domains.ts'
import { engagement } from './engagement.ts'
import { lists } from './lists.ts'
import { mailbox } from './mailbox.ts'
import { repairing } from './repairing.ts'
import { reports } from './reports.ts'
import { returned } from './returned.ts'
import { segments } from './segments.ts'
import { sending } from './sending.ts'
import { steering } from './steering.ts'
import { subscribers } from './subscribers.ts'
import { templates } from './templates.ts'
import { users } from './users.ts'
import { events, webhooks } from './webhooks.ts'

/** One handler per row of the contract; the compiler names a missing one. */
export const handlers: Handlers = {
  ...users,
  ...clients,
  ...lists,
  ...segments,
  ...subscribers,
  ...templates,
  ...campaigns,
  ...sending,
  ...steering,
  ...reports,
  ...returned,
  ...repairing,
  ...engagement,
  ...checking,
  ...domains,
  ...mailbox,
  ...events,
  ...webhooks,
}
