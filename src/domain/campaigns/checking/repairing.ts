/** Findings of a check at their places, and mended in one step: what is saved is a revision like any other. */
import { Refusal } from '../../../contract/refusals.ts'
import { type DraftVersion, readDraft } from '../../../store/campaigns/draft-rows.ts'
import { findCheckedCampaign } from '../../../store/campaigns/preflight.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { taskAnswer } from '../../content/tasks.ts'
import {
  type EditingParts,
  type GivenDraftParts,
  type Saved,
  type Saving,
  saveDraft,
} from '../drafting/draft-editing.ts'
import { writtenContent } from '../drafting/draft-source.ts'
import type { DraftTasks } from '../drafting/draft-tasks.ts'
import type { GivenContent } from '../drafting/source-kinds.ts'
import type { Place, WrittenDraft } from '../findings/content-parts.ts'
import {
  foreignTagFindings,
  type RepairableCode,
  type RepairedDraft,
  writtenDraft,
} from '../findings/content-repairs.ts'
import type { FindingName } from '../findings/finding-places.ts'

export interface RepairParts {
  readonly db: Database
  readonly contentTasks: Pick<DraftTasks, 'repairContent' | 'locateFindings'>
}

export interface LocatedFinding extends FindingName {
  readonly place: Place | undefined
  readonly canRepair: boolean
  /** Of `ForeignTags`: what each becomes; undefined for what stays. */
  readonly tags: readonly { readonly found: string; readonly becomes: string | undefined }[]
}

/** A check has no more findings of each code. */
const mostFindings = 1_000

/** @throws Refusal InvalidCampaignId, InvalidParameter, NotComposable, RequestTimeout */
export async function locateInDraft(
  { db, contentTasks }: RepairParts,
  campaign: CampaignRef,
  findings: readonly FindingName[],
): Promise<{ readonly revision: number; readonly places: readonly LocatedFinding[] }> {
  if (findings.length > mostFindings) {
    throw new Refusal('InvalidParameter', `Findings has more than ${mostFindings} findings.`)
  }
  const { version, draft } = await present(db, campaign)
  const key = { key: campaign.clientId }
  const places = await taskAnswer('NotComposable', contentTasks.locateFindings({ draft, findings }, key))
  const found = await taskAnswer('NotComposable', contentTasks.repairContent({ draft }, key))
  return {
    revision: version.revision,
    places: findings.map((finding, n) => ({ ...finding, place: places[n], ...repairOf(finding, found) })),
  }
}

function repairOf({ code, detail }: FindingName, { tags, links }: RepairedDraft) {
  const none = { canRepair: false, tags: [] }
  switch (code) {
    case 'UnsubscribeElsewhere':
      return { ...none, canRepair: links.some(link => link.detail === detail && link.canChange) }
    case 'ForeignTags': {
      const [system = ''] = detail.split(': ', 1)
      const own = tags.filter(tag => tag.system === system)
      const once = new Map(own.map(({ found, becomes }) => [found, { found, becomes }]))
      return { canRepair: own.some(({ canChange }) => canChange), tags: [...once.values()] }
    }
    default:
      return none
  }
}

/** What of a draft a repair changes. */
export interface RepairedParts {
  readonly given: GivenDraftParts
  readonly isContentChanged: boolean
}

/**
 * Mends a finding: saves the draft with its tags translated, or with its link replaced.
 * @param refuse what the caller may not change
 * @throws Refusal InvalidCampaignId, InvalidParameter, NotComposable, RequestTimeout, and as saveDraft does
 */
export async function repairFinding(
  parts: EditingParts & RepairParts,
  campaign: CampaignRef,
  { revision, code, detail }: { readonly revision: number; readonly code: string; readonly detail: string },
  saving: Saving,
  refuse: (given: GivenDraftParts) => void,
): Promise<Saved> {
  if (!isRepairable(code)) {
    throw new Refusal(
      'InvalidParameter',
      'Code must be ForeignTags or UnsubscribeElsewhere: other findings are mended by hand.',
    )
  }
  const { version, draft } = await present(parts.db, campaign)
  const task = parts.contentTasks.repairContent({ draft, repair: { code, detail } }, { key: campaign.clientId })
  const found = await taskAnswer('NotComposable', task)
  const given = changedParts(version, draft, found.draft)
  if (!given) throw nothingToRepair(version, code, detail, found)
  refuse(given)
  return saveDraft(parts, campaign, revision, given, saving)
}

function isRepairable(code: string): code is RepairableCode {
  return code === 'ForeignTags' || code === 'UnsubscribeElsewhere'
}

async function present(db: Database, campaign: CampaignRef) {
  const version = await readDraft(db, campaign, campaign.timeZone)
  const row = version && (await findCheckedCampaign(db, campaign.clientId, campaign.campaignId))
  if (!version || !row) throw new Refusal('InvalidCampaignId')
  return { version, draft: { ...writtenDraft(version), customFields: row.customFields } }
}

/** @returns undefined where nothing changed */
function changedParts(version: DraftVersion, before: WrittenDraft, after: WrittenDraft): GivenDraftParts | undefined {
  const { subject, preheader, html, text, values } = after
  const isSameContent =
    html === before.html && text === before.text && JSON.stringify(values) === JSON.stringify(before.values)
  const Content = isSameContent
    ? null
    : contentOf({ ...version, text: { ...version.text, html, text, detail: { ...version.text.detail, values } } })
  if (Content === null && subject === before.subject && preheader === before.preheader) return undefined
  return {
    ...{ Name: null, FromName: null, FromEmail: null, ReplyTo: null },
    ...{ Audience: null, Tracking: null, Utm: null, AsksForConsent: null, InlineCss: null },
    Subject: subject === before.subject ? null : subject,
    Preheader: preheader === before.preheader ? null : preheader,
    Content,
  }
}

/** The template stays the copy that the draft has. */
function contentOf(version: DraftVersion): GivenContent | null {
  return writtenContent(version) ?? null
}

function nothingToRepair(
  { text: { kind } }: DraftVersion,
  code: string,
  detail: string,
  { tags, links }: RepairedDraft,
) {
  const isThere =
    code === 'ForeignTags'
      ? foreignTagFindings(tags).some(one => detail === '' || one.detail === detail)
      : links.some(one => detail === '' || one.detail === detail)
  if (!isThere) return new Refusal('InvalidParameter', 'The draft has no such finding: check it again.')
  const where =
    kind === 'url'
      ? 'The content comes from a page: change it there and save its address again, or save its HTML as content of the kind Html.'
      : kind === 'zip'
        ? 'The content comes from a ZIP file: change it there and upload it again, or save its HTML as content of the kind Html.'
        : kind === 'regions'
          ? 'It is in the template itself: change the template, and take its newest revision.'
          : 'It is at a place where nothing of ours can be written: change it by hand.'
  return new Refusal('InvalidParameter', where)
}
