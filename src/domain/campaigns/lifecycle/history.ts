/** What was done to a campaign, in words. */
import { readAuditEntriesOf } from '../../../store/campaigns/campaign-history.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'

export interface CampaignEvent {
  readonly date: string
  readonly action: string
  readonly username: string
  readonly detail: string
}

/** More than users do to one campaign; the newest are returned. */
const mostEvents = 1000

/** Newest first. Dates are in the client's time zone. */
export async function readHistory(db: Database, campaign: CampaignRef): Promise<readonly CampaignEvent[]> {
  const entries = await readAuditEntriesOf(db, campaign, campaign.timeZone, mostEvents)
  return entries.map(({ date, action, username, from, to, detail }) => ({
    date,
    action,
    username,
    detail: [from === to ? from : `${from} → ${to}`, ...sentences(detail)].join('; '),
  }))
}

/** Details are what changes of the lifecycle wrote: numbers, texts, lists of addresses and of test results. */
function sentences(detail: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(detail).map(([name, value]) => {
    if (!Array.isArray(value)) return `${name}: ${value}`
    return `${name}: ${value.map(item => (isResult(item) ? `${item.email} ${item.state} (${item.answer})` : item)).join(', ')}`
  })
}

function isResult(item: unknown): item is { email: string; state: string; answer: string } {
  return typeof item === 'object' && item !== null && 'email' in item
}
