/**
 * Words that hide a subject or a verb do not come back: names and prose of this tree are plain technical English. The lists
 * follow the section Prose of the style guide.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Each with what to write instead. */
const anywhere: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|whoever)\b/i, 'name the caller, the user, the process'],
  [/\b(?:told|tells?)\b/i, 'publish, log, record, return, show, report'],
  [/\b(?:stood|stands)\b/i, 'is, comes, depends on'],
  [/\bis none\b/i, 'is invalid, is not one'],
  [/\bwhere there (?:is|are|was|were)\b/i, 'if … exists, with …'],
  [/\bof what use\b/i, 'say what it is used for'],
  [/\ba word of\b/i, 'say which message'],
  [/\bsays so\b/i, 'reports it, answers 503'],
  [/\b(?:as a|is|are|be|comes?|came|back|kept|held|sent|hashed) whole\b/i, 'complete'],
]

const inComments: typeof anywhere = [[/\bwhat it\b/i, 'a noun: its claims, the events, the text']]

/** `of` as a variable or parameter; a property may be called so. */
const variableOf = /\b(?:const|let) \[?of\b|\((?:[^(){}]*, )?(?:\.\.\.)?of(?:[,)]|: )|\{ of[,}]|, of \}/

/** An exported function whose name is a participle is neither a verb nor a noun. */
const participle =
  /\bexport (?:async )?function\*? (?!seed\b)(?:[a-z]+ed|told|taken|kept|held|known|written|shown|found|missing|gone|left|sent)\b/

/** Sentences that callers, readers, operators or other servers know, an account's name, and sample mails. */
const borrowed = new RegExp(
  [
    String.raw`is none that this stream gave|is none of this program's|(?<=\`|'|runs? as |lettershop or )nobody\b|`,
    'nothing here stands for|where this tag stands|receivers cannot tell that|because nobody used it|',
    'Know somebody who|Tell us what you like|Tell in a few sentences',
  ].join(''),
  'g',
)

/** Generated from the contract, whose words are checked there; the lists of this file. */
const generated: ReadonlySet<string> = new Set(['paths.ts', 'operations.md', 'rest.md', 'words.test.ts'])

/** Each is a test of its own. */
const places = [
  ...['src', 'test'].flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`)),
  ...[
    'console/src',
    'docs',
    'bench',
    'bin',
    'build',
    'demo',
    'deploy',
    'examples',
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
  ],
]

function filesOf(place: string): readonly string[] {
  const path = join(root, place)
  const paths = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map(name => join(path, name))
    : [path]
  return paths.filter(name => /\.(?:tsx?|mjs|md)$/.test(name) && !generated.has(basename(name)))
}

function findWords(place: string): readonly string[] {
  return filesOf(place).flatMap(path =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text, index) => problemsOf(text).map(problem => `${relative(root, path)}:${index + 1}: ${problem}`)),
  )
}

function problemsOf(text: string): readonly string[] {
  const line = text.replace(borrowed, '')
  const isComment = /^\s*(?:\/?\*|\/\/)|\s\/\/ /.test(line)
  return [
    ...[...anywhere, ...(isComment ? inComments : [])].flatMap(([pattern, instead]) => {
      const found = pattern.exec(line)
      return found ? [`"${found[0]}", write: ${instead}`] : []
    }),
    ...(!isComment && variableOf.test(line) ? ['a variable named of'] : []),
    ...(participle.test(line) ? ['an exported function named by a participle'] : []),
  ]
}

for (const [line, count] of [
  ['/** Tells the caller what it needs. */', 2],
  ['const of = 1', 1],
  ['function settle(key: Key, of: Claim) {', 1],
  ['left.settle(key, { of: owner })', 0],
  ['for (const one of all) {}', 0],
  ['export async function changed(rows: Rows) {', 1],
  ['export function publishEvents(rows: Rows) {', 0],
  ["sql.tell({ event: 'range.settled' })", 1],
  ["const account = await lookUp('nobody')", 0],
  ['the file is whole', 1],
  ['a whole number', 0],
] as const)
  test(`the lists find ${count} in: ${line}`, () => assert.equal(problemsOf(line).length, count))

for (const place of places) test(`${place} is plain English`, () => assert.deepEqual(findWords(place), []))
