/** Tests run as bundles (harness/bundle.mjs), and behave as their sources would. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withSources } from './harness/traces.mjs'

test('a stack trace names the line of the source where the reporter shows it', () => {
  const { stack } = new Error('here')
  assert.match(withSources(stack!), /test\/bundle\.test\.ts:9:21\b/)
  assert.equal(withSources('at no/such.mjs:1:2, /nor/this.cjs:3:4'), 'at no/such.mjs:1:2, /nor/this.cjs:3:4')
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
