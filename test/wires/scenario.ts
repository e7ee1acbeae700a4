/** The scenario: every operation and every refusal a call can provoke, in an order in which each case finds the rows that it needs. */
import { findOperation } from '../../src/contract/operations.ts'
import type { Case } from './case.ts'
import { approvals } from './cases/approvals.ts'
import { assets } from './cases/assets.ts'
import { brandings } from './cases/branding.ts'
import { bulkChanges } from './cases/bulk-changes.ts'
import { campaigns, campaignsEnd } from './cases/campaigns.ts'
import { clients, clientsEnd } from './cases/clients.ts'
import { consents } from './cases/consents.ts'
import { domains } from './cases/domains.ts'
import { drafts } from './cases/drafts.ts'
import { erasures } from './cases/erasures.ts'
import { exports } from './cases/exports.ts'
import { feeds } from './cases/feeds.ts'
import { firstRun, holds, outbox } from './cases/first-run.ts'
import { followUps } from './cases/follow-ups.ts'
import { forms } from './cases/forms.ts'
import { imports } from './cases/imports.ts'
import { keys } from './cases/keys.ts'
import { lists, listsEnd } from './cases/lists.ts'
import { mailbox } from './cases/mailbox.ts'
import { companies, members } from './cases/members.ts'
import { overviews } from './cases/overviews.ts'
import { people } from './cases/people.ts'
import { previews } from './cases/previews.ts'
import { reportLinks } from './cases/report-links.ts'
import { results } from './cases/results.ts'
import { segmentTemplates } from './cases/segment-templates.ts'
import { segments, segmentsEnd } from './cases/segments.ts'
import { segmentsById } from './cases/segments-by-id.ts'
import { series } from './cases/series.ts'
import { setup, undo } from './cases/setup-and-undo.ts'
import { sources } from './cases/sources.ts'
import { subscribers } from './cases/subscribers.ts'
import { tags } from './cases/tags.ts'
import { templates } from './cases/templates.ts'
import { timing } from './cases/timing.ts'
import { users } from './cases/users.ts'
import { variants } from './cases/variants.ts'
import { events, webhooks } from './cases/webhooks.ts'

const nobodys = '0'.repeat(32)
const unknown = {
  ClientID: 'InvalidClientId',
  ListID: 'InvalidListId',
  SegmentID: 'UnknownSegment',
  TemplateID: 'InvalidTemplateId',
  CampaignID: 'InvalidCampaignId',
} as const

export const scenario: readonly Case[] = withStrangers([
  ...users,
  ...companies,
  ...clients,
  ...lists,
  ...subscribers,
  ...bulkChanges,
  ...imports,
  ...exports,
  ...segments,
  ...templates,
  ...sources,
  ...holds,
  ...campaigns,
  ...domains,
  ...mailbox,
  ...events,
  ...webhooks,
  ...overviews,
  ...previews,
  ...reportLinks,
  ...results,
  ...setup,
  ...assets,
  ...outbox,
  ...brandings,
  ...erasures,
  ...members,
  ...consents,
  ...forms,
  ...feeds,
  ...tags,
  ...segmentsById,
  ...segmentTemplates,
  ...segmentsEnd,
  ...listsEnd,
  ...campaignsEnd,
  ...clientsEnd,
  ...undo,
  ...people,
  ...keys,
  ...drafts,
  ...approvals,
  ...firstRun,
  ...followUps,
  ...timing,
  ...variants,
  ...series,
])

/** After the first success of an operation, the same call with an unknown key, and about an unknown object. */
function withStrangers(cases: readonly Case[]): readonly Case[] {
  const seen = new Set<string>()
  return cases.flatMap(shown => {
    if (shown.expect !== 'success' || seen.has(shown.operation)) return [shown]
    seen.add(shown.operation)
    return [shown, ...strangers(shown)]
  })
}

function strangers({ operation, params }: Case): readonly Case[] {
  const { to } = findOperation(operation)!.access // its name is a row's
  if (to === 'anyone') return []
  const wrongKey: Case = {
    operation,
    name: 'a wrong key opens nothing',
    params: { ...params, ApiKey: nobodys },
    expect: 'InvalidApiKey',
  }
  if (to === 'key' || to === 'account' || to === 'part') return [wrongKey]
  return [
    wrongKey,
    {
      operation,
      name: `an unknown ${to} names nothing`,
      params: { ...params, [to]: nobodys },
      expect: unknown[to],
    },
  ]
}
