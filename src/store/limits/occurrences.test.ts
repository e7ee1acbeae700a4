import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { countOccurrences, recordOccurrences } from './occurrences.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

const knock = { kind: 'knock', subject: 'door' }
const ring = { kind: 'ring', subject: 'door' }

test('occurrences are counted by kind, subject and window, one count for each in order', async () => {
  const { db } = database
  await recordOccurrences(db, [{ ...knock, times: 3 }])
  await db`update occurrences set at = at - interval '61 minutes'`
  await recordOccurrences(db, [knock, { ...ring, times: 2 }, { ...ring, subject: 'bell', times: 0 }])
  const counts = await countOccurrences(db, [
    { ...ring, withinMinutes: 60 },
    { ...knock, withinMinutes: 60 },
    { ...knock, withinMinutes: 120 },
    { ...knock, subject: 'window', withinMinutes: 120 },
    { ...ring, subject: 'bell', withinMinutes: 60 },
    { ...ring, withinMinutes: 60 },
  ])
  assert.deepEqual(counts, [2, 1, 4, 0, 0, 2])
})

test('without subjects nothing is counted or recorded', async () => {
  const { db } = database
  const before = await db`select * from occurrences`
  assert.deepEqual(await countOccurrences(db, []), [])
  await recordOccurrences(db, [])
  assert.equal((await db`select * from occurrences`).length, before.length)
})

test('an occurrence that is rolled back is not counted', async () => {
  const { db } = database
  const lost = { kind: 'knock', subject: 'rolled back' }
  await assert.rejects(
    db.begin(async sql => {
      await recordOccurrences(sql, [lost])
      assert.deepEqual(await countOccurrences(sql, [{ ...lost, withinMinutes: 1 }]), [1])
      throw new Error('no')
    }),
  )
  assert.deepEqual(await countOccurrences(db, [{ ...lost, withinMinutes: 1 }]), [0])
})
