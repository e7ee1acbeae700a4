import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusals.ts'
import { nearestLimit, readInPages, readPage } from './paging.ts'

for (const [after, limit, expected] of [
  [0, 0, { after: 0, limit: 1000 }],
  [7, 1, { after: 7, limit: 1 }],
  [0, 1000, { after: 0, limit: 1000 }],
  [0, 1001, undefined],
  [0, -1, undefined],
  [-1, 1, undefined],
] as const)
  test(`After ${after} and Limit ${limit} are ${expected ? `a page of ${expected.limit}` : 'refused'}`, () => {
    if (expected) assert.deepEqual(readPage({ after, limit }), expected)
    else
      assert.throws(
        () => readPage({ after, limit }),
        error => error instanceof Refusal && error.refusal === 'InvalidParameter',
      )
  })

for (const [limit, expected] of [
  [-1, 1000],
  [0, 1000],
  [1, 1],
  [1000, 1000],
  [1001, 1000],
] as const)
  test(`a Limit of ${limit} that is not refused means ${expected}`, () => assert.equal(nearestLimit(limit), expected))

for (const size of [0, 1, 3, 4, 6, 7])
  test(`each of ${size} rows is read once, in order, in pages of 3`, async () => {
    const all = Array.from({ length: size }, (_, n) => n + 1)
    const asked: number[] = []
    const page = async (after: number, limit: number) => {
      asked.push(after)
      return all.filter(row => row > after).slice(0, limit)
    }
    const read: number[] = []
    for await (const row of readInPages(page, 0, row => row, 3)) read.push(row)
    assert.deepEqual(read, all)
    assert.equal(asked.length, Math.floor(size / 3) + 1)
  })
