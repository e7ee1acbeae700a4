/** Drafts and their revisions, read. */
import { Refusal } from '../../../contract/refusals.ts'
import { type DraftVersion, readDraft, readRevision } from '../../../store/campaigns/draft-rows.ts'
import { readRevisionsOf } from '../../../store/campaigns/revisions.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { pageOfRevisions, readInRevision } from '../../revisions/revision-list.ts'

/** What a campaign is now, whatever its state. @throws Refusal InvalidCampaignId */
export async function readDraftVersion(db: Database, campaign: CampaignRef): Promise<DraftVersion> {
  const draft = await readDraft(db, campaign, campaign.timeZone)
  if (!draft) throw new Refusal('InvalidCampaignId')
  return draft
}

/** @throws Refusal InvalidCampaignId, UnknownRevision */
export async function readDraftInRevision(
  db: Database,
  campaign: CampaignRef,
  revision: number,
): Promise<DraftVersion> {
  return readInRevision(revision, readRevision(db, campaign, revision, campaign.timeZone), () =>
    readDraftVersion(db, campaign),
  )
}

/** Newest first. @throws Refusal InvalidParameter, InvalidCampaignId */
export async function listRevisions(
  db: Database,
  campaign: CampaignRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  return pageOfRevisions(
    request,
    campaign.timeZone,
    page => readRevisionsOf(db, campaign, page),
    async () => {
      const { settings, ...draft } = await readDraftVersion(db, campaign)
      return { ...draft, name: settings.name }
    },
  )
}
