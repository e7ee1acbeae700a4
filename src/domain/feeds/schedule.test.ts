import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { FeedSchedule } from '../../store/feeds/feeds.ts'
import { nextRun } from './schedule.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const daily = { every: 'Daily', weekday: 1, monthDay: 1, hour: 8 } as const

const cases: readonly (readonly [string, Partial<FeedSchedule>, string, string])[] = [
  ['later on the same day', {}, '2026-03-20T06:00:00Z', '2026-03-20T07:00:00.000Z'],
  ['on the next day once it has been', {}, '2026-03-20T07:00:00Z', '2026-03-21T07:00:00.000Z'],
  ['at the same local hour after the clocks went forward', {}, '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['after an hour that does not exist', { hour: 2 }, '2026-03-29T00:30:00Z', '2026-03-29T01:00:00.000Z'],
  ['once, of an hour that comes twice', { hour: 2 }, '2026-10-24T12:00:00Z', '2026-10-25T01:00:00.000Z'],
  ['on the day after an hour that came twice', { hour: 2 }, '2026-10-25T01:00:00Z', '2026-10-26T01:00:00.000Z'],
  ['on a day of the week', { every: 'Weekly', weekday: 7 }, '2026-03-20T12:00:00Z', '2026-03-22T07:00:00.000Z'],
  ['a week later', { every: 'Weekly', weekday: 5 }, '2026-03-20T12:00:00Z', '2026-03-27T07:00:00.000Z'],
  ['on a day of the month', { every: 'Monthly', monthDay: 1 }, '2026-03-20T12:00:00Z', '2026-04-01T06:00:00.000Z'],
  [
    'on the last day of a short month',
    { every: 'Monthly', monthDay: 31 },
    '2026-02-01T12:00:00Z',
    '2026-02-28T07:00:00.000Z',
  ],
  [
    'on 29 February of a leap year',
    { every: 'Monthly', monthDay: 30 },
    '2028-02-01T12:00:00Z',
    '2028-02-29T07:00:00.000Z',
  ],
]

for (const [name, schedule, from, expected] of cases) {
  test(`a feed is looked at ${name}`, async () => {
    const next = await nextRun(database.db, { ...daily, ...schedule }, 'Europe/Berlin', new Date(from))
    assert.equal(next.toISOString(), expected)
  })
}
