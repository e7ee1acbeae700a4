import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantIn } from './instants.ts'

/** [what, local time, zone, instant] */
const cases: readonly [string, string, string | undefined, string][] = [
  ['winter', '2024-01-15 12:00:00', 'Europe/Berlin', '2024-01-15T11:00:00Z'],
  ['summer', '2024-07-15 12:00:00', 'Europe/Berlin', '2024-07-15T10:00:00Z'],
  ['the hour after the clocks went forward', '2024-03-31 03:30:00', 'Europe/Berlin', '2024-03-31T01:30:00Z'],
  ['the hour before they did', '2024-03-31 01:30:00', 'Europe/Berlin', '2024-03-31T00:30:00Z'],
  ['summer in the south', '2024-01-15 09:00:00', 'Australia/Sydney', '2024-01-14T22:00:00Z'],
  ['a zone of three quarters of an hour', '2024-01-15 05:45:00', 'Asia/Kathmandu', '2024-01-15T00:00:00Z'],
  ['no seconds', '2024-01-15 12:00', 'Etc/UTC', '2024-01-15T12:00:00Z'],
  ['a zone that is not known', '2024-01-15 12:00:00', undefined, '2024-01-15 12:00:00'],
  ['no time', 'yesterday', 'Europe/Berlin', 'yesterday'],
  ['nothing', '', 'Europe/Berlin', ''],
]
for (const [what, local, zone, instant] of cases) {
  test(`a local time as an instant: ${what}`, () => assert.equal(instantIn(local, zone), instant))
}
