/** The longest of many waits in the recent past, for metrics that are read now and then: constant memory and time for each wait. */

export interface LongestWait {
  /** A wait begins. @returns ends it; again does nothing */
  begin(): () => void
  /** Milliseconds of the longest wait that lasts, or ended in this or the last half minute. */
  ms(): number
}

const spanMs = 30_000

/** @param now milliseconds that never jump */
export function longestWait(now: () => number = () => performance.now()): LongestWait {
  const lasting = new Set<{ readonly since: number }>()
  let span = 0
  let longest = 0
  let longestBefore = 0

  function turn(at: number) {
    const present = Math.floor(at / spanMs)
    if (present === span) return
    longestBefore = present === span + 1 ? longest : 0
    longest = 0
    span = present
  }

  return {
    begin() {
      const wait = { since: now() }
      lasting.add(wait)
      return () => {
        if (!lasting.delete(wait)) return
        const at = now()
        turn(at)
        longest = Math.max(longest, at - wait.since)
      }
    },
    ms() {
      const at = now()
      turn(at)
      // waits are in the order of their beginning
      const [oldest] = lasting
      return Math.max(longest, longestBefore, oldest ? at - oldest.since : 0)
    },
  }
}
