/**
 * New operations are offered over JSON alone: the WSDL does not change any more, and generated clients need no new build
 * (design §3). The rows of a subject stand together in a file of `json-only/`.
 */

import { approvalOperations } from './json-only/approvals.ts'
import { assets } from './json-only/assets.ts'
import { audit } from './json-only/audit.ts'
import { branding } from './json-only/branding.ts'
import { bulkChanges } from './json-only/bulk-changes.ts'
import { campaignPages } from './json-only/campaign-pages.ts'
import { choices } from './json-only/choices.ts'
import { clients } from './json-only/clients.ts'
import { contacts } from './json-only/contacts.ts'
import { draftOperations } from './json-only/drafts.ts'
import { erasures } from './json-only/erasures.ts'
import { exports } from './json-only/exports.ts'
import { firstRun } from './json-only/first-run.ts'
import { historicalKeys } from './json-only/historical-keys.ts'
import { imports } from './json-only/imports.ts'
import { keys } from './json-only/keys.ts'
import { listSettingsOperations } from './json-only/list-settings.ts'
import { memberOperations } from './json-only/members.ts'
import { overviews } from './json-only/overviews.ts'
import { person } from './json-only/people.ts'
import { previews } from './json-only/previews.ts'
import { reportLinks } from './json-only/report-links.ts'
import { reports } from './json-only/reports.ts'
import { segmentOperations } from './json-only/segments.ts'
import { sessions } from './json-only/sessions.ts'
import { setupAndUndo } from './json-only/setup-and-undo.ts'
import { sources } from './json-only/sources.ts'
import { system } from './json-only/system.ts'

export const jsonOnly = {
  ...historicalKeys,
  ...choices,
  ...clients,
  ...setupAndUndo,
  ...overviews,
  ...reports,
  ...reportLinks,
  ...sessions,
  ...person,
  ...keys,
  ...audit,
  ...previews,
  ...draftOperations,
  ...branding,
  ...sources,
  ...assets,
  ...approvalOperations,
  ...firstRun,
  ...exports,
  ...imports,
  ...contacts,
  ...listSettingsOperations,
  ...campaignPages,
  ...segmentOperations,
  ...memberOperations,
  ...bulkChanges,
  ...erasures,
  ...system,
} as const
