import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDate } from './dates.ts'

for (const [text, order, expected] of [
  ['2024-02-29', 'ymd', '2024-02-29 00:00:00'],
  ['2023-02-29', 'ymd', undefined],
  ['2020-01-01T10:00:00Z', 'ymd', '2020-01-01 10:00:00+00'],
  ['2020-01-01T10:00:00.123+14:00', 'ymd', '2020-01-01 10:00:00+14:00'],
  ['2020-01-01 10:00 -0330', 'ymd', '2020-01-01 10:00:00-0330'],
  // PostgreSQL takes no such offset, and one of them would end a COPY
  ['2020-01-01T10:00:00+16:00', 'ymd', undefined],
  ['2020-01-01T10:00:00-99:99', 'ymd', undefined],
  ['2020-01-01T10:00:00+05:75', 'ymd', undefined],
  ['03/04/2021', 'dmy', '2021-04-03 00:00:00'],
  ['03/04/2021', 'mdy', '2021-03-04 00:00:00'],
  ['1989-12-31', 'ymd', undefined],
  ['1577836800', 'unix', '2020-01-01 00:00:00+00'],
  ['infinity', 'ymd', undefined],
] as const) {
  test(`${text} as ${order} is ${expected ?? 'no date'}`, () => assert.equal(parseDate(text, order), expected))
}
