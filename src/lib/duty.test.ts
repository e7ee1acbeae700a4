import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duty } from './duty.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

test('a duty works until there is nothing, and again when it is woken', async () => {
  const left = [true, true, false]
  let steps = 0
  let rested = () => {}
  const idle = new Promise<void>(resolve => {
    rested = resolve
  })
  const after = () => {
    rested()
    return () => {}
  }
  const one = duty(
    async () => {
      steps++
      return left.shift() ?? false
    },
    {
      name: 'it',
      log,
      idleMs: 1e9,
      timers: { every: () => () => {}, soon: setImmediate, after },
    },
  )
  await idle
  assert.equal(steps, 3)
  one.wake()
  await one.stop()
  assert.equal(steps, 4)
  one.wake()
  assert.equal(steps, 4)
})

test('one step runs at a time, and a stop waits for it', async () => {
  let running = 0
  let most = 0
  let end = () => {}
  const one = duty(
    async stopping => {
      most = Math.max(most, ++running)
      await new Promise<void>(resolve => {
        end = resolve
        stopping.addEventListener('abort', () => resolve())
      })
      running--
      return true
    },
    { name: 'it', log, idleMs: 1 },
  )
  one.wake()
  one.wake()
  end()
  await one.stop()
  assert.equal(running, 0)
  assert.equal(most, 1)
})

test('after a failure the duty rests and goes on', async () => {
  let steps = 0
  let rests = 0
  await new Promise<void>(resolve => {
    const after = (_: number, run: () => void) => {
      rests++
      if (rests === 1) setImmediate(run)
      else resolve()
      return () => {}
    }
    duty(
      async () => {
        if (++steps === 1) throw new Error('the database is away')
        return false
      },
      { name: 'it', log, idleMs: 5, timers: { every: () => () => {}, soon: setImmediate, after } },
    )
  })
  assert.equal(steps, 2)
})
