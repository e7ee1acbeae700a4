import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { startPeer } from '../../../test/harness/smtp-peer.ts'
import type { Message } from '../transport.ts'
import { burstOf, createThrottle, spend, wait } from './throttle.ts'
import { createBucketStore } from './throttle-store.ts'
import { smtpTransport } from './transport.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function peer() {
  const started = await startPeer()
  endings.push(() => started.close())
  return started
}

function open(urls: readonly string[], options: Parameters<typeof smtpTransport>[1] = {}) {
  const transport = smtpTransport(urls, options)
  endings.push(() => transport.close())
  return transport
}

function message(to: string): Message {
  return {
    from: 'from@example.com',
    to,
    utf8: false,
    data: Buffer.from('Subject: x\r\n\r\nHello\r\n'),
    name: { folder: 'campaign', file: '7' },
  }
}

for (const perSecond of [0.5, 1, 3, 40, 1000]) {
  test(`${perSecond} a second: never more in any time than the rate and one burst, and no less than the rate`, () => {
    const sent: number[] = []
    let fullAt = 0
    for (let now = 1000; now < 61_000; ) {
      const notBefore = wait(fullAt, perSecond, now)
      if (notBefore > 0) {
        now = notBefore
        continue
      }
      fullAt = spend(fullAt, perSecond, now)
      sent.push(now)
    }
    assert.ok(sent.length >= Math.floor(60 * perSecond))
    assert.ok(sent.length <= 60 * perSecond + burstOf(perSecond) + 1)
    for (let index = 0; index + 10 < sent.length; index += 7)
      assert.ok(10 <= ((sent[index + 10]! - sent[index]!) / 1000) * perSecond + burstOf(perSecond) + 1e-3)
  })
}

test('what one sender spent counts for the others, and for the one that comes after', async () => {
  const now = Date.now()
  const buckets = createBucketStore(database.db)
  const one = createThrottle(() => now, buckets)
  const other = createThrottle(() => now, buckets)
  await one.exchange()
  await other.exchange()
  // 4 a second: one at a time
  assert.equal(one.wait('relay', 4), 0)
  one.count('relay', 4)
  other.count('relay', 4)
  await one.exchange()
  await other.exchange()
  const next = other.wait('relay', 4)
  assert.ok(Math.abs(next - (now + 500)) < 2, 'two were sent, each for a quarter of a second')
  await one.close()
  await other.close()
  const later = createThrottle(() => now, buckets)
  await later.exchange()
  assert.ok(Math.abs(later.wait('relay', 4) - (now + 500)) < 2)
  const muchLater = createThrottle(() => now + 60_000, buckets)
  await muchLater.exchange()
  assert.equal(muchLater.wait('relay', 4), 0)
  assert.equal((await database.db`select 1 from throttle_buckets`).length, 0, 'full buckets are forgotten')
})

test('while the buckets cannot be stored, the rate limit is kept all the same', async () => {
  const failures: unknown[] = []
  const away = { load: () => Promise.reject(new Error('away')), spend: () => Promise.reject(new Error('away')) }
  const throttle = createThrottle(
    () => 1000,
    away,
    error => failures.push(error),
  )
  throttle.count('relay', 1)
  await throttle.exchange()
  assert.equal(failures.length, 2)
  assert.equal(throttle.wait('relay', 1), 2000)
  await throttle.close()
})

test('a slow domain takes no places from the others, and who cannot wait is put back one after the other', async () => {
  const relay = await peer()
  let clock = 1_000_000
  const transport = open([`smtp://127.0.0.1:${relay.port}?connections=2&window=4&domain=slow.example:0.1`], {
    now: () => clock,
  })
  const slow = Array.from({ length: 5 }, (_, n) => transport.send(message(`s${n}@SLOW.example`)))
  const fast = Array.from({ length: 50 }, (_, n) => transport.send(message(`f${n}@fast.example`)))
  const outcomes = await Promise.all(fast)
  assert.ok(outcomes.every(({ kind }) => kind === 'accepted'))
  const [first, ...others] = await Promise.all(slow)
  assert.equal(first!.kind, 'accepted')
  assert.deepEqual(
    others.map(outcome => (outcome.kind === 'unavailable' ? (outcome.until!.getTime() - clock) / 1000 : outcome)),
    [20, 30, 40, 50],
  )
  assert.equal(relay.taken.filter(to => to.endsWith('@SLOW.example')).length, 1)
  clock += 20_000
  assert.equal((await transport.send(message('s9@slow.example'))).kind, 'accepted')
})

test('a relay keeps its rate limit while the other sends the rest', async () => {
  const paced = await peer()
  const free = await peer()
  const transport = open([`smtp://127.0.0.1:${paced.port}?rate=2`, `smtp://127.0.0.1:${free.port}?connections=2`], {
    now: () => 1000,
  })
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => transport.send(message(`p${n}@example.com`))))
  assert.ok(outcomes.every(({ kind }) => kind === 'accepted'))
  assert.equal(paced.taken.length, 1, 'the clock is stopped')
  assert.equal(free.taken.length, 39)
})

for (const [weights, expected] of [
  [
    ['weight=3', 'weight=1'],
    [30, 10],
  ],
  [
    ['', ''],
    [20, 20],
  ],
  [
    ['weight=1', 'weight=0'],
    [40, 0],
  ],
  [
    ['weight=4', ''],
    [32, 8],
  ],
] as const) {
  test(`relays with ${weights.map(weight => weight || 'no weight').join(' and ')} share 40 messages ${expected.join(' to ')}`, async () => {
    const peers = [await peer(), await peer()]
    const transport = open(peers.map(({ port }, index) => `smtp://127.0.0.1:${port}?connections=1&${weights[index]}`))
    for (let n = 0; n < 40; n++) assert.equal((await transport.send(message(`p${n}@example.com`))).kind, 'accepted')
    assert.deepEqual(
      peers.map(({ taken }) => taken.length),
      expected,
    )
  })
}

test('a stand-by relay takes over while the others are down', async () => {
  const down = await startPeer()
  await down.close()
  const standBy = await peer()
  const transport = open([`smtp://127.0.0.1:${down.port}?weight=1`, `smtp://127.0.0.1:${standBy.port}?weight=0`])
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => transport.send(message(`p${n}@example.com`))))
  assert.ok(outcomes.every(({ kind }) => kind === 'accepted'))
  assert.equal(standBy.taken.length, 10)
})

test('a relay that answers nothing keeps only its own places', async () => {
  const stuck = await startPeer({ turn: step => (step === 'greeting' ? 'stall' : undefined) })
  endings.push(() => stuck.close())
  const well = await peer()
  const transport = open([
    `smtp://127.0.0.1:${stuck.port}?connections=1&window=2`,
    `smtp://127.0.0.1:${well.port}?connections=1&window=2`,
  ])
  let accepted = 0
  const sent = Array.from({ length: 30 }, (_, n) =>
    transport.send(message(`p${n}@example.com`)).then(({ kind }) => {
      if (kind === 'accepted') accepted++
    }),
  )
  while (accepted < 28) await new Promise(resolve => setImmediate(resolve))
  assert.equal(well.taken.length, 28)
  await transport.close()
  await Promise.all(sent)
})
