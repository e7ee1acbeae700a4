/** Winners of tests: known values, and how often chance alone makes one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, neededPeople, normal, pValue } from './statistics.ts'

/** mulberry32: the simulations draw the same numbers in each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** People of a number who react with the probability `rate`: the gaps between them are drawn, not each person. */
function draw(people: number, rate: number, next: () => number): number {
  let reacted = 0
  const perStep = Math.log(1 - rate)
  for (let at = Math.floor(Math.log(1 - next()) / perStep); at < people; reacted++)
    at += 1 + Math.floor(Math.log(1 - next()) / perStep)
  return reacted
}

function shareOfWinners(rates: readonly number[], people: number, seed: number, tests = 10_000): number {
  const next = random(seed)
  let winners = 0
  for (let test = 0; test < tests; test++) {
    const variants = rates.map(rate => ({ people, reacted: draw(people, rate, next) }))
    if (judge(variants, people).kind === 'winner') winners++
  }
  return winners / tests
}

test('the normal distribution has its known values', () => {
  for (const [z, expected] of [
    [0, 0.5],
    [1, 0.8413447],
    [1.959964, 0.975],
    [-1.959964, 0.025],
    [3, 0.9986501],
  ] as const)
    assert.ok(Math.abs(normal(z) - expected) < 1e-6, `${z}: ${normal(z)}`)
})

test('two proportions are compared as in textbooks', () => {
  // chi-squared with the correction of Yates: 3.6252
  const p = pValue({ people: 100, reacted: 30 }, { people: 100, reacted: 44 })
  assert.ok(Math.abs(p - 0.0569) < 0.001, `${p}`)
  assert.equal(pValue({ people: 100, reacted: 0 }, { people: 100, reacted: 0 }), 1)
  assert.equal(pValue({ people: 100, reacted: 7 }, { people: 100, reacted: 7 }), 1)
})

test('a difference needs as many people as the textbook says', () => {
  const near = (found: number, expected: number) =>
    assert.ok(Math.abs(found / expected - 1) < 0.03, `${found} instead of about ${expected}`)
  near(neededPeople(0.15, 0.18, 2), 2_470)
  near(neededPeople(0.02, 0.03, 2), 3_920)
  assert.ok(neededPeople(0.02, 0.03, 5) > neededPeople(0.02, 0.03, 3))
  assert.equal(neededPeople(0.03, 0.02, 2), neededPeople(0.02, 0.03, 2))
})

test('ties, 0 of 0 and small samples have no winner', () => {
  const equal = { people: 5000, reacted: 100 }
  assert.deepEqual(judge([equal, equal], 1000), { kind: 'no difference', p: 1 })
  assert.deepEqual(
    judge(
      [
        { people: 5000, reacted: 0 },
        { people: 5000, reacted: 0 },
      ],
      1000,
    ),
    { kind: 'no difference', p: 1 },
  )
  assert.deepEqual(
    judge(
      [
        { people: 0, reacted: 0 },
        { people: 0, reacted: 0 },
      ],
      0,
    ),
    { kind: 'too few', least: 0 },
  )
  const few = judge(
    [
      { people: 50, reacted: 0 },
      { people: 50, reacted: 40 },
    ],
    1000,
  )
  assert.deepEqual(few, { kind: 'too few', least: 50 })
  // the best two are equal: neither wins, however bad the third is
  assert.equal(
    judge(
      [
        { people: 5000, reacted: 400 },
        { people: 5000, reacted: 400 },
        { people: 5000, reacted: 10 },
      ],
      1000,
    ).kind,
    'no difference',
  )
})

test('a large difference has a winner, whichever place it has', () => {
  const [bad, good] = [
    { people: 5000, reacted: 100 },
    { people: 5000, reacted: 200 },
  ]
  for (const place of [0, 1, 2]) {
    const variants = [bad, bad, bad].map((one, index) => (index === place ? good : one))
    const verdict = judge(variants, 1000)
    assert.ok(verdict.kind === 'winner' && verdict.variant === place, JSON.stringify(verdict))
  }
})

for (const { rates, people } of [
  { rates: [0.02, 0.02], people: neededPeople(0.02, 0.03, 2) },
  { rates: [0.15, 0.15], people: neededPeople(0.15, 0.18, 2) },
  { rates: [0.02, 0.02, 0.02], people: neededPeople(0.02, 0.03, 3) },
  { rates: [0.02, 0.02, 0.005], people: neededPeople(0.02, 0.03, 3) },
  { rates: [0.02, 0.02, 0.02, 0.02, 0.02], people: neededPeople(0.02, 0.03, 5) },
])
  test(`10,000 tests without a best variant (${rates.join(', ')}) have at most 5 % winners`, () => {
    const share = shareOfWinners(rates, people, 20261127)
    assert.ok(share <= 0.05, `${share}`)
  })

test('the difference that was hoped for is found in four of five tests', () => {
  const share = shareOfWinners([0.02, 0.03], neededPeople(0.02, 0.03, 2), 7, 4000)
  assert.ok(share >= 0.78 && share <= 0.85, `${share}`)
})
