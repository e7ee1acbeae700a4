import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isOnCitus } from '../../test/harness/citus.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { statementsDuring } from '../../test/harness/statements.ts'
import { transaction } from './connection/transaction.ts'
import { addToDirectory, completeDirectory, findByPublicIds, findClientsOf, removeFromDirectory } from './directory.ts'
import { insertList } from './lists/lists.ts'

let present: TestDatabase
let world: World
before(async () => {
  present = await freshDatabase()
  world = await seed(present.db)
})
after(() => present.drop())

const settings = { unsubscribePage: '', confirmOptIn: false, confirmationSuccessPage: '' }
const entriesOf = async (publicId: string) => [
  ...(await present.db`select kind, client_id, id from directory where public_id = ${publicId}`),
]
const unknown = 'f'.repeat(32)

test('a row and its entry are there together, and the entry is remembered', async () => {
  const { db } = present
  const publicId = (await insertList(db, world.client, { ...settings, title: 'Of the directory' }))!
  const [entry] = await entriesOf(publicId)
  assert.deepEqual([entry!.kind, entry!.clientId], ['list', world.client.clientId])
  const failed = transaction(db, async sql => {
    await addToDirectory(sql, 'list', { clientId: 1, id: 999_999, publicId: unknown })
    throw new Error('not this time')
  })
  await assert.rejects(failed, /not this time/)
  assert.deepEqual(await entriesOf(unknown), [])
  const found = await findByPublicIds(db, 'list', [publicId.toUpperCase()])
  assert.deepEqual(found, [{ clientId: world.client.clientId, id: entry!.id, publicId }])
  const sent = await statementsDuring(async () => {
    assert.deepEqual(await findByPublicIds(db, 'list', [publicId, publicId]), found)
  })
  assert.deepEqual(sent, [])
})

// the directory of a distributed database is complete
const isComplete = isOnCitus()

test('a row of an earlier program gets its entry when it is looked up, and an unknown identifier is unknown', {
  skip: isComplete,
}, async () => {
  const { db } = present
  const list = await seedList(db, world.client, 'Of an earlier program')
  const other = await seedList(db, world.client, 'Another of an earlier program')
  assert.deepEqual(await entriesOf(list.listPublicId), [])
  const found = await findByPublicIds(db, 'list', [list.listPublicId, unknown])
  assert.deepEqual(found, [{ clientId: list.clientId, id: list.listId, publicId: list.listPublicId }])
  assert.equal((await entriesOf(list.listPublicId)).length, 1)
  assert.deepEqual(await findByPublicIds(db, 'campaign', [list.listPublicId]), [], 'of another kind')
  assert.deepEqual(await findClientsOf(db, 'list', [other.listId, 999_999]), new Map([[other.listId, list.clientId]]))
  assert.equal((await entriesOf(other.listPublicId)).length, 1)
})

test('all rows without an entry get one', { skip: isComplete }, async () => {
  const { db } = present
  const list = await seedList(db, world.client, 'Completed')
  const before = await db`select count(*)::integer as count from directory`
  await transaction(db, completeDirectory)
  assert.equal((await entriesOf(list.listPublicId)).length, 1)
  await transaction(db, completeDirectory)
  const [rows] =
    await db`select (select count(*) from lists)::integer as lists, count(*)::integer as entries from directory`
  assert.equal(rows!.entries, rows!.lists)
  assert.ok(before[0]!.count < rows!.entries)
  await removeFromDirectory(db, 'list', [list.listId])
  assert.deepEqual(await entriesOf(list.listPublicId), [])
})

test('in a distributed database an identifier without an entry is unknown, and no table of clients is read', {
  skip: isComplete,
}, async () => {
  const distributed = await freshDatabase()
  try {
    // as Citus has it: no more of its catalogue is read
    const sql = await distributed.db.reserve()
    await sql.unsafe(`set allow_system_table_mods = on; create table pg_catalog.pg_dist_partition (partmethod "char");
      insert into pg_catalog.pg_dist_partition values ('h')`)
    sql.release()
    const { list } = await seed(distributed.db)
    const sent = await statementsDuring(async () => {
      assert.deepEqual(await findByPublicIds(distributed.db, 'list', [list.listPublicId]), [])
      assert.deepEqual(await findClientsOf(distributed.db, 'list', [list.listId]), new Map())
    })
    assert.deepEqual(
      sent.filter(({ text }) => /\blists\b/.test(text)),
      [],
    )
    await transaction(distributed.db, completeDirectory)
    assert.equal((await findByPublicIds(distributed.db, 'list', [list.listPublicId])).length, 1)
    assert.equal((await findClientsOf(distributed.db, 'list', [list.listId])).size, 1)
  } finally {
    await distributed.drop()
  }
})
