import { accountOverviews } from './account-overview.ts'
import { archives } from './archives.ts'
import { assets } from './assets.ts'
import { auditOperations } from './audit.ts'
import { blocks } from './blocks.ts'
import { branding } from './branding.ts'
import { bulkChanges } from './bulk-changes.ts'
import { approvals, comments } from './campaigns/approvals.ts'
import { campaignPages } from './campaigns/campaign-pages.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { checking } from './campaigns/checking.ts'
import { drafts } from './campaigns/drafts.ts'
import { editing } from './campaigns/editing.ts'
import { engagement } from './campaigns/engagement.ts'
import { followUps } from './campaigns/follow-ups.ts'
import { lifecycle } from './campaigns/lifecycle.ts'
import { campaignLists } from './campaigns/list.ts'
import { campaignReports } from './campaigns/report.ts'
import { reports } from './campaigns/reports.ts'
import { repairing } from './campaigns/restore-opt-outs.ts'
import { returned } from './campaigns/returned.ts'
import { sending } from './campaigns/sending.ts'
import { timings } from './campaigns/timing.ts'
import { variants } from './campaigns/variants.ts'
import { clientOverviews } from './client-overview.ts'
import { clientUtm } from './client-utm.ts'
import { clients } from './clients.ts'
import { listConsentRules } from './consent-rules.ts'
import { consents } from './consents.ts'
import { contacts } from './contacts.ts'
import { deleted } from './deleted.ts'
import type { Handlers } from './dependencies.ts'
import { domains } from './domains.ts'
import { erasures } from './erasures.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { factors } from './factors.ts'
import { feeds } from './feeds.ts'
import { forms } from './forms.ts'
import { holds } from './holds.ts'
import { imports } from './imports.ts'
import { keyOperations } from './keys.ts'
import { lists } from './lists.ts'
import { mailbox } from './mailbox.ts'
import { members } from './members.ts'
import { outboxOperations } from './outbox.ts'
import { account, people } from './people.ts'
import { preferences } from './preferences.ts'
import { previews } from './previews.ts'
import { processing } from './processing.ts'
import { relays } from './relays.ts'
import { reportLinks } from './report-links.ts'
import { reportMailOperations } from './report-mails.ts'
import { results } from './results.ts'
import { retention } from './retention.ts'
import { sampleOperations } from './sample.ts'
import { sections } from './sections.ts'
import { segmentTemplates } from './segment-templates.ts'
import { segmentTrees } from './segment-trees.ts'
import { segments } from './segments.ts'
import { senders } from './senders.ts'
import { seriesOperations } from './series.ts'
import { sessions } from './sessions.ts'
import { setup } from './setup.ts'
import { sources } from './sources.ts'
import { starterLetters } from './starter-letters.ts'
import { subscribers } from './subscribers.ts'
import { suppressions } from './suppressions.ts'
import { system } from './system.ts'
import { tags } from './tags.ts'
import { templates } from './templates.ts'
import { testGroups } from './test-groups.ts'
import { users } from './users.ts'
import { webhooks, webhooksOfLists } from './webhooks.ts'

/** One handler per row of the contract; the compiler reports a missing one. */
export const handlers: Handlers = {
  ...users,
  ...clients,
  ...branding,
  ...lists,
  ...listConsentRules,
  ...preferences,
  ...segments,
  ...segmentTrees,
  ...segmentTemplates,
  ...webhooksOfLists,
  ...subscribers,
  ...members,
  ...contacts,
  ...consents,
  ...tags,
  ...templates,
  ...sections,
  ...blocks,
  ...starterLetters,
  ...sources,
  ...editing,
  ...campaigns,
  ...sending,
  ...lifecycle,
  ...reports,
  ...returned,
  ...repairing,
  ...engagement,
  ...checking,
  ...previews,
  ...domains,
  ...mailbox,
  ...events,
  ...webhooks,
  ...testGroups,
  ...relays,
  ...setup,
  ...system,
  ...deleted,
  ...suppressions,
  ...campaignLists,
  ...campaignPages,
  ...campaignReports,
  ...clientOverviews,
  ...results,
  ...reportMailOperations,
  ...retention,
  ...processing,
  ...accountOverviews,
  ...people,
  ...account,
  ...keyOperations,
  ...auditOperations,
  ...sessions,
  ...factors,
  ...drafts,
  ...followUps,
  ...timings,
  ...variants,
  ...approvals,
  ...comments,
  ...clientUtm,
  ...senders,
  ...reportLinks,
  ...assets,
  ...outboxOperations,
  ...sampleOperations,
  ...holds,
  ...exports,
  ...imports,
  ...bulkChanges,
  ...erasures,
  ...forms,
  ...feeds,
  ...archives,
  ...seriesOperations,
}
