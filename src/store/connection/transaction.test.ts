import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
  await database.db.unsafe('create table notes (id integer primary key, written integer not null default 0)')
  await database.db.unsafe('insert into notes (id) values (1), (2)')
})
after(() => database?.drop())

test('of two deadlocked transactions, the one that PostgreSQL ends is retried; both take effect once', async () => {
  const { db } = database
  let attempts = 0
  let arrive!: () => void
  const bothHoldOne = new Promise<void>(resolve => {
    arrive = resolve
  })
  let holding = 0
  const writeBoth = (first: number, second: number) =>
    transaction(db, async sql => {
      attempts++
      await sql`update notes set written = written + 1 where id = ${first}`
      if (++holding >= 2) arrive()
      await bothHoldOne
      await sql`update notes set written = written + 1 where id = ${second}`
    })
  await Promise.all([writeBoth(1, 2), writeBoth(2, 1)])
  // The run again may take its first row before the other transaction wakes: then there is a second deadlock.
  assert.ok(attempts > 2, `${attempts} attempts`)
  assert.deepEqual(
    (await db<{ written: number }[]>`select written from notes`).map(({ written }) => written),
    [2, 2],
  )
})

test('other errors are not retried, and nothing is committed', async () => {
  const { db } = database
  await db`update notes set written = 0`
  let attempts = 0
  await assert.rejects(
    transaction(db, async sql => {
      attempts++
      await sql`update notes set written = 9`
      await sql`insert into notes (id) values (1)`
    }),
    { code: '23505' },
  )
  assert.equal(attempts, 1)
  assert.equal((await db`select 1 from notes where written <> 0`).length, 0)
})

test('a transaction that is ended each time is given up after four attempts', async () => {
  const { db } = database
  let attempts = 0
  await assert.rejects(
    transaction(db, async sql => {
      attempts++
      await sql.unsafe(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    }),
    { code: '40001' },
  )
  assert.equal(attempts, 4)
})
