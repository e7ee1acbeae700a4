import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { leadingTable, placementOf, readPlacements, referenceTables } from './placement.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

test('a named table is a reference table; else a required client decides', () => {
  assert.equal(placementOf('clients', false), 'reference')
  assert.equal(placementOf('account_suppressions', true), 'reference')
  assert.equal(placementOf('lists', true), 'distributed')
  assert.equal(placementOf('mailbox', false), 'coordinator')
})

test('each table of the schema has its place', async () => {
  const placements = await readPlacements(database.db)
  const named = (placement: string) => placements.filter(table => table.placement === placement).map(({ name }) => name)
  const schema = new Set(placements.map(({ name }) => name))
  assert.deepEqual(named('reference'), referenceTables.filter(name => schema.has(name)).sort())
  for (const name of [leadingTable, 'subscribers', 'campaigns', 'audience', 'log', 'hits'])
    assert.ok(named('distributed').includes(name), name)
  for (const name of ['migrations', 'mailbox', 'grants', 'audit_log'])
    assert.ok(named('coordinator').includes(name), name)
})

test('partitions are not listed', async () => {
  const names = (await readPlacements(database.db)).map(({ name }) => name)
  assert.deepEqual(
    names.filter(name => /_rest$|_from_\d/.test(name)),
    [],
  )
})
