/**
 * A token bucket per caller, in memory: what one process grants. Buckets that are full again are forgotten.
 * See docs/decisions/wires.md#the-call-rate-limit-is-per-key-and-per-process.
 */
import { Refusal } from '../contract/refusals.ts'

/** Takes one token of a subject's bucket. @throws Refusal TooManyRequests when it is empty */
export type RateLimit = (subject: string) => void

export interface Rate {
  /** Tokens gained per second, and how many a bucket holds. */
  readonly perSecond: number
  readonly burst: number
  /** Subjects with a bucket of their own; further ones share one. */
  readonly subjects?: number
}

/** Subjects with a bucket of their own (some 20 MB); beyond, new ones share one, so that a caller gains nothing by using many. */
const mostSubjects = 100_000
const sweepMs = 60_000
/** Sweeping a full table costs some milliseconds. */
const sweepFullMs = 1_000

/** @param now milliseconds, monotonic */
export function rateLimit(
  { perSecond, burst, subjects = mostSubjects }: Rate,
  now: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  let sweptAt = now()
  function sweep(at: number) {
    for (const [key, bucket] of buckets)
      if (bucket.tokens + ((at - bucket.at) / 1000) * perSecond >= burst) buckets.delete(key)
    sweptAt = at
  }
  return asked => {
    const at = now()
    if (at - sweptAt >= (buckets.size < subjects ? sweepMs : sweepFullMs)) sweep(at)
    const subject = buckets.size < subjects || buckets.has(asked) ? asked : 'others'
    const bucket = buckets.get(subject) ?? { tokens: burst, at }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    buckets.set(subject, bucket)
    if (bucket.tokens < 1) throw new Refusal('TooManyRequests')
    bucket.tokens -= 1
  }
}
