/**
 * The clock of this machine, held against two counts of time that no change of the clock changes. What senders do because its time has
 * come, they do by this one: a clock that leaps by days makes nothing due (docs/decisions/operator-safety.md#a-clock-that-leaps-makes-nothing-due).
 */
import { type ClockReading, clockLeap, tolerance } from './judgement.ts'

export interface SteadyClock {
  /** The system's time; after a jump of the clock, the time without the jump. */
  now(): Date
  /** @returns a sentence while the clock differs from the time that has passed */
  leap(): string | undefined
  /** From now on the clock is right. */
  accept(): void
}

export interface SteadyClockParts {
  readonly wall: () => Date
  /** Milliseconds. Cheap; where the machine sleeps it may stand still. */
  readonly elapsed: () => number
  /** Seconds, sleep included. Dear, so it is asked where the other two disagree. */
  readonly uptime: () => number
}

export function createSteadyClock({ wall, elapsed, uptime }: SteadyClockParts): SteadyClock {
  const read = () => ({ at: wall(), uptime: uptime(), elapsed: elapsed() })
  let right = read()

  /** @returns the reading in full where the clock differs by more than the tolerance, after sleep too */
  function suspicious(at: Date): ClockReading | undefined {
    const off = at.getTime() - right.at.getTime() - (elapsed() - right.elapsed)
    return Math.abs(off) > tolerance ? { at, uptime: uptime() } : undefined
  }

  return {
    now() {
      const at = wall()
      const reading = suspicious(at)
      if (!reading) return at
      if (clockLeap(right, reading) !== undefined)
        return new Date(right.at.getTime() + (reading.uptime - right.uptime) * 1000)
      right = read() // it slept
      return at
    },
    leap() {
      const reading = read()
      const found = clockLeap(right, reading)
      // a clock that is slowly set right is no leap
      if (found === undefined) right = reading
      return found
    },
    accept() {
      right = read()
    },
  }
}
