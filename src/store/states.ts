/** States as the database keeps them. Those of a membership are in `statistics.ts`. */

/** A campaign's. What may follow which is decided in `domain/campaign-state/states.ts`. */
export type StoredCampaignState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'cancelled' | 'sent'

/** What became of a hand-over. */
export type HandOverOutcome = 'accepted' | 'deferred' | 'refused' | 'unknown'

/** A recipient's, of a campaign that has started. */
export type RecipientState = 'planned' | 'handing over' | HandOverOutcome | 'excluded'
