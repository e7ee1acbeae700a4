/** How a process ends: in the reverse of the order in which it started. */
import type { Work } from './pausing.ts'

export interface Shutdown {
  /** What works go on with: closed after all of them have ended, what was opened last first. */
  opened(close: () => void | Promise<void>): void
  /** Works end side by side, so that each has all of the grace period. */
  began(work: Work): void
  /** Ends at once what has no end of its own; asked for when the grace is over. */
  onOverdue(cutOff: () => Promise<void>): void
  /** @param graceMs how long works may go on with what is under way */
  run(graceMs: number): Promise<void>
}

/** Nothing has been opened yet. */
export function createShutdown(): Shutdown {
  const works: Work[] = []
  const closings: (() => void | Promise<void>)[] = []
  const overdue: (() => Promise<void>)[] = []
  return {
    opened: close => void closings.push(close),
    began: work => void works.push(work),
    onOverdue: cutOff => void overdue.push(cutOff),
    async run(graceMs) {
      const cut = setTimeout(() => overdue.forEach(cutOff => void cutOff()), graceMs)
      await Promise.all(works.map(work => work.stop(graceMs)))
      clearTimeout(cut)
      for (const close of closings.reverse()) await close()
    },
  }
}
