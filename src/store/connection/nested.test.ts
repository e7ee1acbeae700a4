import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { nestDatabase } from './nested.ts'
import { transaction } from './transaction.ts'

let it: TestDatabase
before(async () => {
  it = await freshDatabase()
  await it.db`create table things (name text unique)`
})
after(() => it.drop())

const names = async () => (await it.db`select name from things order by 1`).map(({ name }) => name)
const empty = () => it.db`truncate things`

test('a nested transaction is rolled back with the outer one', async () => {
  await empty()
  const outer = transaction(it.db, async sql => {
    await transaction(nestDatabase(sql), inner => inner`insert into things values ('inner')`)
    throw new Error('no')
  })
  await assert.rejects(outer, /no/)
  assert.deepEqual(await names(), [])
})

test('a failing nested transaction rolls back only its own changes', async () => {
  await empty()
  await transaction(it.db, async sql => {
    const db = nestDatabase(sql)
    await db`insert into things values ('outer')`
    await assert.rejects(
      transaction(db, async inner => {
        await inner`insert into things values ('inner')`
        await inner`insert into things values ('outer')`
      }),
      { code: '23505' },
    )
    await transaction(db, inner => inner`insert into things values ('later')`)
  })
  assert.deepEqual(await names(), ['later', 'outer'])
})

test('concurrent nested transactions are isolated', async () => {
  await empty()
  await transaction(it.db, async sql => {
    const db = nestDatabase(sql)
    const one = (name: string, fails: boolean) =>
      transaction(db, async inner => {
        await inner`insert into things values (${name})`
        if (fails) throw new Error(name)
      })
    await Promise.allSettled([one('a', false), one('b', true), one('c', false)])
  })
  assert.deepEqual(await names(), ['a', 'c'])
})

test('a transaction cannot reserve a connection', async () => {
  await transaction(it.db, sql => assert.rejects(nestDatabase(sql).reserve(), /Within a transaction/))
})
