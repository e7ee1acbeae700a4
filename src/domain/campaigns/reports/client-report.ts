/**
 * The report of a campaign as its client reads it. Every number comes from the reader that an operation has it from: Campaign.List,
 * GetEngagement, GetLinks, GetTimeline and GetBounceSummary. Nothing in it names a recipient.
 */
import { type ListedCampaignRow, readCampaignsWithCounts } from '../../../store/campaigns/campaign-list.ts'
import {
  type Measured,
  readSentBefore,
  readTrackingOf,
  type TrackedRow,
} from '../../../store/campaigns/report-links.ts'
import type { Database } from '../../../store/connection/database.ts'
import { type BounceClass, bounceClasses } from '../../../store/inbound/bounce-classes.ts'
import { readBounceSummary } from '../../../store/inbound/bounces.ts'
import type { CampaignHour, LinkEngagement } from '../../../store/tracking/engagement.ts'
import type { CampaignRef } from '../../access/access.ts'
import { type Compared, compareRates, type MeasuredKinds } from './comparison.ts'
import { countUp } from './counting.ts'
import { type Engagement, readEngagement, readLinks, readTimeline } from './engagement.ts'

export { leastForRates } from './comparison.ts'
export type { CampaignHour, Compared, LinkEngagement }

/** The counts of a campaign, and how they compare. */
export interface ReportSummary {
  /** Dates are local times of the client. */
  readonly campaign: ListedCampaignRow
  readonly measured: MeasuredKinds
  /** With the client's own campaigns before it; undefined where that would say little. */
  readonly compared: Compared | undefined
}

export interface ClientReport extends ReportSummary {
  readonly engagement: Engagement
  readonly links: readonly LinkEngagement[]
  readonly hours: readonly CampaignHour[]
  /** Every class in its order. */
  readonly bounces: readonly { readonly of: BounceClass; readonly recipients: number }[]
}

/** The client's campaigns that one is compared with, and how many are looked at to find them: others were cancelled or deleted. */
const mostEarlier = 10
const mostLooked = 50

/** @returns undefined for a campaign that is gone */
export async function findClientReport(db: Database, campaign: CampaignRef): Promise<ClientReport | undefined> {
  // counts what came in until now, which all others read
  const engagement = await readEngagement(db, campaign)
  const [summary, links, hours, bounces] = await Promise.all([
    readSummary(db, campaign),
    readLinks(db, campaign),
    readTimeline(db, campaign),
    readBounceSummary(db, campaign),
  ])
  if (!summary) return undefined
  const recipients = new Map(bounces.map(row => [row.class, row.recipients]))
  return {
    ...summary,
    ...{ engagement, links, hours },
    bounces: bounceClasses.map(bounceClass => ({ of: bounceClass, recipients: recipients.get(bounceClass) ?? 0 })),
  }
}

/** With the hits that came in until now. @returns undefined for a campaign that is gone */
export async function findReportSummary(db: Database, campaign: CampaignRef): Promise<ReportSummary | undefined> {
  await countUp(db, campaign)
  return readSummary(db, campaign)
}

async function readSummary(db: Database, campaign: CampaignRef): Promise<ReportSummary | undefined> {
  const { clientId, campaignId } = campaign
  const earlierIds = await readSentBefore(db, campaign, { most: mostEarlier, looked: mostLooked })
  const ids = [campaignId, ...earlierIds]
  const [rows, tracking] = await Promise.all([
    readCampaignsWithCounts(db, campaign, ids),
    readTrackingOf(db, clientId, ids),
  ])
  const tracked = new Map(tracking.map(row => [row.campaignId, row]))
  const counted = rows.map(row => ({ ...row, measured: measuredOf(row, tracked.get(row.campaignId)) }))
  const own = counted.find(row => row.campaignId === campaignId)
  if (!own) return undefined
  const compared = compareRates(
    own,
    counted.filter(row => row !== own),
  )
  return { campaign: own, measured: own.measured, compared }
}

/** What of a campaign was measured. */
export function measuredOf({ opens, clicks }: ListedCampaignRow, tracked: TrackedRow | undefined): MeasuredKinds {
  const byLists = tracked?.byLists ?? 'everyone'
  return {
    opens: measuredFor(opens, tracked?.trackOpens === false ? 'no one' : byLists),
    clicks: measuredFor(clicks, tracked?.trackClicks === false ? 'no one' : byLists),
  }
}

/** A list may have changed its setting since: what was recorded, was measured. */
function measuredFor(recorded: number, setting: Measured): Measured {
  return setting === 'no one' && recorded > 0 ? 'who agreed' : setting
}
