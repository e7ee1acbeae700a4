/** The campaigns whose counters readers see: those being sent, and those that were, or that an event named, within the hour. */
import type { Database } from '../../store/connection/database.ts'
import { readSendingProgress, type SendingProgress } from '../../store/ledger/recipients-of.ts'
import type { FollowedClient } from './followed-clients.ts'
import { countersItem, type Item } from './messages.ts'

export interface FollowedCampaign {
  readonly client: FollowedClient
  readonly publicId: string
  item: Item
  isSending: boolean
  /** When the counters last changed, on the monotonic clock. */
  changedAt: number
}

/** Campaigns that are being sent at once. */
const mostSending = 1000
/** Others. */
const mostOthers = 500
const keptMs = 3_600_000
/** Between two looks at those that are not being sent, in milliseconds. */
const othersMs = 2_000

export class FollowedCampaigns {
  readonly #db: Database
  readonly #campaigns = new Map<string, FollowedCampaign>()
  readonly #named = new Set<string>()
  #othersAt = Number.NEGATIVE_INFINITY

  constructor(db: Database) {
    this.#db = db
  }

  all(): Iterable<FollowedCampaign> {
    return this.#campaigns.values()
  }

  get(publicId: string): FollowedCampaign | undefined {
    return this.#campaigns.get(publicId)
  }

  get areSending(): boolean {
    return [...this.#campaigns.values()].some(({ isSending }) => isSending)
  }

  /** Its counters are looked at next time, and for an hour. */
  named(publicId: string): void {
    if (this.#named.size < mostOthers) this.#named.add(publicId)
  }

  clear(): void {
    this.#campaigns.clear()
    this.#named.clear()
  }

  /** @param find a client that is followed @returns those whose counters are not what they were */
  async look(find: (clientId: number) => FollowedClient | undefined): Promise<readonly FollowedCampaign[]> {
    const now = performance.now()
    const withOthers = now - this.#othersAt >= othersMs
    if (withOthers) this.#othersAt = now
    const kept = [...this.#campaigns.values()].filter(({ isSending }) => isSending || withOthers)
    const named = [...this.#named]
    const rows = await readSendingProgress(this.#db, mostSending, [...kept.map(({ publicId }) => publicId), ...named])
    for (const publicId of named) this.#named.delete(publicId)
    const found = new Set(rows.map(({ campaignPublicId }) => campaignPublicId))
    for (const { publicId } of kept) if (!found.has(publicId)) this.#campaigns.delete(publicId)
    const changed = rows.flatMap(row => {
      const client = find(row.clientId)
      return client === undefined ? [] : (this.#note(row, client, now) ?? [])
    })
    this.#forgetOld(now)
    return changed
  }

  #note(row: SendingProgress, client: FollowedClient, now: number): FollowedCampaign | undefined {
    const { campaignPublicId: publicId } = row
    const item = countersItem(client.publicId, row)
    const known = this.#campaigns.get(publicId)
    if (known?.item === item) return undefined
    const campaign = { client, publicId, item, isSending: row.state === 'sending', changedAt: now }
    // the latest changed last
    this.#campaigns.delete(publicId)
    this.#campaigns.set(publicId, campaign)
    return campaign
  }

  #forgetOld(now: number): void {
    const others = [...this.#campaigns.values()].filter(({ isSending }) => !isSending)
    const excess = others.length - mostOthers
    for (const [place, { publicId, changedAt }] of others.entries()) {
      if (place < excess || now - changedAt > keptMs) this.#campaigns.delete(publicId)
    }
  }
}
