/**
 * Journals against what really went out: the journal has it before the relay does, what an exact journal calls open was on the
 * line, and what a relay answered stays answered as long as the sender that heard it lives.
 */
import assert from 'node:assert/strict'
import type { HandOver } from './hand-overs.ts'
import type { Actor } from './schedule.ts'

export interface Records {
  /** The journal says that these numbers are handed over. @param isWhole false: the disk took a part of it, or nothing */
  wrote(by: Actor, token: number, numbers: readonly number[], isWhole: boolean): void
  /** Data of a message goes out. */
  out(handOver: HandOver): void
  /** An exact journal says that this one was handed over, and not what became of it. @param copies of this recipient */
  open(by: Actor, token: number, number: number, copies: readonly HandOver[]): void
  /** It is about to become unknown. @param copies that the last owner of its range handed over */
  lost(copies: readonly HandOver[]): void
}

/** @param turn the number of the event that runs now */
export function createRecords(turn: () => number): Records {
  /** How often each sender wrote down a number, and how often its data went out. */
  const written = new Map<Actor, Map<number, number>>()
  const gone = new Map<Actor, Map<number, number>>()
  /**
   * What was written last about each range, and in which event: its sender may have died in it, before that went out. With
   * CHUNKING several messages are recorded before they are sent together.
   */
  const last = new Map<
    number,
    { readonly turn: number; readonly numbers: readonly number[]; readonly group: readonly number[] }
  >()

  return {
    wrote(by, token, numbers, isWhole) {
      if (numbers.length === 0) return
      const before = last.get(token)
      const together = before?.turn === turn() ? before.group : []
      last.set(token, { turn: turn(), numbers, group: [...together, ...numbers] })
      if (isWhole) for (const number of numbers) count(written, by, number)
    },
    out({ by, number, to }) {
      const times = count(gone, by, number)
      const known = written.get(by)?.get(number) ?? 0
      assert.ok(times <= known, `${to} goes out ${times} times, and the journal of ${by.name} says ${known}`)
    },
    open(by, token, number, copies) {
      const latest = last.get(token)
      if (latest?.numbers.includes(number)) return
      if (latest?.group.includes(number) && by.diedIn === latest.turn) return
      const copy = copies.findLast(one => one.by === by)
      assert.ok(copy?.isOut, `${number} is open in the journal of ${by.name}, and nothing of it went out`)
    },
    lost(copies) {
      const copy = copies.at(-1)
      if (!copy?.reported || copy.outcome?.kind === 'unknown') return
      const { by, outcome, to } = copy
      // one that was held up may have lost its range to another meanwhile
      assert.ok(
        by.isDead || by.wasHeldUp,
        `${to} becomes unknown, and ${by.name}, which lives, got the outcome ${outcome?.kind}`,
      )
    },
  }
}

function count(counts: Map<Actor, Map<number, number>>, by: Actor, number: number): number {
  const own = counts.get(by) ?? new Map<number, number>()
  const times = (own.get(number) ?? 0) + 1
  counts.set(by, own.set(number, times))
  return times
}
