import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableLine, storableText } from './storable-text.ts'

for (const [text, expected] of [
  ['', ''],
  ['a\0b', 'a b'],
  ['a\r\n\tb', 'a\r\n\tb'],
  ['a\ud800', 'a\ufffd'],
  ['abcdefghij', 'abcdefgh'],
  ['abcdefg😀', 'abcdefg\ufffd'],
] as const)
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(expected)} in 8 units`, () =>
    assert.equal(storableText(text, 8), expected))

for (const [text, expected] of [
  ['', ''],
  [' \0 a\r\n\tb\x85c  d\0', 'a b c d'],
  ['a\ud800', 'a\ufffd'],
  ['abcdefg😀', 'abcdefg\ufffd'],
  [`${'\0'.repeat(8)}abcdefghij`, 'abcdefgh'],
] as const)
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(expected)} on a line of 8 units`, () =>
    assert.equal(storableLine(text, 8), expected))
