/**
 * A regular expression that looks for a run of characters at the end of a text, but may begin anywhere, tries again at every
 * character of every run: 100,000 dots cost seconds. `lib/trim-end.ts` does the same in one pass.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')

/** A regular expression literal, as far as it differs from a division without parsing. */
const literal = /(?<=[=(,:?!&|[{;\n]\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*/g
/** A repeated class, dot, escape or character right before the end of the text or of an alternative that ends there. */
const trailingRun = /(?:\[(?:[^\]\\]|\\.)*\]|\\[dDsSwW]|\\p\{[^}]*\}|\\[^\w]|[^\\()[\]|^$*+?{}])(?:[+*]|\{\d+,\})\)?\$/

/** Trailing runs of an expression that may begin anywhere. */
function slow(pattern: string): boolean {
  return alternatives(pattern).some(one => !/^\(?(?:\?:|\?<[=!])?\^/.test(one) && startsWithRun(one))
}

/** Only a run that the expression begins with is tried again at each of its characters; what is fixed before it is found first. */
function startsWithRun(alternative: string): boolean {
  const found = trailingRun.exec(alternative)
  return found !== null && found.index <= alternative.indexOf(found[0]) && isRunsOnly(alternative.slice(0, found.index))
}

function isRunsOnly(before: string): boolean {
  return before.replace(/\(\?[:=!]|\(|\)|(?:\[(?:[^\]\\]|\\.)*\]|\\[dDsSwW]|\.)(?:[+*?]|\{\d+,?\d*\})/g, '') === ''
}

function alternatives(pattern: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (character === '[') at = pattern.indexOf(']', pattern[at + 1] === ']' ? at + 2 : at + 1)
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) {
      found.push(pattern.slice(from, at))
      from = at + 1
    }
  }
  return [...found, pattern.slice(from)]
}

for (const [pattern, expected] of [
  ["[.,;:!?'*_]+$", true],
  [',+$', true],
  ['\\.+$', true],
  ['\\s+$', true],
  ['\\s*$', true],
  ['a|[.]+$', true],
  ['(?:\\s+)$', true],
  ['^[a-z]+$', false],
  ['^\\s*[a-z]+\\s*$', false],
  ['#.*$', false],
  ['[a-z]$', false],
] as const)
  test(`/${pattern}/ is ${expected ? 'slow' : 'fine'}`, () => assert.equal(slow(pattern), expected))

test('no regular expression of the sources looks for a run at the end of a text from anywhere', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap(name => {
      const path = join(source, name)
      return [...readFileSync(path, 'utf8').matchAll(literal)]
        .filter(([, pattern]) => slow(pattern!))
        .map(([text]) => `${relative(source, path)}: ${text}`)
    })
  assert.deepEqual(found, [])
})

/** A longer one is a list (lib/patterns.ts), a line of which a reader can take in. May only shrink. */
const longest = 200
const unfinished = ['console/src/']

test('no regular expression is written in one line of more than 200 characters', () => {
  const found = ['src', 'console/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => join(folder, name))
      .filter(name => !unfinished.some(start => name.startsWith(start)))
      .flatMap(name =>
        [...readFileSync(join(root, name), 'utf8').matchAll(literal)]
          .filter(([, pattern]) => pattern!.length > longest)
          .map(([text]) => `${name}: ${text}`),
      ),
  )
  assert.deepEqual(found, [])
})

const tests = ['src', 'test', 'demo', 'examples', 'bench', 'console'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map(name => join(folder, name)),
)

/** Reads a clock that measures how long something lasts, or the age of a moment by the time of day. */
const wallTime =
  /performance\.now\(\)|process\.hrtime|monitorEventLoopDelay|eventLoopUtilization|- Date\.now\(\)|(?<!new Date\()Date\.now\(\) - /

/**
 * A test that asserts how long something lasts fails on a busy machine. It asserts processor time or growth instead
 * (test/harness/processor-time.ts), or waits (test/harness/until.ts). This list gets shorter only.
 */
test('no test asserts how long something lasts', () =>
  assert.deepEqual(tests.filter(name => wallTime.test(readFileSync(join(root, name), 'utf8'))).sort(), [
    'src/http/uploads.test.ts', // that an upload is kept for a day, give or take an hour
    'src/inbound/processor.test.ts',
    'test/console/in-mail.test.ts', // gives a bounce a date after today
    'test/database/trouble.test.ts', // how fast a relay takes mail, and figures that it prints
    'test/delivery/fail-over.test.ts', // a figure that it prints
    'test/faults/backups.test.ts', // kills a restore after a part of the time that one takes
    'test/patterns.test.ts', // this list
    'test/several-machines.test.ts', // what a limit per second grants: more the longer it takes
    'test/simulation/defects.test.ts', // figures that it prints
    'test/stream.test.ts', // messages per second: the bound grows with the time it takes
  ]))

/** PostgreSQL takes a `select` without columns; a database that is distributed over several machines refuses it. */
const withoutColumns = /\bselect\s+from\b/

test('no query of the sources selects no column', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && withoutColumns.test(readFileSync(join(source, name), 'utf8')))
    .map(name => `${name}: write "select 1 from"`)
  assert.deepEqual(found, [])
})
