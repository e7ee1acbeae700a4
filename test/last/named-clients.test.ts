/**
 * Each statement about rows of a client compares every table of a client with a parameter, so that tables can be distributed by client (design
 * §7): what a join or a subquery says about another table names no client to a distributed database. Judged are the statements that
 * the tests of this run sent, as PostgreSQL parses them; `node test/run.mjs <its tests> test/last` judges some.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { placeFinder } from '../harness/judge.ts'
import { unnamedTables } from '../harness/named-clients.ts'
import { recordedStatements } from '../harness/statements.ts'
import { storeStatements } from '../harness/store-statements.ts'
import { clientTables, notOfTenants } from '../harness/tenant-tables.ts'

/** Statements that cannot name one client, as `file: declaration`. */
const amongAllClients: readonly string[] = []

/** Statements that could name one client for each of their tables, and do not yet. */
const notYet: readonly string[] = []

/** The most entries that both lists may have. */
const mostExceptions = 0

const { TEST_STATEMENTS, TEST_IS_WHOLE } = process.env
let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

test('every table of a client is compared with a parameter', async () => {
  const tables = await clientTables(database.db)
  const ofTenants = new Set(tables.map(({ name }) => name).filter(name => !notOfTenants.has(name)))
  const placeOf = placeFinder()
  const found = new Map<string, string>()
  let judged = 0
  for (const [sample] of recordedStatements(TEST_STATEMENTS!)) {
    const place = placeOf(sample!.text)
    if (place === undefined) continue
    judged++
    const unnamed = await unnamedTables(sample!.text, ofTenants)
    if (unnamed.length > 0) found.set(place, unnamed.map(({ table, alias }) => `${table} ${alias}`).join(', '))
  }
  const excepted = new Set([...amongAllClients, ...notYet])
  const failed = [...found].filter(([place]) => !excepted.has(place)).sort()
  assert.deepEqual(failed, [], `of ${judged} statements`)
  const places = new Set(storeStatements().map(({ place }) => place))
  assert.deepEqual(
    [...excepted].filter(place => !places.has(place)),
    [],
    'there are no such statements any more',
  )
  if (!TEST_IS_WHOLE) return
  assert.ok(judged > 800, `${judged} statements were judged`)
  assert.deepEqual(
    [...excepted].filter(place => !found.has(place)),
    [],
    'these name their client now: take them off the list',
  )
  assert.ok(excepted.size <= mostExceptions, 'the lists only shrink: give the new statement one client')
})
