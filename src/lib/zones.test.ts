import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOpen, type Hours, instantOf, isOpen, nextClosing, nextOpening } from './zones.ts'

const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
const written = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const locals: readonly (readonly [local: string, zone: string, utc: string])[] = [
  ['2026-07-01 10:00:00', 'Europe/Berlin', '2026-07-01 08:00'],
  ['2026-01-01 10:00:00', 'America/New_York', '2026-01-01 15:00'],
  ['2026-01-01 10:00:00', 'Pacific/Kiritimati', '2025-12-31 20:00'],
  ['2026-01-01 10:00:00', 'Asia/Kathmandu', '2026-01-01 04:15'],
  ['2026-01-01 10:00:00', '+05:30', '2026-01-01 04:30'],
  ['2026-01-01 10:00:00', '-12:00', '2026-01-01 22:00'],
  ['2028-02-29 10:00:00', 'Europe/Berlin', '2028-02-29 09:00'],
  // clocks go forward: 02:30 does not exist and lies as long after the change as it claims to be
  ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29 01:30'],
  ['2026-03-29 01:59:00', 'Europe/Berlin', '2026-03-29 00:59'],
  ['2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29 01:00'],
  ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08 07:30'],
  ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-03 15:45'],
  // clocks go back: of two the second
  ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25 01:30'],
  ['2026-10-25 01:59:00', 'Europe/Berlin', '2026-10-24 23:59'],
  ['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25 02:00'],
  ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01 06:30'],
  ['2026-04-05 01:45:00', 'Australia/Lord_Howe', '2026-04-04 15:15'],
]

for (const [local, zone, expected] of locals)
  test(`${local} in ${zone} is ${expected} in UTC`, () => assert.equal(written(instantOf(local, zone)), expected))

test('an unknown zone is an error', () =>
  assert.throws(() => instantOf('2026-01-01 10:00:00', 'Mars/Base'), RangeError))

const every = [1, 2, 3, 4, 5, 6, 7]
const workdays: Hours = { from: 9 * 60, until: 17 * 60, days: [1, 2, 3, 4, 5] }
const nights: Hours = { from: 22 * 60, until: 6 * 60, days: [5] }

test('hours are open from the first minute to before the last, on their days', () => {
  const open = (text: string) => isOpen(workdays, 'Europe/Berlin', utc(text))
  // 2026-11-27 is a Friday
  assert.deepEqual(
    ['2026-11-27 07:59', '2026-11-27 08:00', '2026-11-27 15:59', '2026-11-27 16:00', '2026-11-28 10:00'].map(open),
    [false, true, true, false, false],
  )
})

test('hours over midnight belong to the day on which they begin', () => {
  const open = (text: string) => isOpen(nights, '+00:00', utc(text))
  assert.deepEqual(
    ['2026-11-27 05:00', '2026-11-27 22:00', '2026-11-28 05:59', '2026-11-28 06:00', '2026-11-28 23:00'].map(open),
    [false, true, true, false, false],
  )
})

test('the next opening is now, later today, or after the weekend', () => {
  const opening = (text: string) => written(nextOpening(workdays, 'Europe/Berlin', utc(text)))
  assert.equal(opening('2026-11-27 09:07'), '2026-11-27 09:07')
  assert.equal(opening('2026-11-27 03:07'), '2026-11-27 08:00')
  assert.equal(opening('2026-11-27 16:00'), '2026-11-30 08:00')
})

test('hours that the clocks skip open on the next day that has them, and hours that come twice are open twice', () => {
  const hours = { from: 120, until: 180, days: every }
  assert.equal(written(nextOpening(hours, 'Europe/Berlin', utc('2026-03-29 00:30'))), '2026-03-30 00:00')
  assert.equal(written(nextOpening(hours, 'Europe/Berlin', utc('2026-10-24 23:30'))), '2026-10-25 00:00')
  assert.equal(written(nextClosing(hours, 'Europe/Berlin', utc('2026-10-25 00:00'))), '2026-10-25 02:00')
})

test('hours of all day never close', () =>
  assert.equal(nextClosing({ from: 0, until: 0, days: every }, 'Europe/Berlin', utc('2026-11-27 09:00')), Infinity))

test('open time is counted over closed hours', () => {
  const after = (text: string, ...hours: readonly number[]) =>
    addOpen(
      workdays,
      'Europe/Berlin',
      utc(text),
      hours.map(hour => hour * 3_600_000),
    ).map(written)
  assert.deepEqual(after('2026-11-27 08:00', 0, 3, 8, 17), [
    '2026-11-27 08:00',
    '2026-11-27 11:00',
    '2026-11-30 08:00',
    '2026-12-01 09:00',
  ])
  assert.deepEqual(after('2026-11-27 15:00', 3), ['2026-11-30 10:00'])
  assert.deepEqual(after('2026-11-28 08:00', 0), ['2026-11-30 08:00'])
})
