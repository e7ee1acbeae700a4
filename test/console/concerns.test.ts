/** Who decides which answers of the service are old: console/src/live, and no screen. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../../console/src')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .sort()
  .map(name => [name, readFileSync(join(folder, name), 'utf8')] as const)

test('answers are made old in live/ only: a change names what it touches with reread()', () => {
  const elsewhere = sources
    .filter(([name, text]) => !name.startsWith('live/') && /\b(?:invalidate|refetch|reset)Queries\(/.test(text))
    .map(([name]) => name)
  // a refusal says that the rights of the session are old; one mapping is saved at a time, and its own answer alone is read again
  assert.deepEqual(elsewhere, ['api/call.ts', 'screens/imports/mapping.tsx'])
})

test('every entry of what changes make old is used by a screen', () => {
  const [, concerns] = sources.find(([name]) => name === 'live/concerns.ts')!
  const [, table] = /const concernsOfChanges = \{\n([\s\S]*?)\n\}/.exec(concerns)!
  const entries = Array.from(table!.matchAll(/^ {2}(\w+)[,:]/gm), ([, entry]) => entry!)
  assert.ok(entries.length > 30)
  const used = new Set(
    sources.flatMap(([, text]) =>
      Array.from(text.matchAll(/\breread\(([^)]*)\)/g), ([, named]) => named!.match(/\w+/g) ?? []).flat(),
    ),
  )
  assert.deepEqual(
    entries.filter(entry => !used.has(entry)),
    [],
  )
})
