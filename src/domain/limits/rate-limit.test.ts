import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusals.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'

function isRefused(limit: RateLimit, subject: string): boolean {
  try {
    limit(subject)
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal && error.refusal === 'TooManyRequests')
    return true
  }
}

test('a bucket empties and fills again', () => {
  let now = 0
  const limit = rateLimit({ perSecond: 1, burst: 2 }, { now: () => now })
  assert.deepEqual(
    [1, 2, 3].map(() => isRefused(limit, 'ann')),
    [false, false, true],
  )
  now = 1000
  assert.equal(isRefused(limit, 'ann'), false)
  assert.equal(isRefused(limit, 'ann'), true)
})

test('a flood of subjects neither grows the table nor makes it forget: beyond the most, new ones share a bucket', () => {
  const limit = rateLimit({ perSecond: 1, burst: 2, subjects: 100 }, { now: () => 0 })
  for (let n = 0; n < 3; n++) isRefused(limit, 'ann')
  for (let n = 1; n < 100; n++) assert.equal(isRefused(limit, `stranger ${n}`), false)
  const flood = Array.from({ length: 1000 }, (_, n) => isRefused(limit, `flood ${n}`))
  assert.equal(flood.filter(refused => !refused).length, 2)
  assert.equal(isRefused(limit, 'ann'), true)
  assert.equal(isRefused(limit, 'stranger 1'), false)
})
