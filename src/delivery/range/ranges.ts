/** The ranges a sender has under way: claimed, recorded in the journal, delivered, at most one at a time of a campaign until it is nearly done. */
import { reserveToday } from '../../domain/clients/daily-limits.ts'
import { activeSpan, inSpan, type SpanOptions } from '../../lib/trace.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { type ClaimedLease, claimNewRange, releaseRange, type TakeUp } from '../../store/ledger/leases.ts'
import type { Journal } from '../journal/journal.ts'
import type { LeftRanges } from '../journal/left-ranges.ts'
import { persist } from '../journal/persist.ts'
import type { CompiledCampaigns } from './compiled-campaigns.ts'
import { type DeliveryParts, deliverRange, type SendableContent } from './deliver.ts'
import { closesAt, opensAt } from './hours.ts'

/** Ranges under way at once; each holds at most `rangeSize` recipients in memory. */
export const mostRanges = 32

/** Of nothing to claim there is no trace. */
const ofRange: SpanOptions = { parent: 'none', mayBeForgotten: true }

export interface RangesParts {
  readonly delivery: DeliveryParts
  readonly campaigns: CompiledCampaigns
  readonly left: LeftRanges
  readonly claimOf: (key: CampaignKey) => TakeUp
  /** Whether the server that answered is the one known to have all commits. */
  readonly isKnownServer: (server: string) => boolean
  /** Numbers claimed at once. */
  readonly rangeSize: number
  /** Mails of a day for clients without a limit of their own; 0 for no limit. */
  readonly dailyLimit: number
  /** The next range may be fetched. */
  readonly onNearlyDone: () => void
  /** A range has ended. @param sent there was something to claim; undefined: it failed, and its lease is still ours */
  readonly onEnd: (sent: boolean | undefined) => void
}

export class Ranges {
  readonly #parts: RangesParts
  readonly #underWay = new Set<Promise<void>>()
  /** Campaigns that have a range whose recipients are not all handed over. */
  readonly #busy = new Set<number>()
  readonly #tokens = new Set<number>()

  constructor(parts: RangesParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#underWay.size
  }

  /** Of the leases of the ranges under way. */
  get tokens(): readonly number[] {
    return [...this.#tokens]
  }

  isBusy(campaignId: number): boolean {
    return this.#busy.has(campaignId)
  }

  /** Begins a range of each campaign that has none, as far as there is room. */
  start(campaigns: readonly CampaignKey[], journal: Journal): void {
    const { log, stopping } = this.#parts.delivery
    for (const campaign of campaigns) {
      if (this.size >= mostRanges || stopping.aborted) return
      if (this.isBusy(campaign.campaignId)) continue
      this.#busy.add(campaign.campaignId)
      let sent: boolean | undefined
      const range = inSpan('campaign range', ofRange, async span => {
        sent = await this.#send(campaign, journal)
        if (!sent) span?.forget()
      })
        .catch(error => {
          log.error({ err: error, campaign: campaign.campaignId }, 'a range could not be sent; it is taken up again')
        })
        .finally(() => {
          this.#underWay.delete(range)
          this.#parts.onEnd(sent)
        })
      this.#underWay.add(range)
    }
  }

  /** Resolves when all that is under way has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** @returns whether there was something to claim */
  async #send(key: CampaignKey, journal: Journal): Promise<boolean> {
    let isCounted = true
    let token: number | undefined
    const nearlyDone = () => {
      if (isCounted) this.#busy.delete(key.campaignId)
      isCounted = false
    }
    try {
      const known = await this.#parts.campaigns.of(key)
      const lease = known && (await this.#claim(key, known, journal))
      if (!known || !lease) return false
      token = lease.token
      this.#tokens.add(token)
      const campaign = known.hasContentFor(lease.low) ? known : await this.#compileAnew(key)
      return await this.#deliver(lease, campaign, journal, () => {
        nearlyDone()
        this.#parts.onNearlyDone()
      })
    } finally {
      if (token !== undefined) this.#tokens.delete(token)
      nearlyDone()
    }
  }

  /** What a campaign is composed from now that the variant of its rest is chosen. @returns undefined as `CompiledCampaigns.of` does */
  #compileAnew(key: CampaignKey): Promise<SendableContent | undefined> {
    this.#parts.campaigns.forget(key.campaignId)
    return this.#parts.campaigns.of(key)
  }

  /** Claims ranges that another sender left first, then numbers that no sender had. */
  async #claim(key: CampaignKey, campaign: SendableContent, journal: Journal): Promise<ClaimedLease | undefined> {
    const { left, claimOf, rangeSize, delivery } = this.#parts
    const found = await left.claim(key, campaign, { running: this.tokens }, journal)
    return found ?? (await claimNewRange(delivery.db, claimOf(key), rangeSize))
  }

  /**
   * @param campaign undefined if it cannot be composed
   * @returns false when it was given back at once
   */
  async #deliver(
    lease: ClaimedLease,
    campaign: SendableContent | undefined,
    journal: Journal,
    onNearlyDone: () => void,
  ): Promise<boolean> {
    const { delivery, isKnownServer, dailyLimit } = this.#parts
    const { db, now } = delivery
    const giveUp = async (notBefore?: Date) => {
      await releaseRange(db, lease, now(), notBefore)
      return false
    }
    if (!campaign?.hasContentFor(lease.low) || !isKnownServer(lease.server)) return giveUp()
    const [at, { hours }] = [now(), campaign]
    const opens = opensAt(hours, lease, at)
    if (opens > at) return giveUp(opens)
    const most = await persist(delivery, {}, () => reserveToday(db, lease, dailyLimit, now()))
    if (most === 0) return giveUp()
    const record = this.#record(lease, campaign, journal)
    if (!record) return giveUp()
    activeSpan()?.set({
      'lettershop.client': campaign.client.clientPublicId,
      'lettershop.campaign': campaign.campaignPublicId,
      'lettershop.first_number': lease.low,
      'lettershop.last_number': lease.high,
    })
    await deliverRange(delivery, {
      ...{ lease, campaign, journal: record, most, onNearlyDone },
      closesAt: closesAt(hours, lease, at),
    })
    return true
  }

  /** @returns undefined when the journal cannot be written */
  #record(lease: ClaimedLease, { campaignPublicId }: SendableContent, journal: Journal) {
    const { log, disk } = this.#parts.delivery
    try {
      return journal.begin({ ...lease, campaignPublicId })
    } catch (error) {
      log.warn({ err: error }, 'a journal could not be begun; no recipient of the range is handed over')
      disk.failed(error)
      return undefined
    }
  }
}
