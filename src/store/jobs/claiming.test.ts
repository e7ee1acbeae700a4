/** Claims on a table made for it, in a real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { lockAwaited } from '../../../test/harness/locks.ts'
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { type ClaimedTable, claimRows, claimWaiting, fence } from './claiming.ts'

interface Parcel {
  readonly clientId: number
  readonly number: number
  readonly token: number
  readonly holder: string
  readonly before: string
}

const parcels: ClaimedTable<'clientId' | 'number', 'token'> = {
  table: 'parcels',
  key: ['clientId', 'number'],
  token: 'token',
  sequence: 'parcel_tokens',
  until: 'heldUntil',
}
/** Tokens that count the claims of their row. */
const counted = { ...parcels, sequence: undefined }

let database: TestDatabase
let db: Database
before(async () => {
  database = await freshDatabase()
  db = database.db
  await db`
    create table parcels (
      client_id bigint, number integer, token bigint not null default 0, holder text not null default '',
      held_until timestamptz not null default '-infinity', primary key (client_id, number)
    )`
  await db`create sequence parcel_tokens start 1000`
})
beforeEach(async () => {
  await db`truncate parcels`
  await db`insert into parcels (client_id, number) select c, n from generate_series(1, 2) c, generate_series(1, 100) n`
})
after(() => database?.drop())

/** Claims parcels of the first client, those that are free, in their order. */
function claim(sql: Sql, holder: string, { most = 10, seconds = 3600, table = parcels, waits = false } = {}) {
  return claimRows<Parcel>(sql, table, {
    clientId: 1,
    candidates: sql`
      select t.client_id, t.number, t.holder
      from parcels t
      where t.client_id = 1 and t.held_until <= now()
      order by t.number
      limit ${most}`,
    until: sql`now() + make_interval(secs => ${seconds})`,
    set: sql`, holder = ${holder}`,
    returning: sql`t.client_id, t.number, t.token, t.holder, o.holder as before`,
    waits,
  })
}

const numbers = (rows: readonly Parcel[]) => rows.map(({ number }) => number).sort((a, b) => a - b)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('a claim', () => {
  test('takes as many rows as are asked for, the first in the order asked for, and no others', async () => {
    const taken = await claim(db, 'one')
    assert.deepEqual(numbers(taken), range(1, 10))
    assert.ok(taken.every(({ clientId, holder, before }) => clientId === 1 && holder === 'one' && before === ''))
    const [left] = await db`select count(*)::integer as count from parcels where holder = ''`
    assert.equal(left!.count, 190)
    assert.deepEqual(numbers(await claim(db, 'two')), range(11, 20))
  })

  test('passes over rows that another transaction has locked, and does not wait for them', async () => {
    await db.begin(async other => {
      assert.deepEqual(numbers(await claim(other, 'one')), range(1, 10))
      assert.deepEqual(numbers(await claim(db, 'two')), range(11, 20))
    })
    assert.deepEqual(numbers(await claim(db, 'three')), range(21, 30))
  })

  test('that waits takes rows that the other transaction releases, and not rows that it keeps', async () => {
    for (const [isKept, taken] of [
      [true, range(11, 20)],
      [false, range(1, 10)],
    ] as const) {
      await db`update parcels set held_until = '-infinity'`
      let waiting: Promise<Parcel[]> | undefined
      const other = db.begin(async sql => {
        await claim(sql, 'one')
        // a statement begins when its end is asked for
        waiting = Promise.resolve(claim(db, 'two', { waits: true }))
        await lockAwaited(db)
        if (!isKept) throw new Error('given up')
      })
      if (isKept) await other
      else await assert.rejects(other, /given up/)
      assert.deepEqual(numbers(await waiting!), taken)
    }
  })

  test('shares no row with those that run beside it', async () => {
    const taken = await Promise.all(range(1, 10).map(n => claim(db, `holder ${n}`)))
    const all = taken.flat().map(({ number }) => number)
    assert.equal(new Set(all).size, all.length, 'no row twice')
    assert.ok(all.length > 10, 'some ran beside each other, or after each other, and all took something')
    const tokens = taken.map(rows => new Set(rows.map(({ token }) => token)))
    assert.ok(
      tokens.every(own => own.size <= 1),
      'the rows of a claim have one token',
    )
    const used = tokens.flatMap(own => [...own])
    assert.equal(new Set(used).size, used.length, 'each claim has a token of its own')
  })

  test('of a table whose tokens count raises them by one for each row', async () => {
    assert.deepEqual(
      (await claim(db, 'one', { most: 2, seconds: 0, table: counted })).map(({ token }) => token),
      [1, 1],
    )
    assert.deepEqual(
      (await claim(db, 'two', { most: 1, table: counted })).map(({ token, before }) => [token, before]),
      [[2, 'one']],
    )
  })
})

