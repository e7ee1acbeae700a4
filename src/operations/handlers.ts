import { campaigns } from './campaigns/campaigns.ts'
import { checking } from './campaigns/checking.ts'
import { engagement } from './campaigns/engagement.ts'
import { lifecycle } from './campaigns/lifecycle.ts'
import { reports } from './campaigns/reports.ts'
import { repairing } from './campaigns/restore-opt-outs.ts'
import { returned } from './campaigns/returned.ts'
import { sending } from './campaigns/sending.ts'
import { clients } from './clients.ts'
import { deleted } from './deleted.ts'
import type { Handlers } from './dependencies.ts'
import { domains } from './domains.ts'
import { factors } from './factors.ts'
import { lists } from './lists.ts'
import { mailbox } from './mailbox.ts'
import { relays } from './relays.ts'
import { segments } from './segments.ts'
import { sessions } from './sessions.ts'
import { setup } from './setup.ts'
import { subscribers } from './subscribers.ts'
import { templates } from './templates.ts'
import { testGroups } from './test-groups.ts'
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
  ...lifecycle,
  ...reports,
  ...returned,
  ...repairing,
  ...engagement,
  ...checking,
  ...domains,
  ...mailbox,
  ...events,
  ...webhooks,
  ...testGroups,
  ...relays,
  ...setup,
  ...deleted,
  ...sessions,
  ...factors,
}
