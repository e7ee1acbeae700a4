/**
 * A token bucket per caller, in memory: what one process grants. Buckets that are full again are forgotten.
 * See docs/decisions/the-rate-limit-is-per-process.md.
 */
import { Refusal } from '../contract/refusals.ts'

/** Takes one token of a subject's bucket. @throws Refusal TooManyRequests when it is empty */
export type RateLimit = (subject: string) => void

export interface Rate {
  /** Tokens gained per second, and how many a bucket holds. */
  readonly perSecond: number
  readonly burst: number
}

/** @param now milliseconds, monotonic */
export function rateLimit({ perSecond, burst }: Rate, now: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  let sweepAt = now() + 60_000
  return subject => {
    const at = now()
    if (at >= sweepAt) {
      for (const [key, bucket] of buckets)
        if (bucket.tokens + ((at - bucket.at) / 1000) * perSecond >= burst) buckets.delete(key)
      sweepAt = at + 60_000
    }
    const bucket = buckets.get(subject) ?? { tokens: burst, at }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    buckets.set(subject, bucket)
    if (bucket.tokens < 1) throw new Refusal('TooManyRequests')
    bucket.tokens -= 1
  }
}
