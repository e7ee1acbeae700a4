/** Tests run as bundles (harness/bundle.mjs), and behave as their sources would. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

test('a stack trace names the line of the source', () => {
  const { stack } = new Error('here')
  assert.match(stack!, /test\/bundle\.test\.ts:8:21\b/)
})

test('import.meta names the source', () => {
  assert.ok(existsSync(new URL(import.meta.url)))
  assert.match(import.meta.url, /\/test\/bundle\.test\.ts$/)
  assert.ok(existsSync(new URL('../package.json', import.meta.url)))
})

test('a program that a test names is started from its bundle, without a loader of TypeScript', async () => {
  const program = new URL('./harness/journal-process.ts', import.meta.url)
  assert.ok(existsSync(program))
  assert.match(program.pathname, /journal-process\.mjs$/)
  assert.ok(existsSync(join(import.meta.dirname, '../bin/lettershop.mjs')))
  assert.ok([...process.execArgv, process.env.NODE_OPTIONS ?? ''].every(option => !option.includes('tsx')))
})
