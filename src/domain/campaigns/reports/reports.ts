/** Reports about a campaign for its senders. Counters are maintained as events happen; nothing here counts rows. */

import type { Paged } from '../../../lib/paged.ts'
import {
  findCampaignTotals,
  openPage,
  type PageOf,
  readBouncePage,
  readClickPage,
  readUnsubscribePage,
  type Totals,
} from '../../../store/campaigns/reports.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { readInPages } from '../../paging/paging.ts'
import { countUp } from './counting.ts'

export interface Summary {
  /** Those a copy was meant for: the audience without who was excluded before sending. */
  readonly recipients: number
  readonly opens: number
  readonly uniqueOpens: number
  readonly clicks: number
  readonly unsubscribes: number
  readonly bounces: number
}

/** Zeros for a campaign that has not started. */
export async function readSummary(db: Database, campaign: CampaignRef): Promise<Summary> {
  await countUp(db, campaign)
  const { clientId, campaignId } = campaign
  const totals = await findCampaignTotals(db, clientId, campaignId)
  return summaryOf(totals ?? nothing)
}

/** Who opened, who clicked, who bounced, who left: streamed in the order of the audience. */
export const openers = report(openPage, countUp)
export const clickers = report(readClickPage, countUp)
export const bounced = report(readBouncePage)
export const leavers = report(readUnsubscribePage)

const nothing: Totals = {
  recipients: 0,
  excluded: 0,
  opens: 0,
  uniqueOpens: 0,
  clicks: 0,
  unsubscribes: 0,
  bounces: 0,
}

function summaryOf({ recipients, excluded, ...counts }: Totals): Summary {
  return { recipients: recipients - excluded, ...counts }
}

function report<Row extends { readonly number: number }>(
  page: (db: Database, wanted: PageOf) => Promise<readonly Row[]>,
  /** Before the first page. */
  catchUp: (db: Database, campaign: CampaignRef) => Promise<void> = async () => {},
) {
  return (db: Database, campaign: CampaignRef, limit?: number): Paged<Row> => {
    const { clientId, campaignId } = campaign
    const read = async (after: number, limit: number) => {
      if (after === 0) await catchUp(db, campaign)
      return page(db, { clientId, campaignId, after, limit })
    }
    return readInPages(read, 0, ({ number }) => number, limit)
  }
}
