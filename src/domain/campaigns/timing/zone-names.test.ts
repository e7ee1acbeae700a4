import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from '../../../lib/zones.ts'
import { zonesByName } from './zone-names.ts'

const known = {
  'europe/berlin': 'Europe/Berlin',
  'america/new york': 'America/New_York',
  'asia/kolkata': 'Asia/Kolkata',
  'asia/calcutta': 'Asia/Calcutta',
  'us/eastern': 'America/New_York',
  'eastern time (us & canada)': 'America/New_York',
  '(gmt-05:00) eastern time (us & canada)': 'America/New_York',
  'w. europe standard time': 'Europe/Berlin',
  berlin: 'Europe/Berlin',
  'los angeles': 'America/Los_Angeles',
  'gmt+2': '+02:00',
  'utc-05:00': '-05:00',
  '+0530': '+05:30',
  'etc/gmt+2': 'Etc/GMT+2',
  utc: 'Etc/UTC',
  de: 'Europe/Berlin',
  germany: 'Europe/Berlin',
  deutschland: 'Europe/Berlin',
  españa: 'Europe/Madrid',
  österreich: 'Europe/Vienna',
  // as a database of the collation C writes it in lower case
  Österreich: 'Europe/Vienna',
  uk: 'Europe/London',
  japan: 'Asia/Tokyo',
}
for (const [value, zone] of Object.entries(known))
  test(`${value} is ${zone}`, () => assert.equal(zonesByName().get(value), zone))

// several zones, several readings, or none
for (const value of ['us', 'usa', 'united states', 'canada', 'australia', 'russia', 'cst', 'ist', 'mars/base', '', '2'])
  test(`${value || 'an empty value'} gives no zone`, () => assert.equal(zonesByName().get(value), undefined))

test('Node reads each zone of the table', () => {
  for (const [name, zone] of zonesByName())
    assert.ok(Number.isFinite(instantOf('2026-07-01 10:00:00', zone)), `${name} is ${zone}`)
  assert.ok(zonesByName().size > 2000)
})
