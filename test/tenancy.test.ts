/** Each row of a client names the client, so that tables can be distributed by client (design §7); test/last/named-clients.test.ts has the statements. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { type ClientTable, clientTables, notOfTenants } from './harness/tenant-tables.ts'

/** Append-only, read through an index that begins with client_id. */
const withoutPrimaryKey = new Set([
  'hits',
  'list_suppression_history',
  'preference_history',
  // its partitions have one each
  'published_events',
  'subscriber_history',
  'suppression_history',
])

/** Looked up by an identifier alone, before the client is known. */
const keysWithoutClient = new Set([
  'campaigns_id',
  'campaigns_public_id_key',
  'contact_tags_public_id_key',
  'forms_public_id_key',
  'lists_id',
  'lists_public_id_key',
  'templates_public_id_key',
  'webhooks_public_id_key',
])

let database: TestDatabase
let tables: readonly ClientTable[]
before(async () => {
  database = await freshDatabase()
  tables = await clientTables(database.db)
})
after(() => database?.drop())

const ofTenants = () => tables.filter(({ name }) => !notOfTenants.has(name))

describe('tables of a client', () => {
  test('every row names its client, but for tables whose rows are not of one client', () => {
    const optional = tables.filter(table => table.optional).map(({ name }) => name)
    assert.deepEqual(optional, [...notOfTenants])
  })

  test('every table has a primary key', () => {
    const without = ofTenants().filter(({ keys }) => !keys.some(({ primary }) => primary))
    assert.deepEqual(
      without.map(({ name }) => name),
      [...withoutPrimaryKey],
    )
  })

  test('every primary key and unique index contains client_id', () => {
    const without = ofTenants().flatMap(({ keys }) => keys.filter(({ columns }) => !columns.includes('client_id')))
    assert.deepEqual(
      without.map(({ name }) => name),
      [...keysWithoutClient],
    )
  })
})
