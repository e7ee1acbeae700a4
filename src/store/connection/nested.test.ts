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

test('what a nested transaction did goes with the one around it', async () => {
  await empty()
  const outer = transaction(it.db, async sql => {
    await transaction(nestDatabase(sql), inner => inner`insert into things values ('inner')`)
    throw new Error('no')
  })
  await assert.rejects(outer, /no/)
  assert.deepEqual(await names(), [])
})

test('a nested transaction that fails takes only its own back', async () => {
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

test('nested transactions that begin together keep apart', async () => {
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

test('there is no connection to keep within a transaction', async () => {
  await transaction(it.db, sql => assert.rejects(nestDatabase(sql).reserve(), /Within a transaction/))
})
