/**
 * A token bucket per caller, in memory; processes that share a limit exchange through the database what they granted
 * (`shared-limit.ts`). Buckets that are full again are forgotten.
 * See docs/decisions/wires.md#the-call-rate-limit-is-per-key-and-shared-by-processes.
 */
import { Refusal } from '../../contract/refusals.ts'

/** Takes one token of a subject's bucket. @throws Refusal TooManyRequests when it is empty */
export type RateLimit = (subject: string) => void

export interface Rate {
  /** Tokens gained per second, and how many a bucket holds. */
  readonly perSecond: number
  readonly burst: number
  /** Subjects with a bucket of their own; further ones share one. */
  readonly subjects?: number
}

/** Reports to the other processes that this one took so many tokens of a subject's bucket. @returns the tokens left for all; undefined if unknown */
export type ShareTaken = (subject: string, tokens: number) => Promise<number | undefined>

interface Bucket {
  tokens: number
  at: number
  /** Taken, and not shared with the other processes yet. */
  unshared: number
  isSharing: boolean
}

/** Subjects with a bucket of their own (some 20 MB); beyond, new ones share one, so that a caller gains nothing by using many. */
const mostSubjects = 100_000
const sweepMs = 60_000
/** Sweeping a full table costs some milliseconds. */
const sweepFullMs = 1_000
/** The part of a bucket that a process takes before it shares: callers that take little cost no statement. */
const sharedPart = 1 / 8

/**
 * @param now milliseconds, monotonic
 * @param share if processes share the limit
 */
export function rateLimit(
  { perSecond, burst, subjects = mostSubjects }: Rate,
  {
    now = () => performance.now(),
    share,
  }: { readonly now?: () => number; readonly share?: ShareTaken | undefined } = {},
): RateLimit {
  const buckets = new Map<string, Bucket>()
  const mostUnshared = share ? Math.max(1, Math.floor(burst * sharedPart)) : Number.POSITIVE_INFINITY
  let sweptAt = now()

  function sweep(at: number) {
    for (const [key, bucket] of buckets)
      if (bucket.tokens + ((at - bucket.at) / 1000) * perSecond >= burst) buckets.delete(key)
    sweptAt = at
  }

  async function shareTaken(subject: string, bucket: Bucket): Promise<void> {
    const taken = bucket.unshared
    bucket.unshared = 0
    bucket.isSharing = true
    const left = await share?.(subject, taken)
    bucket.isSharing = false
    // without an answer the tokens count here, and the next report includes them
    if (left === undefined) bucket.unshared += taken
    else {
      const at = now()
      refill(bucket, at)
      bucket.tokens = Math.min(bucket.tokens, left - bucket.unshared)
    }
  }

  function refill(bucket: Bucket, at: number) {
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
  }

  return asked => {
    const at = now()
    if (at - sweptAt >= (buckets.size < subjects ? sweepMs : sweepFullMs)) sweep(at)
    const subject = buckets.size < subjects || buckets.has(asked) ? asked : 'others'
    const bucket = buckets.get(subject) ?? { tokens: burst, at, unshared: 0, isSharing: false }
    refill(bucket, at)
    buckets.set(subject, bucket)
    if (bucket.tokens < 1) throw new Refusal('TooManyRequests')
    bucket.tokens -= 1
    bucket.unshared += 1
    if (bucket.unshared >= mostUnshared && !bucket.isSharing) void shareTaken(subject, bucket)
  }
}
