/** A draft made ready to be composed: for a test mail, a preview, or sending. */
import { Refusal } from '../../../contract/refusals.ts'
import { findCampaignForSending } from '../../../store/campaigns/sending.ts'
import type { CampaignRef } from '../../access/access.ts'
import { refuseIncomplete } from './draft-parts.ts'
import { importSource } from './draft-source.ts'
import type { SourceParts } from './source-kinds.ts'

/**
 * What is shown to a few needs a sender and content; no audience, and nothing that is said later.
 * @returns the number of the revision
 * @throws Refusal InvalidCampaignId, DraftIncomplete, NotComposable, StaleRevision, RequestTimeout
 */
export async function readyToShow(source: SourceParts, campaign: CampaignRef): Promise<number> {
  const draft = await findCampaignForSending(source.db, campaign.clientId, campaign.campaignId)
  if (!draft) throw new Refusal('InvalidCampaignId')
  refuseIncomplete({ ...draft, fromName: draft.fromName || draft.fromEmail }, [
    'AudienceMissing',
    'SubjectMissing',
    'ReplyToMissing',
  ])
  await importSourceOrRefuse(source, campaign)
  return draft.revision
}

/** @throws Refusal NotComposable where the content is refused, StaleRevision, RequestTimeout */
export async function importSourceOrRefuse(source: SourceParts, campaign: CampaignRef): Promise<void> {
  try {
    await importSource(source, campaign)
  } catch (error) {
    if (!(error instanceof Refusal) || passedOn.has(error.refusal)) throw error
    const why = error.detail === undefined ? error.title : `${error.title}: ${error.detail}`
    throw new Refusal('NotComposable', `The campaign cannot be composed: ${why}`, { cause: error })
  }
}

/** Refusals that say nothing of the content: the call may simply be repeated. */
export const passedOn: ReadonlySet<Refusal['refusal']> = new Set(['StaleRevision', 'RequestTimeout'])
