import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { until } from '../../../test/harness/until.ts'
import { connect } from './database.ts'
import { type Shared, sharing } from './sharing.ts'

/** Connections that the test hands out explicitly. */
function pool(most: number) {
  const asked: ((error: unknown, client?: PoolClient) => void)[] = []
  const released: (readonly [name: string, failure: unknown])[] = []
  const clock = { now: 0 }
  const choose = sharing({
    most,
    acquire: given => asked.push(given),
    release: (client, failure) => released.push([client as unknown as string, failure]),
    now: () => clock.now,
  })
  return {
    asked,
    released,
    clock,
    give: (name: string) => asked.shift()!(null, name as unknown as PoolClient),
    /** Begins a statement. @returns on which connection it runs, when it has one */
    begin() {
      const run: { on?: PoolClient | undefined; error?: unknown; connection: Shared } = { connection: choose() }
      run.connection.use((error, client) => Object.assign(run, { error, on: client }))
      return run
    },
  }
}

test('statements use as many connections as may be shared, and then those on which the fewest are under way', () => {
  const { begin, give, asked } = pool(2)
  const [a, b] = [begin(), begin()]
  assert.equal(asked.length, 2)
  const c = begin()
  assert.equal(asked.length, 2, 'no third connection')
  give('one')
  give('two')
  assert.deepEqual([a.on, b.on, c.on], ['one', 'two', 'one'])
  const d = begin()
  assert.equal(d.on, 'two')
  b.connection.leave()
  assert.equal(begin().on, 'two')
})

test('a connection goes back when its last statement is answered, and not before', () => {
  const { begin, give, released } = pool(1)
  const [a, b] = [begin(), begin()]
  give('one')
  a.connection.leave()
  assert.deepEqual(released, [])
  b.connection.leave()
  assert.deepEqual(released, [['one', undefined]])
})

test('a connection that failed gets no further statement, and goes back with its failure', () => {
  const { begin, give, released, asked } = pool(1)
  const [a, b] = [begin(), begin()]
  give('one')
  const failure = new Error('the connection is gone')
  a.connection.leave(failure)
  const c = begin()
  assert.equal(asked.length, 1, 'another connection is asked for')
  give('two')
  assert.equal(c.on, 'two')
  b.connection.leave()
  assert.deepEqual(released, [['one', failure]])
})

test('all waiting statements get the error of a failed connection, and the next statement tries again', () => {
  const { begin, asked, released } = pool(1)
  const [a, b] = [begin(), begin()]
  const failure = new Error('too many clients')
  asked.shift()!(failure)
  assert.deepEqual([a.error, b.error], [failure, failure])
  assert.deepEqual([a.on, b.on], [undefined, undefined])
  begin()
  assert.equal(asked.length, 1)
  assert.deepEqual(released, [])
})

test('a connection whose statement takes long gets no further one, and does not count as shared', () => {
  const { begin, give, asked, clock } = pool(1)
  const a = begin()
  give('one')
  clock.now = 100
  const b = begin()
  assert.equal(asked.length, 1, 'another connection is asked for')
  give('two')
  assert.equal(b.on, 'two')
  a.connection.leave()
  assert.equal(begin().on, 'two')
})

test('no statement waits behind slow ones', async () => {
  const db = connect(process.env.DATABASE_URL!, { max: 6, name: 'slow statements' })
  const watching = connect(process.env.DATABASE_URL!, { max: 1 })
  try {
    const order: string[] = []
    const slow = Array.from({ length: 3 }, () => db`select pg_sleep(8)`.then(() => order.push('slow')))
    await until(async () => {
      const active = await watching`
        select 1 from pg_stat_activity
        where application_name = 'slow statements' and query like '%pg_sleep%' and state = 'active'
          and now() - query_start > interval '100 ms'`
      return active.length === 3
    }, 'all three are under way')
    await Promise.all(Array.from({ length: 20 }, () => db`select 1`))
    order.push('quick')
    await Promise.all(slow)
    assert.deepEqual(order, ['quick', 'slow', 'slow', 'slow'])
  } finally {
    await db.end()
    await watching.end()
  }
})
