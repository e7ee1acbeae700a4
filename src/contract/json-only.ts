/**
 * New operations are offered over JSON alone: the WSDL does not change any more, and generated clients need no new build
 * (design §3). The order is that of the documents.
 */
import { approvals } from './groups/approvals.ts'
import { archives } from './groups/archives.ts'
import { assets } from './groups/assets.ts'
import { audit } from './groups/audit.ts'
import { blocks } from './groups/blocks.ts'
import { branding } from './groups/branding.ts'
import { bulkChanges } from './groups/bulk-changes.ts'
import { campaignPages } from './groups/campaign-pages.ts'
import { clients } from './groups/clients.ts'
import { consentRules } from './groups/consent-rules.ts'
import { consents } from './groups/consents.ts'
import { changingContacts, readingContacts } from './groups/contacts.ts'
import { deleted } from './groups/deleted.ts'
import { drafts } from './groups/drafts.ts'
import { erasures } from './groups/erasures.ts'
import { events } from './groups/events.ts'
import { exports } from './groups/exports.ts'
import { feeds } from './groups/feeds.ts'
import { firstRun } from './groups/first-run.ts'
import { followUps } from './groups/follow-ups.ts'
import { forms } from './groups/forms.ts'
import { imports } from './groups/imports.ts'
import { keys } from './groups/keys.ts'
import { listSettings } from './groups/list-settings.ts'
import { members } from './groups/members.ts'
import { overviews } from './groups/overviews.ts'
import { people } from './groups/people.ts'
import { preferences } from './groups/preferences.ts'
import { previews } from './groups/previews.ts'
import { processing } from './groups/processing.ts'
import { reportLinks } from './groups/report-links.ts'
import { reportMails } from './groups/report-mails.ts'
import { reports } from './groups/reports.ts'
import { results } from './groups/results.ts'
import { retention } from './groups/retention.ts'
import { revisions } from './groups/revisions.ts'
import { segmentTemplates } from './groups/segment-templates.ts'
import { segmentTrees } from './groups/segment-trees.ts'
import { segments } from './groups/segments.ts'
import { senders } from './groups/senders.ts'
import { series } from './groups/series.ts'
import { sessions } from './groups/sessions.ts'
import { setup } from './groups/setup.ts'
import { sources } from './groups/sources.ts'
import { suppressions } from './groups/suppressions.ts'
import { system } from './groups/system.ts'
import { tags } from './groups/tags.ts'
import { testGroups } from './groups/test-groups.ts'
import { timings } from './groups/timing.ts'
import { users } from './groups/users.ts'
import { variants } from './groups/variants.ts'

export const jsonOnly = {
  ...users,
  ...clients,
  ...testGroups,
  ...setup,
  ...deleted,
  ...readingContacts,
  ...suppressions,
  ...overviews,
  ...reports,
  ...reportLinks,
  ...results,
  ...reportMails,
  ...sessions,
  ...people,
  ...keys,
  ...audit,
  ...events,
  ...previews,
  ...drafts,
  ...followUps,
  ...timings,
  ...variants,
  ...series,
  ...revisions,
  ...senders,
  ...branding,
  ...sources,
  ...blocks,
  ...assets,
  ...approvals,
  ...firstRun,
  ...exports,
  ...imports,
  ...changingContacts,
  ...listSettings,
  ...consentRules,
  ...campaignPages,
  ...segments,
  ...segmentTrees,
  ...segmentTemplates,
  ...members,
  ...bulkChanges,
  ...erasures,
  ...forms,
  ...feeds,
  ...archives,
  ...retention,
  ...processing,
  ...system,
  ...consents,
  ...tags,
  ...preferences,
} as const
