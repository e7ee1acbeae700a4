import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { findTimeZone, showTimeZone, timeZoneLabels, timeZoneLabelsToday } from './time-zones.ts'

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

test("today's display strings are there once each, with those that the historical list does not have", () => {
  assert.equal(new Set(timeZoneLabelsToday).size, timeZoneLabelsToday.length)
  const added = timeZoneLabelsToday.filter(label => !timeZoneLabels.includes(label))
  assert.deepEqual(added, [...added].sort(byOffset), 'by offset, as the others')
  for (const [label] of annex) assert.ok(added.includes(label), label)
  for (const gone of ['(GMT) Casablanca', '(GMT-06:00) Guadalajara, Mexico City, Monterrey - Old'])
    assert.ok(!timeZoneLabelsToday.includes(gone), gone)
})

/** UTC first, then eastward, then westward. */
function byOffset(a: string, b: string): number {
  const hours = (label: string) => Number(/[+-]\d\d/.exec(label)![0])
  const place = (label: string) => (hours(label) < 0 ? 100 - hours(label) : hours(label))
  return place(a) - place(b)
}

test('every zone of the table is known to Intl and to PostgreSQL', async () => {
  const known = new Set((await database.db`select name from pg_timezone_names`).map(row => row.name as string))
  for (const label of [...timeZoneLabels, ...timeZoneLabelsToday]) {
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

/** reference/rest.md, annex: what integrations take the names for, with the zone whose cities they are. */
const annex: readonly (readonly [label: string, timeZone: string])[] = [
  ['(GMT+00:00) Casablanca', 'Africa/Casablanca'],
  ['(GMT+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(GMT+00:00) Monrovia, Reykjavik', 'Atlantic/Reykjavik'],
  ['(GMT+02:00) Athens, Bucharest', 'Europe/Athens'],
  ['(GMT+02:00) Chisinau', 'Europe/Chisinau'],
  ['(GMT+02:00) Damascus', 'Asia/Damascus'],
  ['(GMT+02:00) Kaliningrad', 'Europe/Kaliningrad'],
  ['(GMT+02:00) Tripoli', 'Africa/Tripoli'],
  ['(GMT+03:00) Istanbul', 'Asia/Istanbul'],
  ['(GMT+03:00) Minsk', 'Europe/Minsk'],
  ['(GMT+04:00) Izhevsk, Samara', 'Europe/Samara'],
  ['(GMT+05:00) Ashgabat, Tashkent', 'Asia/Ashgabat'],
  ['(GMT+07:00) Novosibirsk', 'Asia/Novosibirsk'],
  ['(GMT+11:00) Bougainville Island', 'Pacific/Bougainville'],
  ['(GMT+11:00) Magadan', 'Asia/Magadan'],
  ['(GMT+12:00) Anadyr, Petropavlovsk-Kamchatsky', 'Asia/Anadyr'],
  ['(GMT+12:00) Petropavlovsk-Kamchatsky - Old', 'Asia/Kamchatka'],
  ['(GMT+13:00) Samoa', 'Pacific/Apia'], // not Pacific/Samoa, which is American Samoa
  ['(GMT+14:00) Kiritimati Island', 'Pacific/Kiritimati'],
  ['(GMT-01:00) Cabo Verde Is.', 'Atlantic/Cape_Verde'],
  ['(GMT-03:00) Araguaina', 'America/Araguaina'],
  ['(GMT-03:00) City of Buenos Aires', 'America/Argentina/Buenos_Aires'],
  ['(GMT-03:00) Salvador', 'America/Bahia'], // not America/El_Salvador
  ['(GMT-04:00) Caracas', 'America/Caracas'],
  ['(GMT-05:00) Bogota, Lima, Quito, Rio Branco', 'America/Bogota'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey', 'America/Mexico_City'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan', 'America/Mazatlan'], // Chihuahua alone left this zone in 2022
]
/** Offsets over two years, month by month: Europe/Dublin and Europe/London are one. */
function clocks(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return Array.from({ length: 24 }, (_, month) => format.format(new Date(Date.UTC(2026, month, 15)))).join()
}
for (const [label, timeZone] of annex)
  test(`${label} is answered as it was given, and has the clocks of ${timeZone}`, () => {
    const found = findTimeZone(label)
    assert.equal(found?.label, label)
    assert.equal(clocks(found.timeZone), clocks(timeZone))
  })

for (const [label, timeZone] of [
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(GMT+04:00) Istanbul', 'Europe/Istanbul'],
  ['(GMT+1) Berlin', 'Europe/Berlin'],
  ['(UTC−05:00) Lima', 'America/Bogota'],
  ['(GMT) Athens', 'Europe/Athens'],
  ['(GMT+02:00) Istanbul, Athens', 'Europe/Bucharest'],
  ['(GMT-07:00) La Paz, Mazatlan', 'America/Mazatlan'],
  ['(GMT-04:00) Manaus, La Paz', 'America/La_Paz'],
] as const)
  test(`${label} is known by its places`, () => assert.deepEqual(findTimeZone(label), { timeZone, label }))

for (const label of [
  '(GMT-04:00) La Paz', // two cities have that name
  '(GMT+01:00) Berlin, Sydney',
  '(GMT+01:00) Berlin, Atlantis',
  '(GMT+01:00) Berlin,',
  '(GMT+01:00) ,',
  '(EST) New York',
  `(GMT) ${'Berlin, '.repeat(100)}Berlin`,
])
  test(`${label.slice(0, 40)} is no time zone`, () => assert.equal(findTimeZone(label), undefined))

test('an IANA name is shown as a display string of today where one has its zone or its city; others stay', () => {
  assert.deepEqual(
    [
      'Europe/London',
      'Europe/Lisbon',
      'Asia/Yerevan',
      'America/New_York',
      'UTC',
      'Asia/Manila',
      '(GMT) Casablanca',
    ].map(showTimeZone),
    [
      '(GMT+00:00) Dublin, Edinburgh, Lisbon, London',
      '(GMT+00:00) Dublin, Edinburgh, Lisbon, London',
      '(GMT+04:00) Yerevan',
      '(GMT-05:00) Eastern Time (US & Canada)',
      '(GMT) Coordinated Universal Time',
      'Asia/Manila',
      '(GMT) Casablanca',
    ],
  )
  for (const name of Intl.supportedValuesOf('timeZone'))
    assert.equal(clocks(findTimeZone(showTimeZone(name))!.timeZone), clocks(name), name)
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
