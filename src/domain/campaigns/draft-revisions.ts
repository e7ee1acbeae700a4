/** Drafts and their revisions, read. */
import { Refusal } from '../../contract/refusals.ts'
import { type DraftVersion, readDraft, readRevision } from '../../store/campaigns/draft-rows.ts'
import { type RevisionRow, revisionsOf } from '../../store/campaigns/revisions.ts'
import type { Database } from '../../store/connection/database.ts'
import type { CampaignRef } from '../access.ts'
import { cutPage, isNumberKey, readCursorPage, type SortKey } from '../cursors.ts'
import { unknownRevision } from './revision-refusals.ts'

/** What a campaign is now, whatever its state. @throws Refusal InvalidCampaignId */
export async function draftOf(db: Database, campaign: CampaignRef): Promise<DraftVersion> {
  const draft = await readDraft(db, campaign, campaign.timeZone)
  if (!draft) throw new Refusal('InvalidCampaignId')
  return draft
}

/** @throws Refusal InvalidCampaignId, UnknownRevision */
export async function draftInRevision(db: Database, campaign: CampaignRef, revision: number): Promise<DraftVersion> {
  const found = await readRevision(db, campaign, revision, campaign.timeZone)
  if (found) return found
  // of a campaign from before revisions, its row is the only one
  const now = await draftOf(db, campaign)
  if (now.revision === revision) return now
  throw unknownRevision(revision)
}

/** Newest first. @throws Refusal InvalidParameter, InvalidCampaignId */
export async function listRevisions(
  db: Database,
  campaign: CampaignRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(request, isRevision)
  const page = { before: after?.[0], limit: limit + 1, timeZone: campaign.timeZone }
  const rows = await revisionsOf(db, campaign, page)
  if (rows.length === 0 && !after) return { rows: [await onlyRevision(db, campaign)], nextCursor: '' }
  return cutPage(rows, limit, ({ revision }) => [revision])
}

/** Of a campaign from before revisions. */
async function onlyRevision(db: Database, campaign: CampaignRef): Promise<RevisionRow> {
  const { revision, savedDate, savedBy, settings } = await draftOf(db, campaign)
  return { revision, savedDate, username: savedBy, means: '', action: 'created', restored: null, name: settings.name }
}

export function isRevision(values: SortKey): values is readonly [number] {
  return isNumberKey(values) && Math.abs(values[0]) < 2 ** 31
}
