import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestWait } from './longest-wait.ts'

test('the longest wait is that of the last minute, or one that lasts', () => {
  let at = 0
  const waits = longestWait(() => at)
  assert.equal(waits.ms(), 0)
  const end = waits.begin()
  at = 400
  assert.equal(waits.ms(), 400, 'it lasts')
  end()
  at = 500
  end()
  waits.begin()()
  assert.equal(waits.ms(), 400, 'a shorter one, and a second end, change nothing')
  at = 45_000
  assert.equal(waits.ms(), 400)
  at = 90_000
  assert.equal(waits.ms(), 0, 'it is past')
  waits.begin()
  at = 300_000
  assert.equal(waits.ms(), 210_000)
})
