/** The ledger of a campaign as people read it. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/database.ts'
import {
  campaignProgress,
  type LedgerRow,
  ledgerPage,
  type Progress,
  type RecipientState,
} from '../../store/recipients-of.ts'
import type { CampaignRef } from '../access.ts'

export type { LedgerRow, Progress, RecipientState }

/** Recipients of one page. */
export const longestPage = 1000

export interface WantedPage {
  /** Null for every state. */
  readonly state: RecipientState | null
  /** The number to go on from, 0 for the first page. */
  readonly after: number
  /** 0 for as many as a page holds. */
  readonly limit: number
}

/** How many recipients are in which state; zeros before the audience is frozen. @throws Refusal InvalidCampaignId */
export async function progressOf(db: Database, campaign: CampaignRef): Promise<Progress> {
  const progress = await campaignProgress(db, campaign, campaign.timeZone)
  if (!progress) throw new Refusal('InvalidCampaignId')
  return progress
}

/** Recipients in the order of their numbers. @throws Refusal InvalidParameter */
export async function recipientsOf(
  db: Database,
  campaign: CampaignRef,
  { state, after, limit }: WantedPage,
): Promise<readonly LedgerRow[]> {
  if (after < 0) throw new Refusal('InvalidParameter', 'After is 0 or the number of a recipient.')
  if (limit < 0 || limit > longestPage) {
    throw new Refusal('InvalidParameter', `Limit is at most ${longestPage}; 0 means ${longestPage}.`)
  }
  // nobody is looked for among a million where the counters know that there is nobody
  if (state !== null && countOf(await progressOf(db, campaign), state) === 0) return []
  const { clientId, campaignId, timeZone } = campaign
  return ledgerPage(db, { clientId, campaignId, timeZone, state, after, limit: limit || longestPage })
}

function countOf(progress: Progress, state: RecipientState): number {
  return progress[state === 'handing over' ? 'handingOver' : state]
}
