/**
 * Holding a claim while work is done under it. All background work that claims a row for more than a moment goes through here: imports,
 * bulk changes, exports, erasures, backups, readings of other programs' lists (docs/decisions/storage.md#claims-end-with-their-process).
 */
import type { Database } from '../../store/connection/database.ts'
import { type ClaimedTable, ClaimLost, claimSeconds, renewClaim } from '../../store/jobs/claiming.ts'

/** Several prolongations may fail before the claim ends. */
const everyMs = (claimSeconds / 4) * 1000

/**
 * Prolongs a claim for as long as `work` takes.
 * @param work stops when its signal aborts: with a ClaimLost when another process has the claim, with the reason of `stopping` at a stop
 */
export async function holdClaim<Value, Key extends string, Token extends string>(
  db: Database,
  table: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const timer = setInterval(() => {
    renewClaim(db, table, held).then(
      isHeld => isHeld || lost.abort(new ClaimLost('Another process works on it, or it was cancelled.')),
      () => {}, // the database is away: the work notices that by itself, and the claim is there or lost when it is back
    )
  }, everyMs)
  try {
    return await work(signal)
  } catch (error) {
    // why it was aborted says more than what the abortion led to
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(timer)
  }
}
