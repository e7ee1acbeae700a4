/** Due campaigns become plans: audience frozen, links stored, counted; then they are being sent. */
import { readSources } from '../domain/campaigns/sending.ts'
import type { Log } from '../lib/log.ts'
import type { Database, Transaction } from '../store/database.ts'
import { recordCampaignEvents } from '../store/events.ts'
import {
  type DueCampaign,
  freezeAudience,
  markPaused,
  markSending,
  postpone,
  storeLinks,
  takeDueCampaign,
} from '../store/plans.ts'
import { campaignContent } from '../store/sending.ts'
import { transaction } from '../store/transaction.ts'
import { findLinks } from './compose/campaign.ts'

/** A campaign whose planning failed is tried again after this, so that it keeps nobody else waiting. */
const postponedMs = 60_000

/**
 * Plans the campaign that has been due longest, in one transaction: it is planned wholly or still due.
 * @returns whether there was one
 */
export async function planDueCampaign(db: Database, at: Date, log: Log): Promise<boolean> {
  let due: DueCampaign | undefined
  try {
    return await transaction(db, async sql => {
      due = await takeDueCampaign(sql, at)
      if (due) await plan(sql, due, at, log)
      return due !== undefined
    })
  } catch (error) {
    if (!due) throw error
    log.error(
      { err: error, campaign: due.campaignPublicId },
      'the campaign could not be planned; it is tried again in a minute',
    )
    await postpone(db, due, new Date(at.getTime() + postponedMs))
    return true
  }
}

async function plan(sql: Transaction, due: DueCampaign, at: Date, log: Log): Promise<void> {
  const { clientId, campaignId, campaignPublicId } = due
  const sources = await readSources(sql, clientId, campaignId)
  const content = await campaignContent(sql, clientId, campaignId)
  if (sources === undefined || content === undefined) {
    await markPaused(sql, clientId, campaignId)
    await recordCampaignEvents(sql, 'campaign.paused', [due], at)
    log.error(
      { campaign: campaignPublicId },
      'the campaign is paused: a segment of it is gone, or a custom field its rules name',
    )
    return
  }
  const recipients = await freezeAudience(sql, due, sources, at)
  await storeLinks(sql, due, findLinks({ ...content, startedAt: at }))
  await markSending(sql, clientId, campaignId, at)
  await recordCampaignEvents(sql, 'campaign.started', [due], at)
  log.info({ campaign: campaignPublicId, recipients }, 'the audience is frozen')
}
