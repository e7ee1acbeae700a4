/** The report of a month: the campaigns that began in it, and how the lists of the client grew. */
import { readStartedIn } from '../../store/campaigns/client-results.ts'
import type { Database } from '../../store/connection/database.ts'
import { type MonthGrowth, readMonthGrowth } from '../../store/report-mails/runs.ts'
import type { ClientRef } from '../access/access.ts'
import { type MeasuredCampaign, readMeasuredCampaigns } from '../campaigns/reports/client-results.ts'
import { leastForRates } from '../campaigns/reports/comparison.ts'

export type { MeasuredCampaign, MonthGrowth }

export interface MonthReport {
  /** `YYYY-MM-DD`, the first day. */
  readonly month: string
  /** By the time of their beginning. */
  readonly campaigns: readonly MeasuredCampaign[]
  readonly accepted: number
  /** Shares of what was delivered, of campaigns in which they were measured; undefined where too little is known. */
  readonly opened: number | undefined
  readonly clicked: number | undefined
  /** Those of the month before. */
  readonly before: {
    readonly opened: number | undefined
    readonly clicked: number | undefined
    readonly accepted: number
  }
  readonly growth: MonthGrowth
}

const mostCampaigns = 100
const mostLists = 500

/** @param month `YYYY-MM-DD`, its first day */
export async function readMonthReport(db: Database, client: ClientRef, month: string): Promise<MonthReport> {
  const own = { from: month, until: dayBefore(addMonths(month, 1)) }
  const earlier = { from: addMonths(month, -1), until: dayBefore(month) }
  const [campaigns, past, growth] = await Promise.all([
    campaignsOf(db, client, own),
    campaignsOf(db, client, earlier),
    readMonthGrowth(db, client, own, mostLists),
  ])
  return { month, campaigns, ...ratesOf(campaigns), before: ratesOf(past), growth }
}

async function campaignsOf(
  db: Database,
  client: ClientRef,
  period: { readonly from: string; readonly until: string },
): Promise<readonly MeasuredCampaign[]> {
  const ids = (await readStartedIn(db, client, period, mostCampaigns)).toReversed()
  const rows = new Map((await readMeasuredCampaigns(db, client, ids)).map(row => [row.campaignId, row]))
  return ids.flatMap(id => rows.get(id) ?? [])
}

function ratesOf(campaigns: readonly MeasuredCampaign[]) {
  const sum = (among: readonly MeasuredCampaign[], count: (campaign: MeasuredCampaign) => number) =>
    among.reduce((all, campaign) => all + count(campaign), 0)
  const rate = (kind: 'opens' | 'clicks', count: (campaign: MeasuredCampaign) => number) => {
    const measured = campaigns.filter(campaign => campaign.measured[kind] !== 'no one')
    const delivered = sum(measured, ({ accepted }) => accepted)
    return delivered < leastForRates ? undefined : sum(measured, count) / delivered
  }
  return {
    accepted: sum(campaigns, ({ accepted }) => accepted),
    opened: rate('opens', ({ humanUniqueOpens }) => humanUniqueOpens),
    clicked: rate('clicks', ({ humanUniqueClicks }) => humanUniqueClicks),
  }
}

/** @returns from 0 to 1; undefined where it was not measured or says nothing */
export function rateOfCampaign(campaign: MeasuredCampaign, kind: 'opens' | 'clicks'): number | undefined {
  if (campaign.measured[kind] === 'no one' || campaign.accepted < leastForRates) return undefined
  return (kind === 'opens' ? campaign.humanUniqueOpens : campaign.humanUniqueClicks) / campaign.accepted
}

/** Dates of the calendar; no zone takes part. */
function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
