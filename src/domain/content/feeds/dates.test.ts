import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeedDate } from './dates.ts'

const nine = '2026-03-20T09:30:00.000Z'
const day = '2026-03-20T00:00:00.000Z'

const cases: readonly (readonly [string, string | undefined])[] = [
  ['Fri, 20 Mar 2026 09:30:00 +0000', nine],
  ['Fri, 20 Mar 2026 09:30:00 GMT', nine],
  ['Fri, 20 Mar 2026 05:30:00 EDT', nine],
  ['20 Mar 2026 09:30 UT', nine],
  ['Fri, 20 Mar 26 10:30:00 +01:00', nine],
  ['Friday, 20-Mar-26 09:30:00 GMT', nine],
  ['Fri, 20 March 2026 09:30:00 Z', nine],
  ['Fri, 20 Mar 2026 09:30:00 GMT (UTC)', nine],
  ['Fri,  20  Mar  2026\n 09:30:00 +0000', nine],
  ['20 Mar 2026', day],
  ['2026-03-20T09:30:00Z', nine],
  ['2026-03-20T10:30:00.123456+01:00', nine],
  ['2026-03-20T10:30:00+0100', nine],
  ['2026-03-20T09:30Z', nine],
  ['2026-03-20 09:30:00', nine],
  ['2026-03-20 09:30:00 UTC', nine],
  ['20260320T093000Z', nine],
  ['2026-03-20', day],
  ['2026-03', '2026-03-01T00:00:00.000Z'],
  ['Fri Mar 20 09:30:00 2026', nine],
  ['Fri Mar 20 09:30:00 UTC 2026', nine],
  ['March 20, 2026', day],
  ['March 20, 2026 09:30', nine],
  ['2026/03/20 09:30:00', nine],
  ['1773999000', nine],
  ['', undefined],
  ['yesterday', undefined],
  ['30 Feb 2026 09:30:00 GMT', undefined],
  ['2026-13-01', undefined],
  ['20 Mrz 2026', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['x'.repeat(100_000), undefined],
]

for (const [text, expected] of cases) {
  test(`the date ${JSON.stringify(text.slice(0, 50))} is ${expected ?? 'none'}`, () => {
    assert.equal(readFeedDate(text)?.slice(0, 19), expected?.slice(0, 19))
  })
}
