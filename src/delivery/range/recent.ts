/**
 * How much was going on lately, without remembering each: two half windows, in the memory of one process, since it is asked
 * for every message. What must be exact or shared is counted by `store/limits/occurrences.ts`.
 */

export interface Recent {
  count(at: number): void
  seen(at: number): number
}

export function createRecentCount(ms = 200): Recent {
  let bucket = 0
  let current = 0
  let before = 0
  const turn = (at: number) => {
    const now = Math.floor((at * 2) / ms)
    if (now === bucket) return
    before = now === bucket + 1 ? current : 0
    current = 0
    bucket = now
  }
  return {
    count(at: number) {
      turn(at)
      current++
    },
    seen(at: number) {
      turn(at)
      return before + current
    },
  }
}
