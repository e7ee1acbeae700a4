import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  assertAccounts,
  campaign,
  isSent,
  people,
  present,
  sender,
  sendNow,
  until,
} from '../../../test/harness/sending.ts'
import { realTimers } from '../../lib/timers.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Transport } from '../transport.ts'

// seed 91 of the simulation
test('a lease that is renewed while its range is still being read is not given back before a recipient was handed over', async () => {
  const running = await campaign(people(30))
  const copies = new Map<string, number>()
  const transport: Transport = {
    concurrency: 4,
    async send({ to }) {
      copies.set(to, (copies.get(to) ?? 0) + 1)
      await setImmediate()
      return { kind: 'accepted', code: 250, answer: 'ok' }
    },
    async close() {},
  }
  const reading = held(present.db, 'as attempt')
  const leaseMs = 59_997
  let renew = () => {}
  const timers: typeof realTimers = {
    ...realTimers,
    every(ms, run) {
      if (ms === leaseMs / 3) renew = run
      return realTimers.every(ms, run)
    },
  }
  sender(transport, { db: reading.db, timers, leaseMs, rangeSize: 30 })
  await sendNow(running)
  await reading.begun
  const leaseEnd = async () =>
    (await present.db`select expires_at from leases where campaign_id = ${running.campaignId}`)[0]!.expiresAt as Date
  const before = await leaseEnd()
  renew()
  await until(async () => (await leaseEnd()) > before, 'the lease is renewed')
  // whatever follows from it
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  reading.release()
  await isSent(running)
  assert.equal(copies.size, 30)
  assert.deepEqual(
    [...copies].filter(([, times]) => times !== 1),
    [],
  )
  const claims = await present.db`select token from leases where campaign_id = ${running.campaignId}`
  assert.equal(claims.length, 1)
  await assertAccounts(running)
})

test('who left while a signature took too long is not handed over when it comes', async () => {
  const running = await campaign(people(2))
  const handed: string[] = []
  const transport: Transport = {
    concurrency: 4,
    async send({ to }) {
      handed.push(to)
      return { kind: 'accepted', code: 250, answer: 'ok' }
    },
    async close() {},
  }
  let slept = 0
  const sign = async (data: Buffer) => {
    if (slept === 0) {
      slept = 20_000
      await present.db`update subscribers set state = 'Unsubscribed' where address = ${people(2)[0]!}`
    }
    return data
  }
  sender(transport, { now: () => new Date(Date.now() + slept), findSigner: async () => sign })
  await sendNow(running)
  await isSent(running)
  assert.deepEqual(handed, [people(2)[1]!])
  const [one] = await present.db`select answer from log where campaign_id = ${running.campaignId} and kind = 'excluded'`
  assert.equal(one!.answer, 'unsubscribed since')
  await assertAccounts(running)
})

/** The database, whose first statement with these words waits until it is released. */
function held(db: Database, words: string) {
  let isHeld = true
  let begin = () => {}
  let release = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const proxy = new Proxy(db, {
    apply(target, self, args: unknown[]) {
      const query = Reflect.apply(target as never, self, args) as PromiseLike<unknown>
      const [text] = args
      if (!isHeld || !Array.isArray(text) || !('raw' in text) || !text.join('').includes(words)) return query
      isHeld = false
      const then = query.then.bind(query)
      return Object.assign(query, {
        // biome-ignore lint/suspicious/noThenProperty: the statement runs when it is awaited, and this one waits before
        then(done: (value: unknown) => unknown, failed: (error: unknown) => unknown) {
          begin()
          return released.then(() => new Promise((resolve, reject) => then(resolve, reject))).then(done, failed)
        },
      })
    },
  })
  return { db: proxy, begun, release: () => release() }
}
