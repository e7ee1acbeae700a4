import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isOnCitus } from '../../../test/harness/citus.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Sql } from './database.ts'
import { forgetDistribution, isDistributed } from './distributed.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

test('a plain database is not distributed', { skip: isOnCitus() }, async () => {
  assert.equal(await isDistributed(database.db), false)
  assert.equal(await database.db.begin(sql => isDistributed(sql)), false)
})

/** A pool whose catalogue answers so, and counts its statements. */
function pool(answers: readonly (object | Error)[]): Sql & { count: number } {
  const left = [...answers]
  const run = async () => {
    sql.count++
    const answer = left.shift()
    if (answer instanceof Error) throw answer
    return [answer]
  }
  const sql = Object.assign(run, { secrets: { addressKey: undefined }, count: 0 })
  return sql as unknown as Sql & { count: number } // the two members that isDistributed uses
}

test('the catalogue is read once for a pool and its transactions', async () => {
  const sql = pool([{ isThere: true }, { found: true }])
  const within = Object.assign((...parts: never[]) => (sql as (...parts: never[]) => unknown)(...parts), {
    secrets: sql.secrets,
  }) as unknown as Sql // a transaction of the pool
  assert.equal(await isDistributed(sql), true)
  assert.equal(await isDistributed(within), true)
  assert.equal(sql.count, 2)
})

test('the extension alone distributes nothing', async () => {
  assert.equal(await isDistributed(pool([{ isThere: true }, { found: false }])), false)
})

test('the catalogue is read again after an error, and when forgotten', async () => {
  const sql = pool([new Error('lost'), { isThere: false }, { isThere: true }, { found: true }])
  await assert.rejects(isDistributed(sql), /lost/)
  assert.equal(await isDistributed(sql), false)
  forgetDistribution(sql)
  assert.equal(await isDistributed(sql), true)
})
