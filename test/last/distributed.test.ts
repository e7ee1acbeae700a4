/**
 * Each statement of the store is one that Citus takes where the tables are distributed by client (design §7). Judged are the statements
 * that the tests of this run sent; `node test/run.mjs <its tests> test/last` judges some. `node test/run.mjs --database --distributed`
 * runs them on Citus itself.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { type Checker, startChecker } from '../harness/distributable.ts'
import { placeFinder } from '../harness/judge.ts'
import { type RefusalClass, refusalClasses } from '../harness/refusals.ts'
import { recordedStatements } from '../harness/statements.ts'
import { fixedParts, storeStatements } from '../harness/store-statements.ts'

/** Statements that Citus refuses or takes otherwise, as `file: declaration`, each with the reason for the exception. */
const refused: ReadonlyMap<string, string> = new Map([
  ['ledger.ts: append', 'a repeated one adds what the log has to what it excludes, and the union is the same'],
])

const { TEST_STATEMENTS, TEST_IS_WHOLE } = process.env
let database: TestDatabase
let checker: Checker
before(async () => {
  database = await freshDatabase()
  checker = await startChecker(database)
})
after(async () => {
  await checker?.end()
  await database?.drop()
})

test('every statement is one that a distributed database takes', async () => {
  const placeOf = placeFinder()
  const partOf = partFinder()
  const found = new Map<string, Set<RefusalClass>>()
  const seen = new Set<string>()
  let judged = 0
  for (const sample of recordedStatements(TEST_STATEMENTS!)) {
    const { text } = sample
    const place = placeOf(text) ?? partOf(text)
    if (place === undefined || !/^\s*(?:select|insert|update|delete|with)\b/.test(text)) continue
    judged++
    seen.add(place)
    // a table that a test made, or a partition of another month
    const refusal = await checker.check(text).catch(() => undefined)
    if (refusal) found.set(place, (found.get(place) ?? new Set()).add(refusal.class))
  }
  const failed = [...found]
    .filter(([place]) => !refused.has(place))
    .map(([place, classes]) => `${place}: ${[...classes].map(name => refusalClasses[name]).join('; ')}`)
  assert.deepEqual(failed.sort(), [], `of ${judged} statements`)
  const places = new Set(storeStatements().map(({ place }) => place))
  assert.deepEqual(
    [...refused.keys()].filter(place => !places.has(place)),
    [],
    'there are no such statements any more',
  )
  if (!TEST_IS_WHOLE) return
  assert.ok(judged > 1_000, `${judged} statements were judged`)
  assert.deepEqual(
    [...refused.keys()].filter(place => seen.has(place) && !found.has(place)),
    [],
    'these are taken: remove the exception',
  )
})

/** What is put together from parts has the place of one that it contains. */
function partFinder(): (text: string) => string | undefined {
  const shortest = 50
  const parts = storeStatements()
    .flatMap(({ place, text }) => fixedParts(text).map(part => ({ place, part: part.trim() })))
    .filter(({ part }) => part.length >= shortest)
    .sort((one, other) => other.part.length - one.part.length)
  return text => parts.find(({ part }) => text.includes(part))?.place
}
