/**
 * Opens of letters whose pixel names the campaign and no recipient: gathered, and durable in its sum before the answer. Neither the time
 * nor the network address nor the mail program is stored. See docs/consent.md#sums-without-persons.
 */
import { type CoalesceOptions, coalesce } from '../lib/coalesce.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import type { NamedCampaign } from '../store/keys.ts'
import { addAnonymousOpens } from '../store/tracking/anonymous-opens.ts'
import { findHitCampaign } from '../store/tracking/hits.ts'
import { mostWaitingHits } from './hits.ts'

/** Counts an open of a campaign; durable when it resolves. Whether there is such a campaign. */
export type CountAnonymousOpen = (campaign: NamedCampaign) => Promise<boolean>

export interface AnonymousOpenOptions {
  /** Most opens that wait to be counted; more are refused with Overloaded. */
  readonly waiting?: number
  /** Receives a function that reads the figures of the queue, for metrics. */
  readonly onFigures?: CoalesceOptions['onFigures']
}

/** Opens that arrive together share a statement and a commit. One batch is under way at a time: a second would wait for the row of its sum. */
export function createAnonymousOpens(
  db: Database,
  { waiting = mostWaitingHits, onFigures }: AnonymousOpenOptions = {},
): CountAnonymousOpen {
  return coalesce<NamedCampaign, boolean>(
    async batch => {
      const opens = new Map<number, { readonly named: NamedCampaign; count: number }>()
      for (const named of batch) {
        const known = opens.get(named.campaignId)
        if (known) known.count++
        else opens.set(named.campaignId, { named, count: 1 })
      }
      const counted = await Promise.all(
        [...opens].map(async ([campaignId, { named, count }]) => {
          const campaign = await findHitCampaign(db, named)
          return campaign ? [{ clientId: campaign.clientId, campaignId, opens: count }] : []
        }),
      ).then(found => found.flat())
      if (counted.length > 0) await transaction(db, sql => addAnonymousOpens(sql, counted))
      const live = new Set(counted.map(({ campaignId }) => campaignId))
      return batch.map(({ campaignId }) => live.has(campaignId))
    },
    { most: 1000, concurrency: 1, waiting, onFigures },
  )
}
