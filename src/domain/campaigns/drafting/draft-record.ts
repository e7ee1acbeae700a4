/** A version of a draft as callers get it: the record `Draft` of the contract. */
import type { DraftVersion } from '../../../store/campaigns/draft-rows.ts'
import { stateNames } from '../../campaign-state/state-names.ts'
import { writtenSettings } from './draft-settings.ts'
import { writtenContent } from './draft-source.ts'

export function draftRecord(
  { campaignPublicId }: { readonly campaignPublicId: string },
  { state, revision, savedDate, savedBy, settings, seriesPublicId, ...source }: DraftVersion,
) {
  return {
    CampaignID: campaignPublicId,
    State: stateNames[state],
    Revision: revision,
    SeriesID: seriesPublicId ?? '',
    SavedDate: savedDate,
    SavedBy: savedBy,
    ...writtenSettings(settings),
    Content: writtenContent(source) ?? null,
  }
}
