/** Opens and clicks as they come in: gathered, recorded raw, durable before the answer. */
import { coalesce } from '../lib/coalesce.ts'
import { networkOnly, type Truncation, truncateAddress } from '../lib/network-address.ts'
import type { Database } from '../store/database.ts'
import { type Hit, linkTarget, recordHits } from '../store/hits.ts'

/** Who hit: a recipient of a campaign, by the token of the link, and what the request told. */
export interface Visit {
  readonly campaignId: number
  /** Number in the campaign's audience. */
  readonly number: number
  /** The network address as it is; only its beginning is kept. */
  readonly remote: string
  readonly agent: string
}

export interface Hits {
  /** Records an open; durable when it resolves. Whether there is such a recipient. */
  open(visit: Visit): Promise<boolean>
  /** Records a click; durable when it resolves. The link's target, or undefined when there is no such recipient or link. */
  click(visit: Visit, link: number): Promise<string | undefined>
  /** Where a click would lead; records nothing. */
  target(campaignId: number, number: number, link: number): Promise<string | undefined>
}

export interface HitOptions {
  /** How much of a network address is kept. */
  readonly kept?: Truncation
  readonly now?: () => Date
}

/** Hits that arrive together share a statement and a commit; one batch is under way at a time, so the next one grows meanwhile. */
export function hits(db: Database, { kept = networkOnly, now = () => new Date() }: HitOptions = {}): Hits {
  const record = coalesce<Hit, { url: string | null } | undefined>(
    async batch => {
      const known = new Map((await recordHits(db, batch)).map(hit => [hit.place, hit]))
      return batch.map((_, place) => known.get(place))
    },
    { most: 1000, concurrency: 1 },
  )
  const hit = ({ campaignId, number, remote, agent }: Visit, link: number | null) =>
    record({ campaignId, number, link, at: now(), remote: truncateAddress(remote, kept), agent: agentKept(agent) })

  return {
    open: async visit => (await hit(visit, null)) !== undefined,
    click: async (visit, link) => (await hit(visit, link))?.url ?? undefined,
    target: (campaignId, number, link) => linkTarget(db, campaignId, number, link),
  }
}

/** The caller's own words: bounded, and free of what a text column or a log cannot hold. */
export function agentKept(agent: string): string {
  return agent
    .slice(0, 500)
    .replace(/[\x00-\x1f\x7f]/g, ' ')
    .toWellFormed()
}
