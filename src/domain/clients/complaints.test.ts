import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ComplaintLimits, type Level, levelOf, reasonOf, shareText } from './complaints.ts'

const usual: ComplaintLimits = { warn: 0.1, hold: 0.3 }

const levels: readonly (readonly [
  name: string,
  complaints: number,
  mails: number,
  limits: ComplaintLimits,
  expected: Level,
])[] = [
  ['nothing', 0, 0, usual, undefined],
  ['one complaint among a hundred is chance', 1, 100, usual, undefined],
  ['four are too', 4, 4, usual, undefined],
  ['five among many mails are few', 5, 100_000, usual, undefined],
  ['at the first limit is not above it', 10, 10_000, usual, undefined],
  ['above the first', 11, 10_000, usual, 'warning'],
  ['at the second', 30, 10_000, usual, 'warning'],
  ['above the second', 31, 10_000, usual, 'hold'],
  ['five among a hundred', 5, 100, usual, 'hold'],
  ['reports that come before the counters know of the mails', 5, 0, usual, 'hold'],
  ['no holding', 31, 10_000, { warn: 0.1, hold: 0 }, 'warning'],
  ['no warning', 11, 10_000, { warn: 0, hold: 0.3 }, undefined],
  ['no warning, but a hold', 31, 10_000, { warn: 0, hold: 0.3 }, 'hold'],
  ['nothing is done at all', 100, 100, { warn: 0, hold: 0 }, undefined],
  ['the limits the wrong way round', 31, 10_000, { warn: 5, hold: 0.3 }, 'hold'],
]
for (const [name, complaints, mails, limits, expected] of levels)
  test(`${name}: ${complaints} of ${mails}`, () => {
    assert.equal(levelOf({ complaints, mails }, limits), expected)
  })

test('a share is shown with two digits, and never rounded up', () => {
  assert.equal(shareText({ complaints: 0, mails: 0 }), '0 %')
  assert.equal(shareText({ complaints: 3, mails: 1001 }), '0.29 %')
  assert.equal(shareText({ complaints: 41, mails: 10_000 }), '0.41 %')
  assert.equal(shareText({ complaints: 5, mails: 0 }), '100.00 %')
  assert.equal(reasonOf({ complaints: 41, mails: 10_000 }), 'complaints 0.41 %: 41 of 10000 mails')
})