describe('a claim of work of any client', () => {
  function claimAny(sql: Sql, holder: string, most?: number) {
    return claimWaiting<Parcel>(sql, parcels, {
      isWaiting: () => sql`t.number <= 2`,
      order: sql`t.number, t.client_id`,
      ...(most === undefined ? {} : { most }),
      until: sql`now() + interval '1 hour'`,
      set: sql`, holder = ${holder}`,
      joined: clientId => sql`cross join (select ${clientId}::bigint as joined_id) j`,
      returning: sql`t.client_id, t.number, t.token, t.holder, j.joined_id as before`,
    })
  }
  const keys = (rows: readonly Parcel[]) => rows.map(({ clientId, number }) => `${clientId} ${number}`)

  test('takes one row, the first in the order asked for, with what belongs to its client', async () => {
    const taken = await claimAny(db, 'one')
    assert.deepEqual(keys(taken), ['1 1'])
    assert.equal(taken[0]!.before, 1)
    assert.deepEqual(keys(await claimAny(db, 'two')), ['2 1'])
  })

  test('takes as many as are asked for, in their order, and none when none waits', async () => {
    assert.deepEqual(keys(await claimAny(db, 'one', 3)), ['1 1', '2 1', '1 2'])
    assert.deepEqual(keys(await claimAny(db, 'two', 3)), ['2 2'])
    assert.deepEqual(keys(await claimAny(db, 'three', 3)), [])
  })

  test('passes over rows that another transaction has locked, and does not wait for them', async () => {
    await db.begin(async other => {
      await other`select 1 from parcels where number = 1 for update`
      assert.deepEqual(keys(await claimAny(db, 'one')), ['1 2'])
    })
    assert.deepEqual(keys(await claimAny(db, 'two')), ['1 1'])
  })

  test('shares no row with those that run beside it', async () => {
    const taken = await Promise.all(range(1, 6).map(n => claimAny(db, `holder ${n}`)))
    assert.deepEqual(keys(taken.flat()).sort(), ['1 1', '1 2', '2 1', '2 2'])
  })
})

describe('a fence', () => {
  /** The final write of a holder. @returns whether it still held the row */
  async function finish(held: Parcel): Promise<boolean> {
    const rows = await db`update parcels set holder = 'done' where ${fence(db, parcels, held)} returning 1`
    return rows.length > 0
  }

  test('lets the holder of a row write, also after its claim has ended', async () => {
    const [held] = await claim(db, 'one', { most: 1, seconds: 0 })
    assert.equal(await finish(held!), true)
    const done = await db`select client_id, number from parcels where holder = 'done'`
    assert.deepEqual([...done], [{ clientId: 1, number: 1 }])
  })

  test('refuses a holder whose row another process has claimed since', async () => {
    const [old] = await claim(db, 'one', { most: 1, seconds: 0 })
    const [held] = await claim(db, 'two', { most: 1 })
    assert.deepEqual([held!.number, held!.before], [1, 'one'])
    assert.equal(await finish(old!), false)
    const [row] = await db`select holder from parcels where client_id = 1 and number = 1`
    assert.equal(row!.holder, 'two')
    assert.equal(await finish(held!), true)
  })
})

test('among many rows a claim reads those it takes, also without statistics', async () => {
  await db`alter table parcels set (autovacuum_enabled = false)`
  await db`insert into parcels (client_id, number) select 1, n from generate_series(101, 300000) n`
  const statement = claim(db, 'one', { table: counted }) as unknown as Fragment // a query that is not awaited is a part of a statement
  const [row] = await db`explain (analyze, format json) ${statement}`
  const read = [...JSON.stringify(row).matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows))
  assert.ok(read.length > 1)
  assert.ok(Math.max(...read) <= 100, `it read ${Math.max(...read)} rows at one place`)
})
