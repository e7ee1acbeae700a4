/**
 * A rate limit that processes share through the database: they report what they granted, an eighth of a bucket at a time, and
 * get what is left. Between that each counts for itself, so a call costs no statement. n processes may together grant an eighth of a bucket each, and
 * what comes in the milliseconds of a statement, more than one process would; it is owed, and waited for afterwards. While the database is away
 * the limit of each process goes on alone.
 */
import { coalesce } from '../../lib/coalesce.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import { type Taken, takeShared } from '../../store/limits/shared-buckets.ts'
import { type Rate, type RateLimit, rateLimit, type ShareTaken } from './rate-limit.ts'

/** Subjects that wait to be reported while a statement is under way; of more, each process counts alone for a while. */
const mostWaiting = 10_000

/** @param kind names the buckets: processes whose limits have one kind share them, and have the same rate */
export function sharedRateLimit(db: Database, log: Log, kind: string, rate: Rate): RateLimit {
  const take = coalesce<Taken, number | undefined>(
    async taken => {
      const left = await takeShared(db, kind, rate, taken)
      return taken.map(({ subject }) => left.get(subject))
    },
    { concurrency: 1, waiting: mostWaiting },
  )
  const share: ShareTaken = (subject, tokens) =>
    take({ subject, tokens }).catch(error => {
      log.debug({ err: error, kind }, 'what was used of a rate limit could not be shared; it counts in this process')
      return undefined
    })
  return rateLimit(rate, { share })
}
