/** The links to reports that tokens name: looked up, limited by network, and their views counted. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Rate, RateLimit } from '../../../domain/limits/rate-limit.ts'
import type { Tokens } from '../../../domain/tokens/tokens.ts'
import { coalesce } from '../../../lib/coalesce.ts'
import { networkOf } from '../../../lib/network-address.ts'
import {
  countView,
  findSharedCampaign,
  type ReportLinkKey,
  type SharedCampaign,
} from '../../../store/campaigns/report-links.ts'
import type { Database } from '../../../store/connection/database.ts'

/** State shared by all report links of a process. */
export interface ReportLinks {
  /** Whether a network may ask for one more report now; guesses count as reports do. */
  mayAsk(remote: string): boolean
  find(token: string): Promise<(SharedCampaign & ReportLinkKey) | undefined>
  /** Views that come together are counted by one statement. */
  countView(key: ReportLinkKey): Promise<void>
}

/** Of a network: enough for an office that opens a report at once, too few to try tokens. */
export const reportRate: Rate = { perSecond: 2, burst: 60 }

/** Used for invalid tokens, so that they cost the same look-up as the token of an ended link. */
const nothing: readonly [number, number] = [0, 0]

/** @param limit of `reportRate` */
export function reportLinks(db: Database, tokens: Tokens, limit: RateLimit): ReportLinks {
  const count = coalesce<ReportLinkKey, undefined>(
    async keys => {
      const views = new Map<string, { readonly key: ReportLinkKey; views: number }>()
      for (const key of keys) {
        const name = `${key.clientId} ${key.linkId}`
        const known = views.get(name)
        if (known) known.views++
        else views.set(name, { key, views: 1 })
      }
      for (const { key, views: more } of views.values()) await countView(db, key, more)
      return keys.map(() => undefined)
    },
    { concurrency: 1 },
  )
  return {
    mayAsk(remote) {
      try {
        limit(networkOf(remote))
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
    async find(token) {
      const [clientId, linkId] = tokens.verify('report', token) ?? nothing
      const found = await findSharedCampaign(db, { clientId, linkId })
      return found && { ...found, linkId }
    },
    countView: count,
  }
}
