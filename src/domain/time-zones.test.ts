import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { findTimeZone, timeZoneLabels } from './time-zones.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

test('there are 99 display strings, each once, from Casablanca to the date line', () => {
  assert.equal(timeZoneLabels.length, 99)
  assert.equal(new Set(timeZoneLabels).size, 99)
  assert.equal(timeZoneLabels[0], '(GMT) Casablanca')
  assert.equal(timeZoneLabels.at(-1), '(GMT-12:00) International Date Line West')
})

test('every zone of the table is known to Intl and to PostgreSQL', async () => {
  const known = new Set((await database.db`select name from pg_timezone_names`).map(row => row.name as string))
  for (const label of timeZoneLabels) {
    const found = findTimeZone(label)
    assert.equal(found?.label, label)
    assert.ok(known.has(found.timeZone), found.timeZone)
    new Intl.DateTimeFormat('en', { timeZone: found.timeZone })
  }
})

test('every IANA name Intl knows is accepted and known to PostgreSQL', async () => {
  const known = new Set((await database.db`select name from pg_timezone_names`).map(row => row.name as string))
  for (const name of Intl.supportedValuesOf('timeZone')) {
    assert.equal(findTimeZone(name)?.timeZone, name)
    assert.ok(known.has(name), name)
  }
})

const cases: readonly [text: string | null, timeZone: string | undefined, label?: string][] = [
  ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  [' (gmt+10:00) canberra, melbourne, sydney ', 'Australia/Sydney', '(GMT+10:00) Canberra, Melbourne, Sydney'],
  ['(GMT) Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ["(GMT+13:00) Nuku'alofa", 'Pacific/Tongatapu'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['UTC', 'UTC'],
  ['Etc/UTC', 'Etc/UTC'],
  [null, undefined],
  ['', undefined],
  ['Berlin', undefined],
  ['Europe/Atlantis', undefined],
  ['CET', undefined],
  ['EST5EDT', undefined],
  ['+01:00', undefined],
  ['GMT+1', undefined],
  ['(GMT+01:00)', undefined],
  ['../../etc/passwd', undefined],
  ["Europe/Berlin'; drop table clients", undefined],
  ['toString', undefined],
]
for (const [text, timeZone, label = text?.trim()] of cases) {
  test(`${JSON.stringify(text)} is ${timeZone ?? 'no time zone'}`, () => {
    assert.deepEqual(findTimeZone(text), timeZone === undefined ? undefined : { timeZone, label })
  })
}
