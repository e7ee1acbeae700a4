import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonStrings } from './json-strings.ts'

test('the strings of a document have their paths, whatever they hold', () => {
  const source = String.raw`{"a":"x,\"}]:","b":[1,"y",{"c\"d":["z"],"e":null}], "f" : {} , "g":"\u00e9"}`
  assert.deepEqual(
    jsonStrings(source).map(({ path, value, start, end }) => [path, value, source.slice(start, end)]),
    [
      [['a'], 'x,"}]:', String.raw`"x,\"}]:"`],
      [['b', 1], 'y', '"y"'],
      [['b', 2, 'c"d', 0], 'z', '"z"'],
      [['g'], 'é', String.raw`"\u00e9"`],
    ],
  )
})

test('all strings of any document are found where they are', () => {
  const at = (value: unknown, path: readonly (string | number)[]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a document has any shape
    path.reduce((inside: any, name) => inside[name], value)
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
      const strings = jsonStrings(JSON.stringify(value, null, indent))
      for (const one of strings) assert.equal(at(value, one.path), one.value)
      const count = (inside: unknown): number =>
        typeof inside === 'string'
          ? 1
          : inside !== null && typeof inside === 'object'
            ? Object.values(inside).reduce((sum: number, one) => sum + count(one), 0)
            : 0
      assert.equal(strings.length, count(value))
    }),
  )
})
