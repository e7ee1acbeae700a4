/** The words of the audit log and of events: nothing that the service records is without a sentence. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mergeLines } from '../../console/src/screens/audit/lines.ts'
import { allOperations } from '../../src/contract/operations.ts'
import { systemOperations } from '../../src/domain/audit/system.ts'
import { uploadOperation } from '../../src/domain/uploads/uploads.ts'
import { eventTypes } from '../../src/store/events/events.ts'
import { root } from '../harness/markdown.ts'

/** The sources are read as text: their messages are made by the build of the console. */
const source = (path: string) => readFileSync(join(root, 'console', 'src', 'screens', path), 'utf8')
const words = source('audit/operation-words.ts')

/** Open calls that say who called once that is known (operations/audited.ts). */
const openCalls = ['Session.SignIn', 'Person.AcceptInvitation', 'Person.ResetPassword']

test('every operation that the audit log records has a sentence', () => {
  const recorded = [
    ...allOperations.filter(({ effect, access }) => effect !== 'read' && effect !== 'lease' && access.to !== 'anyone'),
    ...[...openCalls, uploadOperation, ...systemOperations].map(name => ({ name })),
  ]
  const missing = recorded.filter(({ name }) => !words.includes(`'${name}': [`) && !words.includes(`${name}: [`))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

test('no sentence is for an operation that the service does not have', () => {
  const known = new Set<string>([
    ...allOperations.map(({ name }) => name),
    ...openCalls,
    ...systemOperations,
    uploadOperation,
  ])
  const unknown = [...words.matchAll(/^ {2}'([^']+)': \[/gm)].filter(([, name]) => !known.has(name!))
  assert.deepEqual(
    unknown.map(([, name]) => name),
    [],
  )
})

test('every type of event has a sentence', () => {
  const sentences = source('events/sentences.ts')
  assert.deepEqual(
    eventTypes.filter(type => !sentences.includes(`'${type}': msg(`)),
    [],
  )
})

test('a fold that two pages have is one line, counted together, where it began', () => {
  const entry = (date: string, Fold: string, Count: number, FirstDate = date) =>
    ({ Date: date, Fold, Count, FirstDate }) as unknown as Parameters<typeof mergeLines>[0][number] // the parts that are looked at
  const lines = mergeLines([
    entry('2026-03-20 10:00:00', 'reads', 3, '2026-03-20 09:00:00'),
    entry('2026-03-20 08:59:00', '', 1),
    entry('2026-03-20 08:58:00', '', 1),
    entry('2026-03-20 08:57:00', 'reads', 4, '2026-03-20 08:00:00'),
  ])
  assert.deepEqual(
    lines.map(({ count, firstDate }) => [count, firstDate.slice(11, 16)]),
    [
      [7, '08:00'],
      [1, '08:59'],
      [1, '08:58'],
    ],
  )
})
