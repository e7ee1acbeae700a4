/** Two processes that share a limit: each has its own count and its own connections. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seen } from '../../../test/harness/until.ts'
import { Refusal } from '../../contract/refusals.ts'
import { connect } from '../../store/connection/database.ts'
import { takeShared } from '../../store/limits/shared-buckets.ts'
import type { RateLimit } from './rate-limit.ts'
import { sharedRateLimit } from './shared-limit.ts'

const log = pino({ level: 'silent' })
/** Nothing is gained while a test runs. */
const rate = { perSecond: 0.0001, burst: 80 }
let it: TestDatabase
before(async () => {
  it = await freshDatabase()
})
after(() => it?.drop())

function isGranted(limit: RateLimit, subject: string): boolean {
  try {
    limit(subject)
    return true
  } catch (error) {
    assert.ok(error instanceof Refusal && error.refusal === 'TooManyRequests')
    return false
  }
}

const left = async (subject: string) =>
  Number((await it.db`select tokens from shared_buckets where subject = ${subject}`)[0]?.tokens ?? rate.burst)

test('a caller who turns to two processes by turns gets what one would grant, and an eighth of a bucket of each more at most', async () => {
  const other = connect(it.url, { max: 2 })
  const limits = [it.db, other].map(db => sharedRateLimit(db, log, 'calls', rate))
  const granted = [0, 0]
  for (let call = 0; call < 400; call++) {
    const process = call % 2
    if (!isGranted(limits[process]!, 'ann')) continue
    granted[process]!++
    if (granted[process]! % 10 > 0) continue
    const shared = granted.reduce((sum, count) => sum + count - (count % 10), 0)
    await seen(
      'it is shared',
      () => left('ann'),
      tokens => Math.round(tokens) === Math.max(rate.burst - shared, -rate.burst),
    )
  }
  const all = granted[0]! + granted[1]!
  assert.ok(all >= rate.burst, `${all} calls`)
  // reported, and read a moment later
  assert.ok(all <= rate.burst + 4 * 10, `${all} calls`)
  assert.ok(isGranted(limits[0]!, 'bob'), 'another caller has a bucket of its own')
  await other.end()
})

test('a caller who takes little costs no statement', async () => {
  const limit = sharedRateLimit(it.db, log, 'calls', rate)
  for (let call = 0; call < 9; call++) assert.ok(isGranted(limit, 'cleo'))
  assert.deepEqual([...(await it.db`select 1 from shared_buckets where subject = 'cleo'`)], [])
})

test('while the database is away each process grants what it would alone', async () => {
  const away = connect('postgres://anyone@127.0.0.1:1/nowhere', { max: 1 })
  const limit = sharedRateLimit(away, log, 'calls', rate)
  let granted = 0
  for (let call = 0; call < 200; call++) {
    if (isGranted(limit, 'dan')) granted++
    if (call % 20 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  assert.equal(granted, rate.burst)
  await away.end()
})

test('what is taken beyond a bucket is owed, time pays it, and a clock that goes back does not', async () => {
  const take = async (tokens: number) =>
    Math.round(
      (await takeShared(it.db, 'calls', { perSecond: 1, burst: 80 }, [{ subject: 'eve', tokens }])).get('eve')!,
    )
  assert.equal(await take(50), 30)
  assert.equal(await take(50), -20)
  assert.equal(await take(500), -80, 'never more than a bucket')
  await it.db`update shared_buckets set at = at - interval '100 seconds' where subject = 'eve'`
  assert.ok((await take(0)) >= 20)
  await it.db`update shared_buckets set at = now() + interval '1 hour', tokens = 10 where subject = 'eve'`
  assert.equal(await take(5), 5)
  await it.db`update shared_buckets set at = now() - interval '1 hour' where subject = 'eve'`
  assert.equal(await take(5), 75, 'it never holds more than a bucket')
})

test('processes with subjects in another order do not wait for each other in a circle', async () => {
  const subjects = Array.from({ length: 50 }, (_, n) => ({ subject: `s${n}`, tokens: 1 }))
  const turns = Array.from({ length: 20 }, (_, n) =>
    takeShared(it.db, 'circle', rate, n % 2 ? subjects : [...subjects].reverse()),
  )
  await Promise.all(turns)
  const [row] = await it.db`select min(tokens) as least, max(tokens) as most from shared_buckets where kind = 'circle'`
  assert.deepEqual([Math.round(row!.least as number), Math.round(row!.most as number)], [60, 60])
})
