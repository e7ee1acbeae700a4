/** Ranges that another sender left, or this one without wanting to: taken up and settled in one transaction, by the journal where there is one. */
import type { ClientRef } from '../domain/access.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { Database } from '../store/database.ts'
import type { Entry } from '../store/entry.ts'
import type { CampaignKey } from '../store/keys.ts'
import {
  addressesOf,
  type Claimable,
  claimLeftRange,
  giveBack,
  identityOf,
  type LeftLease,
  settleLeft,
  type TakeUp,
} from '../store/leases.ts'
import { transaction } from '../store/transaction.ts'
import { bounceHard } from './group-commit.ts'
import type { Journal } from './journal.ts'

export interface LeftRangeParts {
  readonly db: Database
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
  readonly now: () => Date
  readonly claimOf: (key: CampaignKey) => TakeUp
  /** Whether a server that answered is the one whose commits are known to be whole (`Continuity`). */
  readonly isKnownServer: (server: string) => boolean
}

/** Whose campaign a range is of. */
export interface CampaignIdentity {
  readonly campaignPublicId: string
  readonly client: ClientRef
}

export interface LeftRanges {
  /** Takes one range up after another; it is settled then. */
  claim(key: CampaignKey, of: CampaignIdentity, which: Claimable, journal: Journal): Promise<LeftLease | undefined>
  /** Takes all of a campaign's up, only to settle them: they are given back. */
  settle(key: CampaignKey, which: Claimable, journal: Journal): Promise<void>
  /** Again if it was done before: it changes nothing then. */
  suppress(client: ClientRef, key: CampaignKey, entries: readonly Entry[]): Promise<void>
}

export function leftRanges({ db, subscriptions, now, claimOf, isKnownServer }: LeftRangeParts): LeftRanges {
  async function suppress(client: ClientRef, key: CampaignKey, entries: readonly Entry[]) {
    const people = await addressesOf(
      db,
      key,
      entries.map(({ number }) => number),
    )
    const byNumber = new Map(people.map(person => [person.number, person]))
    for (const entry of entries) {
      const person = byNumber.get(entry.number)
      if (person) await bounceHard(subscriptions, client, key.campaignId, person, entry)
    }
  }

  async function claim(
    key: CampaignKey,
    { campaignPublicId, client }: CampaignIdentity,
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
      const gone = left.outcomes.filter(({ bounce }) => bounce === 'H')
      if (gone.length > 0) await suppress(client, key, gone)
      await settleLeft(sql, taken, left, claim.at)
      return taken
    })
    if (lease) await journal.forget(lease.leftToken)
    return lease
  }

  return {
    claim,
    suppress,
    async settle(key, which, journal) {
      // what is needed to send is not: its content may not even compose any more
      const found = await identityOf(db, key)
      if (!found) return
      const { campaignPublicId, ...client } = found
      const identity = { campaignPublicId, client: { ...client, clientId: key.clientId } }
      for (;;) {
        const lease = await claim(key, identity, which, journal)
        if (!lease) break
        await giveBack(db, lease, now(), undefined)
      }
    },
  }
}
