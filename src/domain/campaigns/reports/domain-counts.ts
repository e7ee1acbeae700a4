/** Campaign.GetDomains: how the large receivers took a campaign. See docs/decisions/overviews.md#domains-of-a-campaign-are-counted-when-asked-for. */
import {
  askForDomains,
  countDomains,
  type DomainCountRow,
  readDomainCounts,
  readDomainsStanding,
} from '../../../store/campaigns/domain-counts.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { readKeptOfCampaign } from '../../../store/retention/kept.ts'
import type { CampaignRef } from '../../access/access.ts'

const largest = 50
/** Audiences up to this are counted while the caller waits: about a tenth of a second. */
const smallAudience = 20_000
/** Counts of small audiences are as old as this at most, in milliseconds. */
const smallAge = 10_000
/** Larger ones are counted anew after a minute, and take a twentieth of the time at most. */
const leastAge = 60_000
const restPerWork = 20
/** A count that no job has made by then is asked for again. */
const givenUpAfterMinutes = 10

export interface CampaignDomains {
  /** Newer numbers come soon. */
  readonly counting: boolean
  /** Local time of the client; null before they were counted once. */
  readonly countedDate: string | null
  /** The largest first; undefined before they were counted once. */
  readonly domains: readonly DomainCountRow[] | undefined
  /** All others together; undefined without any. */
  readonly others: DomainCountRow | undefined
  /** False where opens and clicks of each recipient were removed before they were counted by domain. */
  readonly isEngagementKnown: boolean
}

export interface DomainLimits {
  readonly small?: number
  readonly most?: number
}

export async function readDomains(
  db: Database,
  campaign: CampaignRef,
  { small = smallAudience, most = largest }: DomainLimits = {},
): Promise<CampaignDomains> {
  const standing = await readDomainsStanding(db, campaign, campaign.timeZone)
  if (standing.recipients === 0)
    return { counting: false, countedDate: null, domains: [], others: undefined, isEngagementKnown: true }
  const age = standing.ageMs ?? Number.POSITIVE_INFINITY
  if (standing.recipients <= small) {
    if (age > smallAge) await countDomains(db, campaign, most)
    return counted(db, campaign, false)
  }
  const isStale = age > Math.max(leastAge, restPerWork * standing.milliseconds)
  if (isStale) await askForDomains(db, campaign, givenUpAfterMinutes)
  return counted(db, campaign, isStale)
}

/** The job. */
export function countCampaignDomains(db: Database, campaign: CampaignKey): Promise<void> {
  return countDomains(db, campaign, largest)
}

async function counted(db: Database, campaign: CampaignRef, counting: boolean): Promise<CampaignDomains> {
  const { countedDate } = await readDomainsStanding(db, campaign, campaign.timeZone)
  // another call counts them for the first time
  if (countedDate === null)
    return { counting: true, countedDate, domains: undefined, others: undefined, isEngagementKnown: true }
  const rows = await readDomainCounts(db, campaign)
  const { removedDate } = await readKeptOfCampaign(db, campaign)
  return {
    counting,
    countedDate,
    domains: rows.filter(({ domain }) => domain !== ''),
    others: rows.find(({ domain }) => domain === ''),
    isEngagementKnown: removedDate === null || rows.some(({ humanOpened }) => humanOpened > 0),
  }
}
