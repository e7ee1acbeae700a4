import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { meetServer, putOffClaims } from './database-server.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

const at = new Date('2026-11-22T09:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)

test('senders claim from the first server at once, and wait after another one took over', async () => {
  const { db } = database
  const first = await meetServer(db, at, 10_000)
  assert.equal(first.claimsFrom, null)
  assert.deepEqual(await meetServer(db, later(5000), 10_000), first)
  await db`update database_server set server = 'the one before'`
  assert.deepEqual(await meetServer(db, at, 10_000), { server: first.server, claimsFrom: later(10_000) })
  assert.deepEqual(await meetServer(db, later(5000), 10_000), { server: first.server, claimsFrom: later(10_000) })
})

test('a sender that knows missing commits postpones claims, and never shortens a pause', async () => {
  const { db } = database
  await putOffClaims(db, later(60_000))
  await putOffClaims(db, later(30_000))
  assert.deepEqual((await meetServer(db, at, 10_000)).claimsFrom, later(60_000))
})

test('if two senders find another server at once, the later one does not shorten the pause', async () => {
  const { db } = database
  await db`update database_server set server = 'the one before', claims_from = null`
  const met = await Promise.all([meetServer(db, later(3000), 10_000), meetServer(db, at, 10_000)])
  assert.deepEqual(met[0], met[1])
  const { claimsFrom } = await meetServer(db, at, 10_000)
  assert.deepEqual(claimsFrom, met[0]!.claimsFrom)
  assert.ok([10_000, 13_000].some(ms => claimsFrom!.getTime() === at.getTime() + ms))
})
