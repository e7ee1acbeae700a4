/** Writes down what happened to many at once, and who may be handed over next. */
import type { ClientRef } from '../domain/access.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Database } from '../store/database.ts'
import type { Entry } from '../store/entry.ts'
import { giveBack, type Known, type Lease, type Standing } from '../store/leases.ts'
import { type Appended, append, type OpenRecipient } from '../store/ledger.ts'
import { type PersistParts, persist } from './persist.ts'

export interface CommitParts extends PersistParts {
  readonly db: Database
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
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
  giveBack(notBefore: Date | undefined): Promise<Standing>
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
  const { db, subscriptions, now, leaseMs, holdFolder } = parts
  const what = { campaign: campaign.campaignPublicId, low: lease.low }
  let leaseEndsAt = now().getTime() + leaseMs
  let known: Known = { handed: 0, last: undefined }

  return {
    async append(entries, group) {
      const appended = await persist(parts, what, async failures => {
        for (const entry of entries) {
          if (entry.bounce !== 'H') continue
          await bounceHard(subscriptions, campaign.client, campaign.campaignId, personOf(entry.number), entry)
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
    giveBack: notBefore => persist(parts, what, () => giveBack(db, lease, now(), notBefore, known)),
    renewed(until) {
      leaseEndsAt = Math.max(leaseEndsAt, until.getTime())
    },
  }
}

/** The relay says that the recipient does not exist: this client mails the address no more. Repeating it changes nothing. */
export async function bounceHard(
  subscriptions: Pick<Subscriptions, 'bounceHard'>,
  client: ClientRef,
  campaignId: number,
  { address, email }: Pick<OpenRecipient, 'address' | 'email'>,
  { number, code, answer }: Entry,
): Promise<void> {
  const detail = code === null || answer.startsWith(String(code)) ? answer : `${code} ${answer}`
  const evidence = { by: 'bounce' as const, campaignId, number, detail }
  await subscriptions.bounceHard(client, address, email, evidence)
}
