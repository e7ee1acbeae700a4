/** Nothing of the contract is left out of what is on record. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { needsSession } from '../../src/contract/card.ts'
import { allOperations, findOperation, type Operation, type OperationName } from '../../src/contract/operations.ts'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import { anywhere, refusalsOf } from '../../src/describe/refusals.ts'
import { uploadRefusals } from '../../src/describe/upload-path.ts'
import { framework, troubles } from './framework.ts'
import { scenario } from './scenario.ts'

/** Those that need the cookies of a browser have conversations of their own (test/sessions.test.ts). */
const isOfBrowsers = ({ name, access }: Operation) => name === 'Session.SignIn' || needsSession(access)

test('every operation succeeds in the scenario', () => {
  const succeed = new Set(scenario.filter(({ expect }) => expect === 'success').map(({ operation }) => operation))
  const calls = allOperations.filter(operation => !isOfBrowsers(operation))
  assert.deepEqual(
    calls.map(({ name }) => name).filter(name => !succeed.has(name as OperationName)), // a row's name is one
    [],
  )
})

test('every refusal of the catalogue is on record', () => {
  const shown = new Set<unknown>([
    ...scenario.map(({ expect }) => expect),
    ...framework.json.map(({ refusal }) => refusal),
    ...troubles,
    // uploads are no operation: src/http/uploads.test.ts
    ...uploadRefusals,
  ])
  // of a session that has ended, or has to set up a second factor, every operation may refuse so; Campaign.Send asks only persons for a number
  const ofCalls = new Set<RefusalName>(allOperations.filter(one => !isOfBrowsers(one)).flatMap(refusalsOf))
  const ofSessions = new Set<RefusalName>([
    ...(['SessionEnded', 'SecondFactorRequired', 'AudienceNotConfirmed'] as const),
    ...allOperations
      .filter(isOfBrowsers)
      .flatMap(refusalsOf)
      .filter(name => !ofCalls.has(name)),
  ])
  assert.deepEqual(
    (Object.keys(refusals) as RefusalName[]).filter(name => !shown.has(name) && !ofSessions.has(name)), // its keys are their names
    [],
  )
})

test('what a case of the scenario is refused with is documented for its operation', () => {
  const undocumented = scenario.filter(({ operation, expect }) => {
    const documented: readonly string[] = [...anywhere, ...refusalsOf(findOperation(operation)!)] // its name is a row's
    return expect !== 'success' && !documented.includes(expect)
  })
  assert.deepEqual(
    undocumented.map(({ operation, name, expect }) => `${operation}: ${name}: ${expect}`),
    [],
  )
})

test('no two cases of an operation have one name', () => {
  const titles = scenario.map(({ operation, name }) => `${operation}: ${name}`)
  assert.deepEqual(
    titles.filter((title, n) => titles.indexOf(title) !== n),
    [],
  )
})

test('nothing is on record that is not in the scenario', () => {
  const played = new Set(scenario.map(({ operation }) => `${operation}.http`))
  const files = readdirSync(new URL('../golden/wires/', import.meta.url))
  assert.deepEqual(
    files.filter(file => !played.has(file)),
    [],
  )
})
