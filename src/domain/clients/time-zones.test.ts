import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
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

test('a local time clocks skip or repeat is read as dates.ts says', async () => {
  const instants: readonly [local: string, timeZone: string, utc: string][] = [
    ['2024-03-31 02:30:00', 'Europe/Berlin', '2024-03-31 01:30:00'],
    ['2024-10-27 02:30:00', 'Europe/Berlin', '2024-10-27 01:30:00'],
    ['2024-03-10 02:30:00', 'America/New_York', '2024-03-10 07:30:00'],
    ['2024-11-03 01:30:00', 'America/New_York', '2024-11-03 06:30:00'],
  ]
  for (const [local, timeZone, utc] of instants) {
    const [row] = await database.db`
      select to_char(${local}::timestamp at time zone ${timeZone} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as utc`
    assert.equal(row!.utc, utc, `${local} ${timeZone}`)
  }
})
