/** Ranges that another sender left, or that this one lost: claimed and settled in one transaction, with the journal if one exists. */
import { Unavailable } from '../../lib/unavailable.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'
import {
  type Claimable,
  claimLeftRange,
  type LeftLease,
  readIdentityOf,
  releaseRange,
  settleLeft,
  type TakeUp,
} from '../../store/ledger/leases.ts'
import type { Journal } from './journal.ts'

export interface LeftRangeParts {
  readonly db: Database
  readonly now: () => Date
  readonly claimOf: (key: CampaignKey) => TakeUp
  /** Whether a server that answered is the one known to have all commits (`Continuity`). */
  readonly isKnownServer: (server: string) => boolean
}

export interface LeftRanges {
  /** Takes one range up after another; it is settled then. Hard bounces it brings to light take effect from the ledger's rows. */
  claim(
    key: CampaignKey,
    campaign: { readonly campaignPublicId: string },
    which: Claimable,
    journal: Journal,
  ): Promise<LeftLease | undefined>
  /** Takes all of a campaign's up, only to settle them: they are given back. */
  settle(key: CampaignKey, which: Claimable, journal: Journal): Promise<void>
}

export function leftRanges({ db, now, claimOf, isKnownServer }: LeftRangeParts): LeftRanges {
  async function claim(
    key: CampaignKey,
    { campaignPublicId }: { readonly campaignPublicId: string },
    which: Claimable,
    journal: Journal,
  ) {
    const lease = await transaction(db, async sql => {
      const claim = claimOf(key)
      const taken = await claimLeftRange(sql, claim, which)
      // settled by a server that lacks the last commits, the journal would be forgotten before what is missing is found
      if (taken && !isKnownServer(taken.server)) throw new Unavailable('Another database server answers.')
      if (!taken || taken.leftHanded < taken.low) return taken
      const left = await journal.read({ campaignPublicId, low: taken.low, token: taken.leftToken }, taken.leftOwner)
      const { recorded, unknown, repeated } = await settleLeft(sql, taken, left, claim.at)
      if (recorded + unknown + repeated > 0)
        sql.logAfterCommit({ event: 'range.settled', campaign: campaignPublicId, recorded, unknown, repeated })
      return taken
    })
    if (lease) await journal.forget(lease.leftToken)
    return lease
  }

  return {
    claim,
    async settle(key, which, journal) {
      // what is needed to send is not: its content may not even compose any more
      const found = await readIdentityOf(db, key)
      if (!found) return
      for (;;) {
        const lease = await claim(key, found, which, journal)
        if (!lease) break
        await releaseRange(db, lease, now(), undefined)
      }
    },
  }
}
