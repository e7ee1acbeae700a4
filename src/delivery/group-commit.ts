/** Writes down what happened to many at once, and who may be handed over next; tries again while the database is away. */
import type { ClientRef } from '../domain/access.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Log } from '../lib/log.ts'
import type { Timers } from '../lib/timers.ts'
import type { Database } from '../store/database.ts'
import type { Lease } from '../store/leases.ts'
import { type Appended, append, type Entry, type OpenRecipient } from '../store/ledger.ts'

export interface CommitParts {
  readonly db: Database
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
  readonly log: Log
  readonly now: () => Date
  readonly timers: Timers
  readonly leaseMs: number
  /** Do not try again any longer. */
  readonly abandoned: AbortSignal
}

export interface GroupCommits {
  /**
   * Idempotent: what is in the log already is neither written nor counted again. Renews a lease that is half over.
   * @throws whatever the database said last
   */
  append(entries: readonly Entry[], group: readonly OpenRecipient[]): Promise<Appended>
  /** The lease was renewed otherwise. */
  renewed(until: Date): void
}

/** Pauses between attempts. */
const retriesMs = [100, 500, 1000, 2000, 5000]

/** @param personOf whoever has this number in the range */
export function groupCommits(
  { db, subscriptions, log, now, timers, leaseMs, abandoned }: CommitParts,
  lease: Lease,
  campaign: { readonly client: ClientRef; readonly campaignId: number; readonly campaignPublicId: string },
  personOf: (number: number) => Pick<OpenRecipient, 'address' | 'email'>,
): GroupCommits {
  let leaseEndsAt = now().getTime() + leaseMs

  return {
    async append(entries, group) {
      for (let attempt = 0; ; attempt++) {
        try {
          for (const entry of entries) {
            if (entry.bounce !== 'H') continue
            await bounceHard(subscriptions, campaign.client, campaign.campaignId, personOf(entry.number), entry)
          }
          const at = now()
          const renew = leaseEndsAt - at.getTime() < leaseMs / 2 ? new Date(at.getTime() + leaseMs) : undefined
          const appended = await append(db, lease, entries, group, at, renew, attempt > 0)
          if (renew) leaseEndsAt = renew.getTime()
          return appended
        } catch (error) {
          const ms = retriesMs[attempt]
          if (ms === undefined || abandoned.aborted) throw error
          log.warn({ err: error, campaign: campaign.campaignPublicId }, 'the ledger could not be written; trying again')
          await new Promise<void>(resolve => timers.after(ms, resolve))
        }
      }
    },
    renewed(until) {
      leaseEndsAt = Math.max(leaseEndsAt, until.getTime())
    },
  }
}

/** The relay says that somebody does not exist: nobody of this client mails there any more. Repeating it changes nothing. */
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
