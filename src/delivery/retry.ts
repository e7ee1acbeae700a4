/**
 * When a deferred message is tried again. Pure: the caller passes the time.
 * See docs/decisions/relays-and-limits.md#deferred-messages-are-retried-for-two-days.
 */

const minute = 60_000
const hour = 60 * minute

/** After the first attempt, the second, … and the last of these from then on: kind to greylisting, patient with outages. */
const delays = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
/** Both must have passed before we give up, so neither a pause nor a relay that was down uses a recipient's chances up. */
const fewestAttempts = 12
const longest = 48 * hour

export interface Tried {
  /** Attempts made, from 1. */
  readonly attempt: number
  /** When the campaign started. */
  readonly startedAt: Date
  readonly now: Date
}

/** @returns when to try again, or undefined to give up */
export function retryAt({ attempt, startedAt, now }: Tried): Date | undefined {
  if (attempt >= fewestAttempts && now.getTime() - startedAt.getTime() >= longest) return undefined
  return new Date(now.getTime() + delays[Math.min(attempt, delays.length) - 1]!)
}

/** How long senders wait while no relay can be reached: one second, doubling to one minute. @param failures in a row, from 1 */
export function holdTimeMs(failures: number): number {
  return Math.min(1000 * 2 ** Math.min(failures - 1, 6), minute)
}
