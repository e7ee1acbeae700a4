import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimEndOf } from './trim-end.ts'

for (const [text, characters, expected] of [
  ['', '.', ''],
  ['a', '.', 'a'],
  ['a.b...', '.', 'a.b'],
  ['a).,', '.,)', 'a'],
  ['...', '.', ''],
  ['a.b', '', 'a.b'],
] as const)
  test(`"${text}" without "${characters}" at its end is "${expected}"`, () =>
    assert.equal(trimEndOf(text, characters), expected))
