/**
 * A token bucket per caller, in memory; processes that share a limit tell each other through the database what they granted
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

/** Tells the other processes that this one took so many tokens of a subject's bucket. @returns what all have left of it; undefined where that is not known */
export type TellOthers = (subject: string, tokens: number) => Promise<number | undefined>

interface Bucket {
  tokens: number
  at: number
  /** Taken, and not told yet. */
  untold: number
  isTelling: boolean
}

/** Subjects with a bucket of their own (some 20 MB); beyond, new ones share one, so that a caller gains nothing by using many. */
const mostSubjects = 100_000
const sweepMs = 60_000
/** Sweeping a full table costs some milliseconds. */
const sweepFullMs = 1_000
/** The part of a bucket that a process takes before it tells: callers that take little cost no statement. */
const toldPart = 1 / 8

/**
 * @param now milliseconds, monotonic
 * @param tell where the limit is shared
 */
export function rateLimit(
  { perSecond, burst, subjects = mostSubjects }: Rate,
  { now = () => performance.now(), tell }: { readonly now?: () => number; readonly tell?: TellOthers | undefined } = {},
): RateLimit {
  const buckets = new Map<string, Bucket>()
  const mostUntold = tell ? Math.max(1, Math.floor(burst * toldPart)) : Number.POSITIVE_INFINITY
  let sweptAt = now()

  function sweep(at: number) {
    for (const [key, bucket] of buckets)
      if (bucket.tokens + ((at - bucket.at) / 1000) * perSecond >= burst) buckets.delete(key)
    sweptAt = at
  }

  async function tellOf(subject: string, bucket: Bucket): Promise<void> {
    const told = bucket.untold
    bucket.untold = 0
    bucket.isTelling = true
    const left = await tell?.(subject, told)
    bucket.isTelling = false
    // without an answer what is here counts, and the next time tells of both
    if (left === undefined) bucket.untold += told
    else {
      const at = now()
      refill(bucket, at)
      bucket.tokens = Math.min(bucket.tokens, left - bucket.untold)
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
    const bucket = buckets.get(subject) ?? { tokens: burst, at, untold: 0, isTelling: false }
    refill(bucket, at)
    buckets.set(subject, bucket)
    if (bucket.tokens < 1) throw new Refusal('TooManyRequests')
    bucket.tokens -= 1
    bucket.untold += 1
    if (bucket.untold >= mostUntold && !bucket.isTelling) void tellOf(subject, bucket)
  }
}
