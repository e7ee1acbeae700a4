import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DateOrder, ordersOf, parseDate } from './dates.ts'

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
  ['2020-01-01 25:00', 'ymd', undefined],
  ['03/04/2021', 'dmy', '2021-04-03 00:00:00'],
  ['03/04/2021', 'mdy', '2021-03-04 00:00:00'],
  ['1577836800', 'unix', '2020-01-01 00:00:00+00'],
  ['1577836800000', 'unix', '2020-01-01 00:00:00+00'],
  ['2348012345678', 'unix', undefined],
  ['20200101T100000Z', 'dmy', '2020-01-01 10:00:00+00'],
  ['20200101T100000', 'dmy', '2020-01-01 10:00:00'],
  ['ven. 28/11/2025', 'dmy', '2025-11-28 00:00:00'],
  ['Friday, 11/28/2025 2:30 PM', 'mdy', '2025-11-28 14:30:00'],
  ['Room 28/11/2025', 'dmy', undefined],
  ['28-NOV-2025 02.30.05 PM', 'ymd', '2025-11-28 14:30:05'],
  ['٢٨/١١/٢٠٢٥', 'dmy', '2025-11-28 00:00:00'],
  ['۲۰۲۵-۱۱-۲۸', 'dmy', '2025-11-28 00:00:00'],
  // Windows puts marks of direction between the parts
  ['\u200e11/\u200e28/\u200e2025', 'mdy', '2025-11-28 00:00:00'],
  ['infinity', 'ymd', undefined],
  // years before 1990 are birthdays
  ['24.07.1980', 'dmy', '1980-07-24 00:00:00'],
  ['24. 7. 1980', 'dmy', '1980-07-24 00:00:00'],
  ['24.7.1980.', 'dmy', '1980-07-24 00:00:00'],
  ['1980. 7. 24.', 'ymd', '1980-07-24 00:00:00'],
  ['25.01.2024 14:30', 'dmy', '2024-01-25 14:30:00'],
  ['25.01.2024, 14.30 Uhr', 'dmy', '2024-01-25 14:30:00'],
  ['25/01/2024 14h30', 'dmy', '2024-01-25 14:30:00'],
  ['1/5/2024 2:30 PM', 'mdy', '2024-01-05 14:30:00'],
  ['1/5/2024 12:05 a.m.', 'mdy', '2024-01-05 00:05:00'],
  ['2024/01/25', 'ymd', '2024-01-25 00:00:00'],
  ['19800724', 'ymd', '1980-07-24 00:00:00'],
  ['Jan 5, 2024', 'dmy', '2024-01-05 00:00:00'],
  ['January 5th, 2024', 'ymd', '2024-01-05 00:00:00'],
  ['5 janv. 2024', 'ymd', '2024-01-05 00:00:00'],
  ['1er août 2023', 'ymd', '2023-08-01 00:00:00'],
  ['5. März 2024', 'mdy', '2024-03-05 00:00:00'],
  ['5 de enero de 2024', 'ymd', '2024-01-05 00:00:00'],
  ['5 de março de 2024', 'ymd', '2024-03-05 00:00:00'],
  ['05 Oca 2024', 'ymd', '2024-01-05 00:00:00'],
  ['5 stycznia 2024', 'ymd', '2024-01-05 00:00:00'],
  ['5 января 2024 г.', 'ymd', '2024-01-05 00:00:00'],
  ['5 januari 2024', 'ymd', '2024-01-05 00:00:00'],
  ['Fri, 05 Jan 2024 14:30:00 +0100', 'ymd', '2024-01-05 14:30:00+0100'],
  ['Fri Jan 05 14:30:00 2024', 'ymd', '2024-01-05 14:30:00'],
  ['2024年1月5日', 'dmy', '2024-01-05 00:00:00'],
  ['2024년 1월 5일', 'dmy', '2024-01-05 00:00:00'],
  // Croatian October and Polish November have one name
  ['5 listopad 2024', 'dmy', undefined],
  ['May', 'dmy', undefined],
  ['Room 5, 2024', 'dmy', undefined],
  ['March 5', 'mdy', undefined],
  // two digits of a year
  ['24/07/80', 'dmy', undefined],
  ['24/07/80', 'dmy2', '1980-07-24 00:00:00'],
  ['24/07/24', 'dmy2', '2024-07-24 00:00:00'],
  ['24/07/27', 'dmy2', '1927-07-24 00:00:00'],
  ['24/07/1980', 'dmy2', '1980-07-24 00:00:00'],
  ['80-07-24', 'ymd2', '1980-07-24 00:00:00'],
  ['5-Jan-24', 'dmy2', '2024-01-05 00:00:00'],
  ['5-Jan-24', 'mdy2', undefined],
  ['Jan 5, 24', 'mdy2', '2024-01-05 00:00:00'],
  // days as spreadsheets count them
  ['29426', 'serial', '1980-07-24 00:00:00'],
  ['45292.5', 'serial', '2024-01-01 12:00:00'],
  ['1980', 'serial', undefined],
  ['29426', 'ymd', undefined],
] as const) {
  test(`${text} as ${order} is ${expected ?? 'no date'}`, () => assert.equal(parseDate(text, order, 2026), expected))
}

const orders = (...names: DateOrder[]) => names
for (const [text, expected] of [
  ['24.07.1980', orders('dmy', 'dmy2')],
  ['03/04/2021', orders('dmy', 'mdy', 'dmy2', 'mdy2')],
  ['01/02/03', orders('ymd2', 'dmy2', 'mdy2')],
  ['24/07/80', orders('dmy2')],
  ['45292', orders('serial')],
  ['Anna 1', orders()],
  ['01234', orders()],
] as const)
  test(`${text} is a date in the orders ${expected.join(', ')}`, () => assert.deepEqual(ordersOf(text), expected))
