import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/harness/effort.ts'
import { type CampaignOptOut, machineLike } from './scanner-opt-outs.ts'

const noon = Date.UTC(2026, 2, 21, 12)
const at = (seconds: number) => new Date(noon + seconds * 1000)
const one = (seconds: number, more: Partial<CampaignOptOut> = {}): CampaignOptOut => ({
  at: at(seconds),
  by: 'page',
  network: '192.0.2.0',
  agent: 'Mozilla/5.0',
  linksFollowed: 0,
  ...more,
})
const many = (seconds: readonly number[], more: Partial<CampaignOptOut> = {}) =>
  seconds.map(second => one(second, more))
const range = (count: number, apart: number) => Array.from({ length: count }, (_, n) => n * apart)
/** Reasons in order of the opt-outs, '' for who looks like a person. */
const reasons = (optOuts: readonly CampaignOptOut[], links = 5) => {
  const found = new Map(machineLike(optOuts, links).map(({ optOut, reason }) => [optOut, reason as string]))
  return optOuts.map(optOut => found.get(optOut) ?? '')
}
const all = (count: number, reason: string) => Array.from({ length: count }, () => reason)

const cases: readonly (readonly [
  name: string,
  optOuts: readonly CampaignOptOut[],
  expected: readonly string[],
  links?: number,
])[] = [
  ['no person', [], []],
  ['one person', [one(0)], ['']],
  ['five from one network and agent within ten seconds', many(range(5, 2.5)), all(5, 'Burst')],
  ['four of them', many(range(4, 1)), all(4, '')],
  ['five in eleven seconds', many([0, 2, 4, 6, 11]), all(5, '')],
  ['a burst with people before and after', many([-60, 0, 1, 2, 3, 4, 70]), ['', ...all(5, 'Burst'), '']],
  ['a burst that goes on and on', many(range(50, 2)), all(50, 'Burst')],
  ['a burst given in any order', many([4, 0, 3, 1, 2]), all(5, 'Burst')],
  ['the same moment', many([0, 0, 0, 0, 0]), all(5, 'Burst')],
  ['five networks', range(5, 1).map(n => one(n, { network: `192.0.${n}.0` })), all(5, '')],
  ['five agents', range(5, 1).map(n => one(n, { agent: `Mozilla/${n}` })), all(5, '')],
  ['five of which no network is kept', many(range(5, 1), { network: '' }), all(5, '')],
  ['five by mail', many(range(5, 1), { by: 'mail' }), all(5, '')],
  ['five through a program', many(range(5, 1), { by: 'api' }), all(5, '')],
  ['one-clicks of nineteen people of one provider', many(range(19, 0.5), { by: 'one-click' }), all(19, '')],
  ['twenty one-clicks within ten seconds', many(range(20, 0.5), { by: 'one-click' }), all(20, 'Burst')],
  [
    'four by the page and sixteen one-clicks',
    [...many(range(4, 1)), ...many(range(16, 0.5), { by: 'one-click' })],
    all(20, ''),
  ],
  ['three links followed at once', [one(0, { linksFollowed: 3 })], ['EveryLink']],
  ['two of five links', [one(0, { linksFollowed: 2 })], ['']],
  ['both of two links', [one(0, { linksFollowed: 2 })], ['EveryLink'], 2],
  ['the only link: a person may', [one(0, { linksFollowed: 1 })], [''], 1],
  ['no links at all', [one(0)], [''], 0],
  ['links followed by who wrote a mail', [one(0, { linksFollowed: 5, by: 'mail' })], ['']],
  ['both: the links say more', many(range(5, 1), { linksFollowed: 5 }), all(5, 'EveryLink')],
]
for (const [name, optOuts, expected, links] of cases)
  test(`${name}: ${[...new Set(expected)].map(reason => reason || 'people').join(' and ')}`, () => {
    assert.deepEqual(reasons(optOuts, links), expected)
  })

test('the reason says what was seen', () => {
  assert.equal(
    machineLike(many(range(6, 1)), 5)[0]!.detail,
    '6 recipients left within 10 seconds from 192.0.2.0 with the same agent.',
  )
  assert.equal(
    machineLike([one(0, { linksFollowed: 4 })], 5)[0]!.detail,
    '4 of 5 links were followed within 10 seconds of it.',
  )
})

test('a hundred thousand opt-outs are looked through at once, and each has company that proves its burst', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600 }), { maxLength: 200 }), seconds => {
      const optOuts = many(seconds)
      const found = new Set(machineLike(optOuts, 5).map(({ optOut }) => optOut))
      for (const optOut of optOuts) {
        // by the definition: some window of ten seconds that holds it holds five
        const near = seconds
          .filter(other => Math.abs(noon + other * 1000 - optOut.at.getTime()) <= 10_000)
          .sort((a, b) => a - b)
        const proved = near.some((first, n) => {
          const within = near.slice(n).filter(other => other - first <= 10)
          return within.length >= 5 && within.some(other => noon + other * 1000 === optOut.at.getTime())
        })
        assert.equal(found.has(optOut), proved)
      }
    }),
    { numRuns: runs(200, 5_000) },
  )
  assert.equal(machineLike(many(range(100_000, 0.01)), 5).length, 100_000)
})
