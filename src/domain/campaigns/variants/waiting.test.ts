import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from './waiting.ts'

const start = Date.parse('2030-11-25T12:00:00Z')
const fresh = { waitedMs: 0, lookedAt: null, accepted: 0, rest: 10 }
const all = { runs: true, accepted: 5, isTried: true }

/** Looks at these seconds. */
function waited(...looks: readonly (readonly [second: number, seen?: Partial<typeof all>])[]): number {
  let clock: Parameters<typeof advance>[0] = fresh
  for (const [second, seen] of looks) clock = advance(clock, { ...all, ...seen }, new Date(start + second * 1000))
  return clock.waitedMs / 1000
}

test('the wait runs from the look that found the last mail accepted', () => {
  assert.equal(waited([0], [10], [20]), 20)
  assert.equal(waited([0, { accepted: 3, isTried: false }], [10, { accepted: 4, isTried: false }], [20], [30]), 10)
})

test('a mail that is accepted later begins it anew', () => {
  assert.equal(waited([0], [10], [20, { accepted: 6 }], [30, { accepted: 6 }]), 10)
})

test('a pause stops it, and it goes on where it was', () => {
  assert.equal(waited([0], [10], [20, { runs: false }], [30, { runs: false }], [40], [50]), 30)
})

test('a time in which no sender looked is not counted', () => {
  assert.equal(waited([0], [10], [3600], [3610]), 20)
  assert.equal(waited([0], [10], [5], [15]), 20)
})

test('it waits also where no mail was accepted', () => {
  assert.equal(waited([0, { accepted: 0 }], [10, { accepted: 0 }]), 10)
})
