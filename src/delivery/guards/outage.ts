/** Pauses sending for a while when no relay can be reached. */
import { holdTimeMs } from '../retry.ts'

/** Whether sending is paused because no relay can be reached. */
export interface Outage {
  /** Until when nothing is tried; undefined when all is well. */
  heldUntil(now: Date): Date | undefined
  failed(now: Date): Date
  over(): void
}

export function createOutage(): Outage {
  let failures = 0
  let until = 0
  return {
    heldUntil: at => (at.getTime() < until ? new Date(until) : undefined),
    failed(at) {
      // what was under way together fails together, and counts once
      if (at.getTime() >= until) {
        failures++
        until = at.getTime() + holdTimeMs(failures)
      }
      return new Date(until)
    },
    over() {
      failures = 0
      until = 0
    },
  }
}
