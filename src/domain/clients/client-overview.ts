/** Client.GetOverview: each part only for callers with the right to its numbers. */
import type { Right } from '../../contract/rights.ts'
import { readCampaignsUnderWay, readLargestLists, readLatestCampaigns } from '../../store/accounts/client-overview.ts'
import { readSendingDomains } from '../../store/accounts/sending-domains.ts'
import type { Database } from '../../store/connection/database.ts'
import { readEventBounds, readEventsAfter } from '../../store/events/events.ts'
import type { ClientRef } from '../access/access.ts'
import { mayOnClient, type Principal } from '../access/principal.ts'
import { nameEvents } from '../events/finding.ts'
import { type ComplaintLimits, readStanding } from './complaints.ts'
import { readDailyLimit } from './daily-limits.ts'

const mostUpcoming = 20
const mostRecent = 5
const mostLists = 50
const growthDays = 30
const mostEvents = 10

export interface OverviewOptions {
  /** Percent; absent where complaints are not judged. */
  readonly complaintLimits: ComplaintLimits | undefined
  /** Mails of a day for clients without a limit of their own; 0 for no limit. */
  readonly dailyLimit: number
  readonly now: Date
}

/** A part is undefined without the right that its own operation asks for: Campaign.GetProgress, List.GetStats, Client.GetHold, Event.List … */
export async function readClientOverview(
  db: Database,
  principal: Principal,
  client: ClientRef,
  options: OverviewOptions,
) {
  const part = <Value>(right: Right, read: () => Promise<Value>) =>
    mayOnClient(principal, client.clientId, right) ? read() : undefined
  const limits = options.complaintLimits ?? { warn: 0, hold: 0 }
  const [upcoming, recent, lists, standing, limit, domains, events] = await Promise.all([
    part('ReadReports', () => readCampaignsUnderWay(db, client, mostUpcoming)),
    part('ReadReports', () => readLatestCampaigns(db, client, mostRecent)),
    readLargestLists(db, client, growthDays, mostLists),
    part('Draft', () => readStanding(db, client, limits, options.now)),
    part('Draft', () => readDailyLimit(db, client, options.dailyLimit, options.now)),
    part('Draft', () => readSendingDomains(db, client)),
    part('Events', () => latestEvents(db, client)),
  ])
  const seesCounts = mayOnClient(principal, client.clientId, 'ReadReports')
  return { upcoming, recent, lists, seesCounts, standing, limits, limit, domains, events }
}

/** Newest first. */
async function latestEvents(db: Database, client: ClientRef) {
  const { clientId, timeZone } = client
  const { last } = await readEventBounds(db, clientId)
  const range = { after: Math.max(0, last - mostEvents), upTo: last, types: [], timeZone, most: mostEvents }
  return nameEvents(db, client, (await readEventsAfter(db, clientId, range)).toReversed())
}
