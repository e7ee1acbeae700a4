import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneName } from './zone-name.ts'

for (const [zone, name] of [
  ['Europe/Berlin', 'Berlin'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['America/Port-au-Prince', 'Port-au-Prince'],
  ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'],
  ['(GMT-05:00) Eastern Time (US & Canada)', 'Eastern Time (US & Canada)'],
  ['(GMT) Coordinated Universal Time', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['UTC', 'UTC'],
  ['Etc/GMT+2', 'GMT+2'],
  ['+05:30', '+05:30'],
  ['Mars/Crater Lake', 'Mars/Crater Lake'],
  ['', ''],
] as const)
  test(`the zone ${zone || 'without a name'} is shown as ${name || 'nothing'}`, () =>
    assert.equal(zoneName(zone), name))

test('no zone that programs know is shown with a slash or an underscore', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Etc/UTC', 'Etc/GMT-12'])
    assert.doesNotMatch(zoneName(zone), /[/_]/, zone)
})
