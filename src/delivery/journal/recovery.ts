/**
 * What was left behind is settled before anything new is claimed: by senders before this one on its machine, by ranges of its own
 * that failed, by campaigns that are not being sent any more. First of all it must be known that the database has what this sender
 * committed (continuity.ts).
 */
import type { Database } from '../../store/connection/database.ts'
import { meetServer, putOffClaims } from '../../store/connection/database-server.ts'
import { openTokens, readCampaignsOf, readLeftCampaigns } from '../../store/ledger/leases.ts'
import type { Continuity } from './continuity.ts'
import type { Journal } from './journal.ts'
import type { LeftRanges } from './left-ranges.ts'

export interface RecoveryParts {
  readonly db: Database
  readonly owner: string
  readonly now: () => Date
  readonly continuity: Continuity
  readonly left: LeftRanges
  /** How long nothing is claimed after another database server took over: longer than any living sender needs to look again. */
  readonly pauseMs: number
  /** Ranges this sender has under way. */
  readonly work: {
    readonly size: number
    readonly tokens: readonly number[]
    /** A range of the campaign is being claimed, or its recipients are not all handed over. */
    isBusy(campaignId: number): boolean
  }
}

export interface Recovery {
  /** @returns whether sending may go on; if not, it is asked again with each look and when the ranges under way have ended */
  run(journal: Journal): Promise<boolean>
  /** Settles what was left in campaigns that are not being sent (any more). */
  settleHalted(journal: Journal): Promise<void>
  /** A range ended with an error; its lease is still ours. */
  rangeFailed(): void
}

/** Campaigns whose left ranges are settled in one look. */
const mostCampaigns = 32

export function createRecovery({ db, owner, now, continuity, left, pauseMs, work }: RecoveryParts): Recovery {
  let isTakenUp = false
  let hasFailed = false

  /** Whether the database is known to have what we committed; if another server answers now, that is found out first. */
  async function isContinuous(journal: Journal): Promise<boolean> {
    if (continuity.isTrusted()) return true
    // until the ledger has the outcomes that only our journal has, no other sender may claim those recipients
    await putOffClaims(db, new Date(now().getTime() + pauseMs))
    await continuity.hold()
    // they hand nothing over any more, and this is asked again when they have ended
    if (work.size > 0) return false
    await continuity.verify(journal, owner)
    // a database that lost their return still has their leases
    hasFailed = true
    return continuity.isTrusted()
  }

  /** What senders before us on this machine had under way is settled at once, if they are gone for certain. */
  async function takeUp(journal: Journal): Promise<void> {
    for (const other of await journal.others()) {
      if (!other.dead) continue
      await continuity.verifyOther(journal, other.owner)
      for (const key of await readCampaignsOf(db, other.owner)) await left.settle(key, { heldBy: other.owner }, journal)
      await continuity.settleRest(journal, other.owner)
      await journal.forgetOwner(other.owner)
    }
    const kept = await journal.tokensOfGone()
    const open = new Set(await openTokens(db, kept))
    for (const token of kept) if (!open.has(token) && !work.tokens.includes(token)) await journal.forget(token)
  }

  /** Ranges of this sender that ended with an error; no other sender takes them between, and its journal says all. */
  async function takeBack(journal: Journal): Promise<void> {
    hasFailed = false
    try {
      for (const key of await readCampaignsOf(db, owner)) {
        // it may be claiming one at this moment
        if (work.isBusy(key.campaignId)) hasFailed = true
        else await left.settle(key, { heldBy: owner, running: work.tokens }, journal)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  return {
    async run(journal) {
      const { server, claimsFrom } = await meetServer(db, now(), pauseMs)
      continuity.answered(server)
      if (!(await isContinuous(journal))) return false
      if (!isTakenUp) await takeUp(journal)
      isTakenUp = true
      if (hasFailed) await takeBack(journal)
      return claimsFrom === null || claimsFrom <= now()
    },
    async settleHalted(journal) {
      for (const key of await readLeftCampaigns(db, now(), mostCampaigns))
        await left.settle(key, { which: 'abandoned', running: work.tokens }, journal)
    },
    rangeFailed() {
      hasFailed = true
    },
  }
}
