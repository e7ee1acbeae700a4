/** Removes uploads that no operation used in time, and what processes that died left of those they received. */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { claimExpired, removeUpload } from '../../store/uploads/uploads.ts'

/** Uploads of one run, and for how long they are claimed. */
const mostAtOnce = 20
const claimSeconds = 600

export function startUploadExpiry(db: Database, log: Log, pollMs = 60_000): Poller {
  return startPoller({ name: 'removing unused uploads', every: pollMs, work: () => removeExpired(db), log })
}

/** @returns whether there may be more */
export async function removeExpired(db: Database): Promise<boolean> {
  const expired = await claimExpired(db, mostAtOnce, claimSeconds)
  for (const upload of expired) await removeUpload(db, upload)
  return expired.length === mostAtOnce
}
