/**
 * How much the tests try. `npm test` takes minutes; `npm run test:long` sets TEST_LONG=1 and takes hours: more seeds, longer
 * fuzzing, full matrices, large worlds. `npm run test:near` sets TEST_NEAR=1 and tries a tenth. This file alone reads these variables; a
 * test asks `effort`.
 */
import { channel } from 'node:diagnostics_channel'

const isLong = process.env.TEST_LONG === '1'
const isNear = process.env.TEST_NEAR === '1'

/** @returns what a test does in `npm test`, or the greater one of the long run */
export function effort(usual: number, long: number): number {
  return isLong ? long : usual
}

/** @returns how many cases a property test tries: a tenth of the usual ones near a change */
export function runs(usual: number, long: number): number {
  return isNear ? Math.ceil(usual / 10) : effort(usual, long)
}

/**
 * Some of many cases, beginning at another one with each turn, so that each case comes up in some turn; the long run has all of them in every
 * turn. For matrices whose rows the program answers by the same code.
 * @param count how many `npm test` takes in a turn
 */
export function someOf<Case>(cases: readonly Case[], count: number, turn: number): readonly Case[] {
  if (isLong || count >= cases.length) return cases
  return Array.from({ length: count }, (_, n) => cases[(turn * count + n) % cases.length]!)
}

/** Random trees of segments and the people they are judged on. TREES, PEOPLE, WORLDS and FIRST_SEED ask for other numbers. */
export const segmentsTried = {
  trees: Number(process.env.TREES ?? runs(120, 10_000)),
  people: Number(process.env.PEOPLE ?? runs(100, 1_000)),
  worlds: Number(process.env.WORLDS ?? effort(2, 10)),
  firstSeed: Number(process.env.FIRST_SEED ?? 1),
}

/** Seeds of the simulation. SEEDS asks for another number. */
export const simulatedSeeds = Number(process.env.SEEDS ?? effort(100, 10_000))

/** A seed takes 0.2 s on two quiet cores, and seven times as long on a slow machine. */
const seedMs = 1_500

/** The simulation is given this long, in milliseconds. */
export const simulationLimitMs = 600_000 + simulatedSeeds * seedMs

/** A test that runs longer, in milliseconds, hangs; those that may take longer on a machine seven times slower call `mayTake`. */
export const testLimitMs = Number(process.env.TEST_LIMIT_MS ?? effort(360_000, 3_600_000))

/** What a file may need after its tests, in milliseconds: hooks that close pools and remove folders take a second, or seven. */
export const closingLimitMs = Math.min(45_000, testLimitMs)

/** The last resort for a file, in milliseconds: it is killed even when it computes without end. */
export const fileLimitMs = Math.max(effort(900_000, 4 * 3_600_000), simulationLimitMs + testLimitMs)

/** Of `mayTake` to `ends.ts`: a channel, because the preloaded module is another instance than what a test imports. */
export const moreTime = channel('lettershop.test.more-time')

/** A test that takes longer by design than `testLimitMs` calls this when it begins. @param ms from now on */
export function mayTake(ms: number): void {
  moreTime.publish(ms)
}
