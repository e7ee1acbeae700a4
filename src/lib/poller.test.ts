import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../test/harness/until.ts'
import { createLog, type Log } from './log.ts'
import { type PollerOptions, startPoller } from './poller.ts'
import type { Timers } from './timers.ts'

const log = createLog('silent')

/** Timers that the test fires. */
function byHand() {
  const ticks = new Set<() => void>()
  const rests: { readonly ms: number; readonly end: () => void }[] = []
  const timers: Timers = {
    every(_, run) {
      ticks.add(run)
      return () => ticks.delete(run)
    },
    after(ms, run) {
      const cancel = () => {
        if (rests.includes(rest)) rests.splice(rests.indexOf(rest), 1)
      }
      const end = () => {
        cancel()
        run()
      }
      const rest = { ms, end }
      rests.push(rest)
      return cancel
    },
    soon: setImmediate,
  }
  const tick = () => {
    for (const run of ticks) run()
  }
  return { timers, rests, ticks, tick }
}

/** A poller whose runs end when the test says how. */
function held(options: Partial<PollerOptions> = {}) {
  const hand = byHand()
  const ends: { readonly resolve: (more: boolean) => void; readonly reject: (error: Error) => void }[] = []
  let runs = 0
  const poller = startPoller({
    name: 'it',
    every: 1000,
    timers: hand.timers,
    log,
    work() {
      runs++
      return new Promise((resolve, reject) => ends.push({ resolve, reject }))
    },
    ...options,
  })
  return {
    ...hand,
    poller,
    runs: () => runs,
    underWay: () => ends.length,
    /** Lets the run under way end, and all that follows at once happen. */
    async end(how: boolean | Error) {
      const { resolve, reject } = ends.shift()!
      if (how instanceof Error) reject(how)
      else resolve(how)
      await settled()
    },
  }
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))
const away = new Error('the database is away')

describe('a poller', () => {
  test('begins with a run, and runs as long as there may be more', async () => {
    const one = held()
    assert.equal(one.runs(), 1)
    await one.end(true)
    await one.end(true)
    assert.equal(one.runs(), 3)
    await one.end(false)
    assert.deepEqual([one.runs(), one.underWay()], [3, 0])
  })

  test('runs again when it is woken, and with each tick', async () => {
    const one = held()
    await one.end(false)
    one.poller.wake()
    assert.equal(one.runs(), 2)
    await one.end(false)
    one.tick()
    assert.equal(one.runs(), 3)
  })

  test('never runs twice at once: wakes and ticks during a run ask for one more', async () => {
    const one = held()
    for (let n = 0; n < 5; n++) {
      one.poller.wake()
      one.tick()
    }
    assert.deepEqual([one.runs(), one.underWay()], [1, 1])
    await one.end(false)
    assert.deepEqual([one.runs(), one.underWay()], [2, 1])
    await one.end(false)
    assert.deepEqual([one.runs(), one.underWay()], [2, 0])
  })

  test('is not held up by a run that wakes it', async () => {
    let runs = 0
    const { timers } = byHand()
    const poller = startPoller({
      name: 'it',
      every: 1000,
      timers,
      log,
      async work() {
        await settled()
        if (++runs < 3) poller.wake()
        return false
      },
    })
    await until(async () => runs === 3, 'the third run')
    await settled()
    assert.equal(runs, 3)
    await poller.stop()
  })

  test('rests before a run that follows at once, and not before one that a later tick asks for', async () => {
    const rests: boolean[] = []
    const rest = ({ workedMs, more }: { workedMs: number; more: boolean }) => {
      assert.ok(workedMs >= 0)
      rests.push(more)
      return more ? 70 : 30
    }
    const one = held({ rest })
    await one.end(true)
    assert.deepEqual([one.runs(), one.rests.map(({ ms }) => ms)], [1, [70]])
    one.poller.wake()
    one.tick()
    assert.equal(one.runs(), 1, 'the rest is not cut short')
    one.rests[0]!.end()
    await settled()
    assert.equal(one.runs(), 2)
    one.tick()
    await one.end(false)
    assert.deepEqual([one.runs(), one.rests.map(({ ms }) => ms)], [2, [30]])
    one.rests[0]!.end()
    await settled()
    await one.end(false)
    assert.deepEqual([one.runs(), one.rests.length, rests], [3, 0, [true, false]])
    one.tick()
    assert.equal(one.runs(), 4)
  })
})

