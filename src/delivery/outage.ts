/** When no relay can be reached, nobody is handed over for a while. */
import { holdMs } from './retry.ts'

/** While no relay can be reached, nobody is handed over. */
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
        until = at.getTime() + holdMs(failures)
      }
      return new Date(until)
    },
    over() {
      failures = 0
      until = 0
    },
  }
}
