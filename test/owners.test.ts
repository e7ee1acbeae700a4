/** Facts that have one owner in the program (design §2, "One owner per fact"), held against the sources. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()
  .map(name => [name, readFileSync(join(source, name), 'utf8')] as const)

/** The files with text that matches, one entry for each match. */
function filesWith(pattern: RegExp): readonly string[] {
  return sources.flatMap(([name, text]) => Array.from(text.matchAll(pattern), () => name))
}

test('NUL is taken out of text in lib/storable-text.ts', () =>
  assert.deepEqual(filesWith(/replace(?:All)?\('\\0'/g), [
    'domain/content/pages.ts', // as browsers do: U+FFFD, in pages that are kept whole
    'lib/storable-text.ts',
    'protocols/body-limits.ts', // looks at UTF-16 as if it were ASCII; nothing of it is stored
  ]))

test('occurrences within a sliding window are counted in store/occurrences.ts', () =>
  assert.deepEqual(filesWith(/\b(?:from|into) occurrences\b/g), ['store/occurrences.ts', 'store/occurrences.ts']))

/** It runs them again after a deadlock or a change of the tables, which a bare `begin` would answer with an error. */
test('transactions of the program go through store/transaction.ts', () =>
  assert.deepEqual(filesWith(/\bdb\.begin\b|\.begin\(\s*(?:async\b|\(?\w*\)?\s*=>)|unsafe\(['"`]begin/g), [
    'store/migrate.ts', // one migration in one message; what is not done when it fails stops the start
    'store/open.ts', // holds a lock open while another connection looks at it
    'store/transaction.ts',
  ]))
