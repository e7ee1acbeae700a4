/** Client.GetResults: the campaigns of a client over time, when people read them, and what they clicked. */
import { type ListedCampaignRow, readCampaignsWithCounts } from '../../../store/campaigns/campaign-list.ts'
import {
  type ClickedLink,
  type ReadingHour,
  readClickedLinks,
  readReadingHours,
  readStartedIn,
} from '../../../store/campaigns/client-results.ts'
import { readTrackingOf } from '../../../store/campaigns/report-links.ts'
import type { Database } from '../../../store/connection/database.ts'
import { readToday } from '../../../store/lists/statistics.ts'
import type { ClientRef } from '../../access/access.ts'
import { type DayRange, readDayRange } from '../../text-rules/days.ts'
import { measuredOf } from './client-report.ts'
import type { MeasuredKinds } from './comparison.ts'

const usualDays = 90
/** Campaigns of one answer, the latest of the period. */
export const mostCampaigns = 100
/** Opens and clicks count for the hours within so many days after the beginning: later ones are few. */
const readingDays = 7
const mostLinks = 20
/** Of each campaign. */
const mostLinksOfCampaign = 50
/** Percent of the mails; above it providers doubt that a list is well kept. */
export const highBouncePercent = 2

export interface MeasuredCampaign extends ListedCampaignRow {
  readonly measured: MeasuredKinds
}

export interface RankedLink {
  /** Without UTM tags. */
  readonly url: string
  readonly campaigns: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
}

export interface ClientResults extends DayRange {
  /** By the time of their beginning. */
  readonly campaigns: readonly MeasuredCampaign[]
  /** Whether there are more in the period than those. */
  readonly hasMore: boolean
  readonly hours: readonly ReadingHour[]
  readonly links: readonly RankedLink[]
}

/** @throws Refusal InvalidDate */
export async function readClientResults(
  db: Database,
  client: ClientRef,
  given: { readonly from: string | null; readonly until: string | null },
): Promise<ClientResults> {
  const period = readDayRange(given, await readToday(db, client.timeZone), usualDays)
  const found = await readStartedIn(db, client, period, mostCampaigns + 1)
  const ids = found.slice(0, mostCampaigns)
  const [campaigns, hours, clicked] = await Promise.all([
    readMeasuredCampaigns(db, client, ids),
    readReadingHours(db, client, ids, readingDays),
    readClickedLinks(db, client, ids, mostLinksOfCampaign),
  ])
  const place = new Map(ids.map((id, index) => [id, index]))
  const sorted = campaigns.toSorted((one, other) => place.get(other.campaignId)! - place.get(one.campaignId)!)
  return { ...period, campaigns: sorted, hasMore: found.length > ids.length, hours, links: rankLinks(clicked) }
}

/** Campaigns with their counters and what of them was measured, in no order. */
export async function readMeasuredCampaigns(
  db: Database,
  client: Pick<ClientRef, 'clientId' | 'timeZone'>,
  ids: readonly number[],
): Promise<MeasuredCampaign[]> {
  const [rows, tracking] = await Promise.all([
    readCampaignsWithCounts(db, client, ids),
    readTrackingOf(db, client.clientId, ids),
  ])
  const tracked = new Map(tracking.map(row => [row.campaignId, row]))
  return rows.map(row => ({ ...row, measured: measuredOf(row, tracked.get(row.campaignId)) }))
}

/** Pure. Addresses that differ in their UTM tags alone are one: each campaign has its own. */
export function rankLinks(clicked: readonly ClickedLink[]): RankedLink[] {
  const ranked = new Map<
    string,
    { url: string; campaigns: Set<number>; humanClicks: number; humanUniqueClicks: number }
  >()
  for (const { url: tagged, campaignId, humanClicks, humanUniqueClicks } of clicked) {
    const url = withoutUtm(tagged)
    const known = ranked.get(url) ?? { url, campaigns: new Set(), humanClicks: 0, humanUniqueClicks: 0 }
    known.campaigns.add(campaignId)
    known.humanClicks += humanClicks
    known.humanUniqueClicks += humanUniqueClicks
    ranked.set(url, known)
  }
  return [...ranked.values()]
    .sort((one, other) => other.humanUniqueClicks - one.humanUniqueClicks || (one.url < other.url ? -1 : 1))
    .slice(0, mostLinks)
    .map(({ campaigns, ...link }) => ({ ...link, campaigns: campaigns.size }))
}

/** The address as text: it may hold merge tags, so it is not parsed. */
function withoutUtm(url: string): string {
  const hash = url.indexOf('#')
  const [before, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const [path = '', ...query] = before.split('?')
  const kept = query
    .join('?')
    .split('&')
    .filter(part => part !== '' && !/^utm_\w+=/i.test(part))
  return path + (kept.length > 0 ? `?${kept.join('&')}` : '') + fragment
}
