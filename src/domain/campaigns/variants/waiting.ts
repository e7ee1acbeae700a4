/**
 * How long a test has waited. The wait begins when a mail was tried for each of its people, and anew when a further one is accepted. It runs only while
 * senders look at it and the campaign is being sent: a pause, a hold, and a time without senders stop it.
 */
import type { TestClock } from '../../../store/campaigns/test-progress.ts'

/** Milliseconds between two looks of a sender. */
export const lookEveryMs = 10_000
/** No sender looked for longer than that: the time between is not counted. */
export const longestGapMs = 60_000

export interface Seen {
  /** False while it is paused. */
  readonly runs: boolean
  /** Mails of the campaign that are accepted. */
  readonly accepted: number
  /** Whether a mail was tried for each of the people who are tested. */
  readonly isTried: boolean
}

/** The clock after another look. */
export function advance(clock: TestClock, { runs, accepted, isTried }: Seen, at: Date): TestClock {
  const next = { ...clock, lookedAt: at, accepted }
  if (!isTried || accepted > clock.accepted || !clock.lookedAt) return { ...next, waitedMs: 0 }
  const gap = at.getTime() - clock.lookedAt.getTime()
  const counted = runs && gap > 0 && gap <= longestGapMs ? gap : 0
  return { ...next, waitedMs: clock.waitedMs + counted }
}
