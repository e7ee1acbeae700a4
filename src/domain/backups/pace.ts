/** Reads at a steady pace, so that PostgreSQL, which no priority of ours slows down, has time for the service in between. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Octets between two looks at the clock: some milliseconds of PostgreSQL's work. */
const grainBytes = 2 ** 18
/** Milliseconds of delay that are caught up with; a longer one is not followed by a burst. */
const mostBehind = 50

export interface Clock {
  /** Milliseconds. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

const ofMachine: Clock = { now: () => performance.now(), sleep }

export type Pace = (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>

/** @returns gives on all that it is given, one after the other, at this pace together */
export function paceOf(bytesPerSecond: number, { now, sleep }: Clock = ofMachine): Pace {
  let due = now()
  let since = 0
  return async function* (pieces) {
    for await (const piece of pieces) {
      yield piece
      since += piece.length
      if (since < grainBytes) continue
      due = Math.max(due + (since / bytesPerSecond) * 1_000, now() - mostBehind)
      since = 0
      // timers are late by up to a millisecond; what is slept too long is made up for
      if (due - now() >= 1) await sleep(due - now())
    }
  }
}