describe('a run that fails', () => {
  test('is logged with the name of the work, and tried again at the next wake or tick', async () => {
    const lines: unknown[] = []
    const error = (about: unknown, text: string) => lines.push([about, text])
    const one = held({ log: { error } as unknown as Log }) // nothing else is logged
    await one.end(away)
    assert.deepEqual(lines, [[{ err: away }, 'it failed; it is tried again']])
    assert.equal(one.runs(), 1, 'not at once')
    one.poller.wake()
    assert.equal(one.runs(), 2)
    await one.end(false)
  })

  test('is followed at once by the run that was asked for meanwhile', async () => {
    const one = held()
    one.poller.wake()
    await one.end(away)
    assert.equal(one.runs(), 2)
  })

  test('for the second time in a row leaves wakes to the timer, which forgets none, until a run succeeds', async () => {
    const one = held()
    one.poller.wake()
    await one.end(away)
    one.poller.wake()
    await one.end(away)
    assert.deepEqual([one.runs(), one.underWay()], [2, 0])
    for (let n = 0; n < 3; n++) one.poller.wake()
    await settled()
    assert.equal(one.runs(), 2)
    one.tick()
    assert.equal(one.runs(), 3)
    one.poller.wake()
    await one.end(away)
    assert.equal(one.runs(), 3)
    one.tick()
    one.poller.wake()
    await one.end(false)
    assert.equal(one.runs(), 5, 'what was asked for during the run that succeeded')
    await one.end(false)
    one.poller.wake()
    assert.equal(one.runs(), 6)
  })
})

describe('notifications', () => {
  test('wake it, until it is stopped', async () => {
    let notify = () => {}
    let listens = false
    const one = held({
      async listen(wake) {
        notify = wake
        listens = true
        return {
          async unlisten() {
            listens = false
          },
        }
      },
    })
    await one.end(false)
    notify()
    assert.equal(one.runs(), 2)
    await one.end(false)
    await one.poller.stop()
    assert.equal(listens, false)
    notify()
    assert.equal(one.runs(), 2)
  })

  test('that cannot be subscribed to are logged once, and the timer goes on', async () => {
    const lines: string[] = []
    const warn = (_: unknown, text: string) => lines.push(text)
    const one = held({ listen: () => Promise.reject(away), log: { warn } as unknown as Log }) // nothing else is logged
    await one.end(false)
    one.tick()
    await one.end(false)
    assert.equal(one.runs(), 2)
    assert.deepEqual(lines, ['it: no notifications from the database; it looks every 1000 ms instead'])
    await one.poller.stop()
  })
})

describe('a stop', () => {
  test('waits for the run under way, aborts its signal, and lets no other begin', async () => {
    let signal: AbortSignal | undefined
    let end = () => {}
    let runs = 0
    const { timers, ticks } = byHand()
    const poller = startPoller({
      name: 'it',
      every: 1000,
      timers,
      log,
      work(stopping) {
        runs++
        signal = stopping
        return new Promise(resolve => {
          end = () => resolve(true)
        })
      },
    })
    poller.wake()
    let isStopped = false
    const stopped = poller.stop().then(() => (isStopped = true))
    await settled()
    assert.deepEqual([signal?.aborted, isStopped, ticks.size], [true, false, 0])
    end()
    await stopped
    poller.wake()
    await settled()
    assert.equal(runs, 1)
  })

  test('ends a rest', async () => {
    const one = held({ rest: () => 1e9 })
    await one.end(true)
    assert.equal(one.rests.length, 1)
    await one.poller.stop()
    assert.deepEqual([one.rests.length, one.runs()], [0, 1])
  })

  test('does not log how the run under way fails because of it', async () => {
    const lines: string[] = []
    const error = (_: unknown, text: string) => lines.push(text)
    const one = held({ log: { error } as unknown as Log }) // nothing else is logged
    const stopped = one.poller.stop()
    await one.end(away)
    await stopped
    assert.deepEqual(lines, [])
  })
})

test('with real timers it runs again and again until it is stopped', async () => {
  let runs = 0
  const poller = startPoller({ name: 'it', every: 1, log, work: async () => ++runs < 0 })
  await until(async () => runs >= 3, 'three runs')
  await poller.stop()
  const before = runs
  await new Promise(resolve => setTimeout(resolve, 20))
  assert.equal(runs, before)
})
