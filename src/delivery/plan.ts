/** Due campaigns become plans: audience frozen, links stored, counted; then they are being sent. */
import { readSources } from '../domain/sending.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/database.ts'
import { freezeAudience, markPaused, markSending, storeLinks, takeDueCampaign } from '../store/plans.ts'
import { campaignContent } from '../store/sending.ts'
import { transaction } from '../store/transaction.ts'
import { findLinks } from './compose/campaign.ts'

/**
 * Plans the campaign that has been due longest, in one transaction: it is planned wholly or still due.
 * @returns whether there was one
 */
export async function planDueCampaign(db: Database, at: Date, log: Log): Promise<boolean> {
  return transaction(db, async sql => {
    const due = await takeDueCampaign(sql, at)
    if (!due) return false
    const { clientId, campaignId, campaignPublicId } = due
    const sources = await readSources(sql, clientId, campaignId)
    const content = await campaignContent(sql, clientId, campaignId)
    if (sources === undefined || content === undefined) {
      await markPaused(sql, clientId, campaignId)
      log.error({ campaign: campaignPublicId }, 'the campaign is paused: a segment of it has rules that cannot be read')
      return true
    }
    const recipients = await freezeAudience(sql, due, sources, at)
    await storeLinks(sql, due, findLinks({ ...content, startedAt: at }))
    await markSending(sql, clientId, campaignId, at)
    log.info({ campaign: campaignPublicId, recipients }, 'the audience is frozen')
    return true
  })
}
