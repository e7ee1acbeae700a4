/**
 * What was left behind is settled before anything new is claimed: by senders before this one on its machine, by ranges of its own
 * that failed, by campaigns that are not being sent any more. First of all it must be known that the database has what this sender
 * committed (continuity.ts).
 */
import { Unavailable } from '../lib/unavailable.ts'
import type { Database } from '../store/database.ts'
import { type Claimable, campaignsOf, leftCampaigns, openTokens, serverOf } from '../store/leases.ts'
import type { Continuity } from './continuity.ts'
import type { Journal } from './journal.ts'
import type { LeftRanges } from './left-ranges.ts'

export interface RecoveryParts {
  readonly db: Database
  readonly owner: string
  readonly now: () => Date
  readonly continuity: Continuity
  readonly left: LeftRanges
  /** Ranges this sender has under way. */
  readonly work: {
    readonly size: number
    readonly tokens: readonly number[]
    /** A range of the campaign is being claimed, or its recipients are not all handed over. */
    isBusy(campaignId: number): boolean
  }
}

export interface Recovery {
  /** @returns whether sending may go on; if not, it is asked again when the ranges under way have ended */
  run(journal: Journal): Promise<boolean>
  /** Settles what was left in campaigns that are not being sent (any more). */
  settleHalted(journal: Journal): Promise<void>
  /** A range ended with an error; its lease is still ours. */
  rangeFailed(): void
  /** Looking for work failed. */
  failed(error: unknown): void
  /** What may be taken up now. */
  claimable(): Claimable
  /** Whether numbers may be claimed that no sender had before. */
  mayClaimNew(): boolean
}

/** After the database was away its other senders renew their leases first, before what has expired meanwhile is taken from them. */
const renewalMs = 10_000
/** After another server took over, senders that know more than it does hold sending, before any sender claims new numbers. */
const objectionMs = 2000
/** Campaigns whose left ranges are settled in one look. */
const mostCampaigns = 32

export function createRecovery({ db, owner, now, continuity, left, work }: RecoveryParts): Recovery {
  let isTakenUp = false
  let hasFailed = false
  /** From when expired ranges of others may be taken, and new numbers claimed. */
  let leftFrom = 0
  let newFrom = 0

  /** Whether the database is known to have what we committed; if another server answers now, that is found out first. */
  async function isContinuous(journal: Journal): Promise<boolean> {
    if (continuity.isTrusted()) return true
    await continuity.hold()
    // they hand nothing over any more, and this is asked again when they have ended
    if (work.size > 0) return false
    await continuity.verify(journal, owner)
    // a database that lost their return still has their leases
    hasFailed = true
    newFrom = now().getTime() + objectionMs
    return continuity.isTrusted()
  }

  /** What senders before us on this machine had under way is settled at once, if they are gone for certain. */
  async function takeUp(journal: Journal): Promise<void> {
    for (const other of await journal.others()) {
      if (!other.dead) continue
      await continuity.verifyOther(journal, other.owner)
      for (const key of await campaignsOf(db, other.owner)) await left.settle(key, { of: other.owner }, journal)
      await continuity.settleRest(journal, other.owner)
      await journal.forgetOwner(other.owner)
    }
    const kept = await journal.tokens()
    const open = new Set(await openTokens(db, kept))
    for (const token of kept) if (!open.has(token) && !work.tokens.includes(token)) await journal.forget(token)
  }

  /** Ranges of this sender that ended with an error; no other sender takes them between, and its journal says all. */
  async function takeBack(journal: Journal): Promise<void> {
    hasFailed = false
    try {
      for (const key of await campaignsOf(db, owner)) {
        // it may be claiming one at this moment
        if (work.isBusy(key.campaignId)) hasFailed = true
        else await left.settle(key, { of: owner, running: work.tokens }, journal)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  return {
    async run(journal) {
      // one that has written nothing yet has to notice a fail-over too, and to wait for those that know more
      if (!isTakenUp) continuity.answered(await serverOf(db))
      if (!(await isContinuous(journal))) return false
      if (!isTakenUp) await takeUp(journal)
      isTakenUp = true
      if (hasFailed) await takeBack(journal)
      return true
    },
    async settleHalted(journal) {
      if (now().getTime() < leftFrom) return
      for (const key of await leftCampaigns(db, now(), mostCampaigns))
        await left.settle(key, { which: 'abandoned', running: work.tokens }, journal)
    },
    rangeFailed() {
      hasFailed = true
    },
    failed(error) {
      if (error instanceof Unavailable) leftFrom = now().getTime() + renewalMs
    },
    claimable: () => ({ which: now().getTime() < leftFrom ? 'given back' : 'all', running: work.tokens }),
    mayClaimNew: () => now().getTime() >= newFrom,
  }
}
