import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog, withoutAddresses } from './log.ts'
import { Unavailable } from './unavailable.ts'

const folder = mkdtempSync(join(tmpdir(), 'lettershop-log-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const lines: readonly (readonly [line: string, written: string])[] = [
  ['550 5.1.1 <ann@reader.example>: no such user', '550 5.1.1 <…@reader.example>: no such user'],
  ['to=Zoë.Ann+x@bücher.example,sam@a.example', 'to=…@bücher.example,…@a.example'],
  ['postgres://lettershop:secret@db.example/x', 'postgres://lettershop:…@db.example/x'],
  ['at file:///app/node_modules/@scope/thing.js', 'at file:///app/node_modules/@scope/thing.js'],
  ['{"answer":"<\\"ann lee\\"@reader.example> is unknown"}', '{"answer":"<…@reader.example> is unknown"}'],
  ['5 @ 3', '5 @ 3'],
]
for (const [line, written] of lines)
  test(`of ${line} the log has ${written}`, () => assert.equal(withoutAddresses(line), written))

test('a long line of nothing but letters is written at once', () => {
  const line = `${'a'.repeat(1_000_000)}@`
  assert.equal(withoutAddresses(line), line)
})

test('what mail servers and the database say is logged without people', () => {
  const file = join(folder, 'log')
  const descriptor = openSync(file, 'w')
  const log = createLog('info', descriptor)
  const err = Object.assign(new Error('duplicate key of ann@reader.example'), {
    code: '23505',
    detail: 'Failing row contains (1, Ann Lovelace, ann@reader.example).',
    where: 'COPY subscribers, line 1: "Ann Lovelace"',
  })
  log.error({ err }, 'an operation failed')
  log.warn({ code: 550, answer: '550 <ann@reader.example> unknown' }, 'refused: ann@reader.example')
  closeSync(descriptor)
  const [first, second] = readFileSync(file, 'utf8').trim().split('\n')
  const { err: said, msg } = JSON.parse(first!)
  assert.deepEqual(
    [said.code, said.message, msg],
    ['23505', 'duplicate key of …@reader.example', 'an operation failed'],
  )
  assert.equal(JSON.parse(second!).answer, '550 <…@reader.example> unknown')
  assert.doesNotMatch(`${first}${second}`, /ann@|Lovelace/)
})

test('while something is not available, each text is written once in ten seconds, with how often it was meant to be', () => {
  const file = join(folder, 'outage')
  const descriptor = openSync(file, 'w')
  let now = 0
  const log = createLog('info', descriptor, () => now)
  const err = new Unavailable('The database is not available: it does not answer.')
  for (; now < 25_000; now += 100) {
    log.error({ err, operation: 'Client.Create' }, 'an operation failed')
    log.error({ err }, 'looking for work failed')
  }
  for (let n = 0; n < 3; n++) log.error({ err: new Error('a fault') }, 'an operation failed')
  closeSync(descriptor)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const written = lines.map(line => JSON.parse(line)).map(({ msg, err, repeated }) => [msg, err.type, repeated])
  assert.deepEqual(written, [
    ['an operation failed', 'Unavailable', undefined],
    ['looking for work failed', 'Unavailable', undefined],
    ['an operation failed', 'Unavailable', 99],
    ['looking for work failed', 'Unavailable', 99],
    ['an operation failed', 'Unavailable', 99],
    ['looking for work failed', 'Unavailable', 99],
    ['an operation failed', 'Error', undefined],
    ['an operation failed', 'Error', undefined],
    ['an operation failed', 'Error', undefined],
  ])
})
