/** Buckets in the database: one throttle for all senders, kept over restarts. */
import type { Database } from '../../store/connection/database.ts'
import { forgetFullBuckets, loadBuckets, spendFromBuckets } from '../../store/limits/throttle.ts'
import type { BucketStore } from './throttle.ts'

export function createBucketStore(db: Database): BucketStore {
  return {
    async load(now) {
      await forgetFullBuckets(db, new Date(now))
      return inMilliseconds(await loadBuckets(db, new Date(now)))
    },
    async spend(spent, now) {
      return inMilliseconds(await spendFromBuckets(db, spent, new Date(now)))
    },
  }
}

function inMilliseconds(times: ReadonlyMap<string, Date>): ReadonlyMap<string, number> {
  return new Map([...times].map(([key, at]) => [key, at.getTime()]))
}
