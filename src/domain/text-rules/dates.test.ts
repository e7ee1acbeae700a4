import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLocalTime } from './dates.ts'

const dates: readonly [text: string | null, local: string | undefined][] = [
  ['2010-06-01 13:37:59', '2010-06-01 13:37:59'],
  ['2000-01-01', '2000-01-01 00:00:00'],
  [' 2010-06-01 00:00:00\n', '2010-06-01 00:00:00'],
  ['2024-02-29', '2024-02-29 00:00:00'],
  ['2000-02-29', '2000-02-29 00:00:00'],
  ['1753-01-01', '1753-01-01 00:00:00'],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  [null, undefined],
  ['', undefined],
  ['   ', undefined],
  ['yesterday', undefined],
  ['Immediately', undefined],
  ['1752-12-31', undefined],
  ['0000-00-00', undefined],
  ['10000-01-01', undefined],
  ['2023-02-29', undefined],
  ['1900-02-29', undefined],
  ['2010-04-31', undefined],
  ['2010-13-01', undefined],
  ['2010-00-10', undefined],
  ['2010-01-00', undefined],
  ['2010-01-01 24:00:00', undefined],
  ['2010-01-01 23:60:00', undefined],
  ['2010-01-01 23:59:60', undefined],
  ['2010-01-01 10:00', undefined],
  ['2010-1-1', undefined],
  ['01/06/2010', undefined],
  ['2010-01-01T10:00:00', undefined],
  ['2010-01-01 10:00:00+02', undefined],
  ['2010-01-01  10:00:00', undefined],
  ['٢٠١٠-01-01', undefined],
  ['2010-01-01\0', undefined],
  ["2010-01-01'; drop table lists; --", undefined],
  [`2010-01-01${' '.repeat(60_000)}x`, undefined],
]

for (const [text, local] of dates) {
  test(`${JSON.stringify(text)?.slice(0, 60)} is ${local ?? 'no date'}`, () => {
    assert.equal(parseLocalTime(text), local)
  })
}
