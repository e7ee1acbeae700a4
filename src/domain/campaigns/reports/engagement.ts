/** Opens and clicks of people, without those of machines, and a campaign hour by hour. */
import type { Database } from '../../../store/connection/database.ts'
import * as store from '../../../store/tracking/engagement.ts'
import type { CampaignRef } from '../../access/access.ts'
import { countUp } from './counting.ts'

export interface Engagement extends store.Engagement {
  /** Machines' share of what is classified, from 0 to 1. */
  readonly machineShare: number
}

/** Zeros for a campaign that has not started. */
export async function readEngagement(db: Database, campaign: CampaignRef): Promise<Engagement> {
  await countUp(db, campaign)
  const found = await store.readEngagementOf(db, campaign, campaign.timeZone)
  const { classifiedHits, machineHits } = found
  return { ...found, machineShare: classifiedHits === 0 ? 0 : machineHits / classifiedHits }
}

/** Every link of a campaign that has started. */
export async function readLinks(db: Database, campaign: CampaignRef): Promise<readonly store.LinkEngagement[]> {
  return store.readLinksEngagement(db, campaign)
}

/** The hours in which something happened, oldest first. */
export async function readTimeline(db: Database, campaign: CampaignRef): Promise<readonly store.CampaignHour[]> {
  return store.readCampaignHours(db, campaign, campaign.timeZone)
}

/** What people read a campaign with, and their share of those who are known to have read it, from 0 to 1. */
export async function readMailPrograms(db: Database, campaign: CampaignRef) {
  const programs = await store.readMailProgramsOf(db, campaign)
  const all = programs.reduce((sum, { recipients }) => sum + recipients, 0)
  return programs.map(program => ({ ...program, share: program.recipients / all }))
}

/** Every hit of a campaign is classified anew, by the rules of now. Done soon, not at once; harmless when repeated. */
export async function reclassify(db: Database, campaign: CampaignRef): Promise<void> {
  await store.requestReclassifying(db, campaign)
}
