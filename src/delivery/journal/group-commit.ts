/** Writes down what happened to many at once, and who may be handed over next. */

import type { ClientRef } from '../../domain/access/access.ts'
import { bounceAddress } from '../../domain/subscribers/returned.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { Entry } from '../../store/ledger/entry.ts'
import { type Known, type Lease, type LeaseState, releaseRange } from '../../store/ledger/leases.ts'
import { type Appended, append, type OpenRecipient } from '../../store/ledger/ledger.ts'
import { type PersistParts, persist } from './persist.ts'

export interface CommitParts extends PersistParts {
  readonly db: Database
  readonly now: () => Date
  readonly leaseMs: number
  /** The data folder whose holds stop this sender; '' when only those that stop every sender do. */
  readonly holdFolder: () => string
}

export interface GroupCommits {
  /**
   * Idempotent: what is in the log already is neither written nor counted again. Renews a lease that is half over. Waits for a
   * database that is away.
   * @throws whatever the database said last, once it was abandoned
   */
  append(entries: readonly Entry[], group: readonly OpenRecipient[]): Promise<Appended>
  /** Gives the range back. @param notBefore the earliest time at which a sender may take it up */
  releaseRange(notBefore: Date | undefined): Promise<LeaseState>
  /** The lease was renewed otherwise. */
  renewed(until: Date): void
}

/**
 * @param personOf the recipient with this number in the range
 * @param committed called with the last entry of each append that is known to be committed
 */
export function groupCommits(
  parts: CommitParts,
  lease: Lease,
  campaign: { readonly client: ClientRef; readonly campaignId: number; readonly campaignPublicId: string },
  personOf: (number: number) => Pick<OpenRecipient, 'address' | 'email'>,
  committed: (entry: Entry) => void,
): GroupCommits {
  const { db, now, leaseMs, holdFolder } = parts
  const what = { campaign: campaign.campaignPublicId, low: lease.low }
  let leaseEndsAt = now().getTime() + leaseMs
  let known: Known = { handed: 0, last: undefined }

  return {
    async append(entries, group) {
      const appended = await persist(parts, what, async failures => {
        // before the outcome is recorded: from now on no other campaign of the client mails the address
        for (const entry of entries) {
          if (entry.bounce !== 'H') continue
          const { address, email } = personOf(entry.number)
          const recipient = {
            ...campaign.client,
            campaignId: campaign.campaignId,
            number: entry.number,
            address,
            email,
          }
          await transaction(db, sql => bounceAddress(sql, recipient, entry, undefined))
        }
        const at = now()
        const renew = leaseEndsAt - at.getTime() < leaseMs / 2 ? new Date(at.getTime() + leaseMs) : undefined
        const options = { renew, repeated: failures > 0, known, folder: holdFolder() }
        const answer = await append(db, lease, entries, group, at, options)
        if (renew) leaseEndsAt = renew.getTime()
        return answer
      })
      if (appended.held && appended.intact) {
        const last = entries.at(-1)
        const mark = appended.sending ? (group.at(-1)?.number ?? 0) : 0
        known = { handed: Math.max(known.handed, mark), last: last ?? known.last }
        if (last) committed(last)
      }
      return appended
    },
    releaseRange: notBefore => persist(parts, what, () => releaseRange(db, lease, now(), notBefore, known)),
    renewed(until) {
      leaseEndsAt = Math.max(leaseEndsAt, until.getTime())
    },
  }
}
