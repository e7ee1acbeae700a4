/** States in the words of the database. Those of a membership are in `statistics.ts`. */

/** States of a campaign. `domain/campaign-state/states.ts` decides which transitions are allowed. */
export type StoredCampaignState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'cancelled' | 'sent'

/** Outcomes of a delivery attempt. */
export type HandOverOutcome = 'accepted' | 'deferred' | 'refused' | 'unknown'

/** States of a recipient, once the campaign has started. */
export type RecipientState = 'planned' | 'handing over' | HandOverOutcome | 'excluded'
