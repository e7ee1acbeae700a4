/** A function is a screen or two: longer ones are several. The callback of a `describe` is no function that is read as one. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@babel/core'

const root = fileURLToPath(new URL('..', import.meta.url))
const mostLines = 100

/** May only shrink. */
const unfinished: readonly string[] = []

interface SyntaxNode {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
}

function longFunctions(name: string, text: string): string[] {
  // a file that is shorter has no such function
  if (text.split('\n').length <= mostLines) return []
  const plugins = ['typescript' as const, ...(name.endsWith('x') ? ['jsx' as const] : [])]
  const file = parseSync(text, { configFile: false, babelrc: false, parserOpts: { sourceType: 'module', plugins } })
  return [...nodesOf(file)].flatMap(({ type, loc }) => {
    if (!/Function|Method/.test(type) || !loc) return []
    const lines = loc.end.line - loc.start.line + 1
    return lines > mostLines ? [`${name}:${loc.start.line}: ${lines} lines`] : []
  })
}

/** A syntax tree, from its root on. */
function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  else {
    if ('type' in value) yield value as SyntaxNode
    for (const [key, child] of Object.entries(value)) if (key !== 'loc' && !/omments$/.test(key)) yield* nodesOf(child)
  }
}

test(`no function has more than ${mostLines} lines`, () => {
  const found = ['src', 'console/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
      .flatMap(name => longFunctions(join(folder, name), readFileSync(join(root, folder, name), 'utf8'))),
  )
  assert.deepEqual(
    found.filter(place => !unfinished.includes(place.split(':')[0]!)),
    [],
  )
})

test('long functions are found in classes, objects and parts of the console', () => {
  const body = '\n'.repeat(mostLines)
  for (const text of [
    `function a() {${body}}`,
    `const a = () => {${body}}`,
    `class A { a() {${body}} }`,
    `const a = { a() {${body}} }`,
    `const A = () => <p>${body}</p>`,
  ])
    assert.equal(longFunctions('a.tsx', text).length, 1, text)
  assert.deepEqual(longFunctions('a.ts', `const a = \`${body}\``), [])
})
