import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createSteadyClock, type SteadyClock } from './steady-clock.ts'

const hour = 3_600_000
const begin = Date.parse('2026-03-28T20:00:00Z')
/** Milliseconds: the clock, a count that sleep stops, and one that it does not. */
let wall: number
let awake: number
let up: number
let clock: SteadyClock

beforeEach(() => {
  wall = begin
  awake = 0
  up = 0
  clock = createSteadyClock({ wall: () => new Date(wall), elapsed: () => awake, uptime: () => up / 1000 })
})

function pass(ms: number) {
  wall += ms
  awake += ms
  up += ms
}
function sleep(ms: number) {
  wall += ms
  up += ms
}

const hoursLater = () => (clock.now().getTime() - begin) / hour

test('it says what the clock says while that goes on evenly, through sleep, and when it is set by minutes', () => {
  pass(100 * hour)
  assert.equal(hoursLater(), 100)
  sleep(9 * hour)
  assert.equal(hoursLater(), 109)
  wall += hour / 2
  assert.equal(hoursLater(), 109.5)
  assert.equal(clock.leap(), undefined)
})

test('small corrections are never added up to a leap', () => {
  for (let n = 0; n < 10; n++) {
    pass(hour)
    wall += hour / 2
    assert.equal(clock.leap(), undefined, `${n}`)
  }
  assert.equal(hoursLater(), 15)
})

for (const [what, ms] of [
  ['forward by two days', 48 * hour],
  ['back by ten years', -87_660 * hour],
] as const) {
  test(`after a leap ${what} it goes on from where it was, until the leap is accepted`, () => {
    pass(hour)
    wall += ms
    assert.equal(hoursLater(), 1)
    assert.match(clock.leap()!, /^The clock of this machine (leapt forward by 48|went back by 87660) hours: it says/)
    pass(hour)
    sleep(hour)
    assert.equal(hoursLater(), 3)
    assert.notEqual(clock.leap(), undefined)
    clock.accept()
    assert.equal(clock.now().getTime(), wall)
    assert.equal(clock.leap(), undefined)
  })
}

test('a clock that is set right again has not leapt', () => {
  wall += 48 * hour
  assert.notEqual(clock.leap(), undefined)
  pass(hour)
  wall -= 48 * hour
  assert.equal(clock.leap(), undefined)
  assert.equal(hoursLater(), 1)
})

test('the dear count of time is not asked for while nothing is wrong', () => {
  let asked = 0
  const counted = createSteadyClock({
    wall: () => new Date(wall),
    elapsed: () => awake,
    uptime: () => {
      asked++
      return up / 1000
    },
  })
  const before = asked
  for (let n = 0; n < 100; n++) {
    pass(1000)
    counted.now()
  }
  assert.equal(asked, before)
})
