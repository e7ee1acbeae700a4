import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from './database.ts'
import { type Checker, startChecker } from './distributable.ts'
import { readCases } from './distributable-cases.ts'
import { refusalClasses } from './refusals.ts'

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

test('statements that Citus takes and refuses are judged by class', async () => {
  const wrong: string[] = []
  for (const { text, class: expected } of readCases()) {
    const refusal = await checker.check(text)
    if (refusal?.class !== expected) wrong.push(`${refusal?.class ?? 'taken'}, not ${expected ?? 'taken'}: ${text}`)
  }
  assert.deepEqual(wrong, [])
})

test('each class has a statement', () => {
  const seen = new Set(readCases().map(one => one.class))
  assert.deepEqual(
    Object.keys(refusalClasses).filter(name => !seen.has(name as keyof typeof refusalClasses)),
    [],
  )
})
