/** Unknown recipients, whose mail a relay may have taken, settled by what comes back (design §4). */
import type { Log } from '../lib/log.ts'
import { settleUnknown } from '../store/campaigns/lifecycle.ts'
import { lockCampaign } from '../store/campaigns/transitions.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { readUnknownsThatWereHit } from '../store/inbound/returned.ts'
import type { RecipientKey } from '../store/keys.ts'

/** No login: what came back decided. */
const noLogin = 0

/** The mail was sent: an unknown counts as accepted. Idempotent. @returns whether it was unknown */
export function settleAsArrived(db: Database, recipient: RecipientKey, proof: string, now: Date): Promise<boolean> {
  return transaction(db, async sql => {
    // people who settle do so before or after
    if (!(await lockCampaign(sql, recipient))) return false
    return (await settleUnknown(sql, recipient, recipient.number, 'accepted', now, noLogin, proof)) > 0
  })
}

/** After that a first open is not expected. */
const watchedDays = 90
const mostAtOnce = 500

/** One run of the poller: a recipient who opened or clicked has the mail. @returns whether there may be more */
export async function settleOpened(
  { db, log }: { readonly db: Database; readonly log: Log },
  stopping: AbortSignal,
  now = () => new Date(),
): Promise<boolean> {
  const since = new Date(now().getTime() - watchedDays * 86_400_000)
  const found = await readUnknownsThatWereHit(db, since, mostAtOnce)
  for (const recipient of found) {
    if (stopping.aborted) return false
    await settleAsArrived(db, recipient, 'an open or a click proves that it arrived', now())
  }
  if (found.length > 0) log.info({ recipients: found.length }, 'unknowns were settled: they opened the mail')
  return found.length === mostAtOnce
}
