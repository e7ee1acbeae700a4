/** Sending while nothing can be written: the journal's disk is full or nearly so, or the database is away. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAccounts,
  campaign,
  isSent,
  people,
  present,
  relay,
  sender,
  sendNow,
  sink,
  totals,
  until,
} from '../../../test/harness/sending.ts'
import { healthRoute } from '../../http/health.ts'
import { createLog } from '../../lib/log.ts'
import { openJournal } from '../journal/journal.ts'
import type { Transport } from '../transport.ts'
import { type DiskSpace, watchDisk } from './disk-space.ts'

const log = createLog('silent')
const megabyte = 1_048_576

test('a disk is full below its reserve, has room again above it, and counts as one with room where it cannot be asked', async () => {
  let free: number | undefined = 150 * megabyte
  let look = () => {}
  const disk = await watchDisk({
    folder: '/anywhere',
    reserve: 100 * megabyte,
    log,
    free: async () => {
      if (free === undefined) throw new Error('ENOSYS')
      return free
    },
    timers: {
      every(_, run) {
        look = run
        return () => {}
      },
      after: () => () => {},
      soon: setImmediate,
    },
  })
  const looked = async () => {
    look()
    await new Promise(resolve => setImmediate(resolve))
    return disk.full()
  }
  assert.equal(disk.full(), undefined)
  free = 99 * megabyte
  assert.match((await looked())!, /99 MB are free, 100 MB are kept in reserve/)
  free = 101 * megabyte
  assert.equal(await looked(), undefined)
  free = 1
  await looked()
  free = undefined
  assert.equal(await looked(), undefined)
  disk.stop()
})

test('/health says what is wrong, and with 503', async () => {
  let sentence: string | undefined
  const route = healthRoute(present.db, [() => undefined, () => sentence])
  const ask = async () => {
    const { status, body } = (await route({ path: '/health', method: 'GET' } as Parameters<typeof route>[0]))! // all it looks at
    return [status, body]
  }
  assert.deepEqual(await ask(), [200, 'ok\n'])
  sentence = 'The disk of the data folder is full.'
  assert.deepEqual(await ask(), [503, 'The disk of the data folder is full.\n'])
})

test('nothing is begun while the disk is full, and all is sent when it has room again', async () => {
  const running = await campaign(people(30))
  const peer = await sink()
  let sentence: string | undefined = 'full'
  const disk: DiskSpace = { full: () => sentence, failed() {} }
  const one = sender(relay(peer), { disk })
  await sendNow(running)
  await until(async () => (await totals(running))?.planned === 30, 'it is planned all the same')
  one.wake()
  await new Promise(resolve => setTimeout(resolve, 100))
  assert.equal(peer.messages.length, 0)
  sentence = undefined
  await isSent(running)
  assert.equal(peer.messages.length, 30)
  await assertAccounts(running)
})

test('a journal that takes nothing for a while stops hand-overs, and costs neither an outcome nor a second copy', async () => {
  const running = await campaign(people(120))
  const peer = await sink()
  let isFull = false
  let refused = 0
  sender(relay(peer), {
    rangeSize: 40,
    journals: async (folder, owner, log) => {
      const journal = await openJournal(folder, owner, log)
      const begin = journal.begin.bind(journal)
      journal.begin = range => {
        const record = begin(range)
        return {
          end: settled => record.end(settled),
          write(...lines) {
            if (peer.messages.length >= 25 && refused === 0) isFull = true
            if (isFull) {
              refused++
              throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
            }
            record.write(...lines)
          },
        }
      }
      return journal
    },
  })
  await sendNow(running)
  await until(async () => refused > 0, 'the journal refuses')
  await until(async () => {
    const { accepted, handingOver } = await totals(running)
    return accepted === peer.messages.length && handingOver === 0
  }, 'what was under way is in the log, and nothing else is')
  assert.ok(peer.messages.length <= 25 + 8, 'no more than what was on the four lines')
  isFull = false
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 120, unknown: 0 })
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 120)
  assert.equal(peer.messages.length, 120)
  await assertAccounts(running)
})

test('outcomes that arrive while the database takes nothing are kept for longer than a lease, and written when it does again', async () => {
  const running = await campaign(people(60))
  const peer = await sink()
  const inner = relay(peer)
  let isAway = false
  let failures = 0
  const away = () => {
    failures++
    return Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  }
  const db = new Proxy(present.db, {
    apply(target, self, args) {
      if (!isAway) return Reflect.apply(target as never, self, args)
      const query = Reflect.apply(target as never, self, args) as PromiseLike<unknown>
      return Object.assign(query as object, {
        // biome-ignore lint/suspicious/noThenProperty: it is awaited as the query is, and fails
        then: (ok: never, failed: never) => Promise.reject(away()).then(ok, failed),
      })
    },
    get(target, key) {
      if (key === 'begin' && isAway) return () => Promise.reject(away())
      return Reflect.get(target, key)
    },
  })
  let clock = Date.now()
  const transport: Transport = {
    get concurrency() {
      return inner.concurrency
    },
    async send(message) {
      const outcome = await inner.send(message)
      if (failures === 0 && peer.messages.length >= 20) isAway = true
      return outcome
    },
    close: () => inner.close(),
  }
  const one = sender(transport, { db, rangeSize: 60, now: () => new Date(clock) })
  await sendNow(running, new Date(clock))
  await until(async () => failures > 3, 'the database takes nothing')
  // its own lease has expired by then
  clock += 120_000
  one.wake()
  await until(async () => failures > 6, 'it is tried again')
  isAway = false
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 60, unknown: 0 })
  assert.equal(peer.messages.length, 60)
  await assertAccounts(running)
})
