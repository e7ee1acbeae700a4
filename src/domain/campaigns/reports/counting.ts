/** Hits are durable before their answer and counted soon after; readers of counts wait for those of the campaign. */
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { countHits, hasUncounted, lockCounting } from '../../../store/tracking/hit-counts.ts'

/** One run of the poller: counts some of the hits, of all campaigns or of one. @returns whether there may be more */
export function countSome(db: Database, campaign?: CampaignKey): Promise<boolean> {
  return transaction(db, async sql => {
    await lockCounting(sql)
    return countHits(sql, campaign)
  })
}

/** Some tens of thousands of hits: beyond it a storm is under way, and numbers are behind it by a moment. */
const mostSteps = 8

/** Counts the hits of a campaign that were answered before now. */
export async function countUp(db: Database, campaign: CampaignKey): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps++) {
    if (!(await hasUncounted(db, campaign))) return
    await countSome(db, campaign)
  }
}
