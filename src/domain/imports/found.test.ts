import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableFound } from './found.ts'

const cells = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length))
const partsOf = (parts: number, columns: number, length: number) => ({
  parts: Array.from({ length: parts }, () => ({
    name: 'p.csv',
    header: cells(columns, length),
    sample: Array.from({ length: 20 }, () => cells(columns, length)),
  })),
})

test('first rows of a usual file are kept, their cells up to 250 characters', () => {
  const { parts } = storableFound(partsOf(4, 12, 300))
  assert.deepEqual(
    [parts[3]!.sample.length, parts[3]!.sample[19]![11]!.length, parts[3]!.header![11]!.length],
    [20, 250, 250],
  )
})

test('of the widest file with the most parts little is kept', () => {
  const kept = JSON.stringify(storableFound(partsOf(100, 700, 300)))
  assert.ok(kept.length < 10_000_000, `${kept.length}`)
})

test('what no database holds is not kept', () => {
  const { parts } = storableFound({ parts: [{ name: 'a\0b', header: ['\0', '\ud800'], sample: [['\0x']] }] })
  assert.deepEqual(parts, [{ name: 'a b', header: [' ', '\ufffd'], sample: [[' x']] }])
})
