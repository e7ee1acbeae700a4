import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEvent } from '../../lib/log-events.ts'
import { watchAvailability } from './availability.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
const tooMany = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })

function watched() {
  const events: LogEvent[] = []
  let now = 0
  return {
    events,
    ...watchAvailability(
      event => events.push(event),
      () => now,
    ),
    at(milliseconds: number) {
      now = milliseconds
    },
  }
}

test('an outage is logged once after a second, and its end with the duration', () => {
  const { at, refused: refuse, answered, events } = watched()
  for (let ms = 0; ms <= 5_000; ms += 100) {
    at(ms)
    refuse(refused)
  }
  at(5_250)
  answered()
  answered()
  assert.deepEqual(events, [
    { event: 'database.away', reason: refused.message },
    { event: 'database.back', seconds: 5.3 },
  ])
})

test('single refused connections between answers are not an outage', () => {
  const { at, refused: refuse, answered, events } = watched()
  for (let ms = 0; ms < 10_000; ms += 500) {
    at(ms)
    refuse(refused)
    answered()
  }
  assert.deepEqual(events, [])
})

test('a server without a free connection is available', () => {
  const { at, refused: refuse, events } = watched()
  for (const ms of [0, 2_000]) {
    at(ms)
    refuse(tooMany)
  }
  assert.deepEqual(events, [])
})
