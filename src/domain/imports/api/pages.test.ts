import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPages } from './pages.ts'

const rowsOf = (ids: readonly number[]) => ids.map(id => ({ id, row: `row ${id}` }))
/** Reads pages of two from lists, of which each request sees the next; the last one stays. */
async function read(...lists: readonly (readonly number[])[]) {
  let asked = 0
  const found: string[] = []
  const pages = readPages('people', async page => {
    const list = lists[Math.min(asked++, lists.length - 1)]!
    return { rows: rowsOf(list.slice((page - 1) * 2, page * 2)), total: list.length, page }
  })
  for await (const { rows } of pages) found.push(...rows)
  return { found: found.map(row => Number(row.slice(4))).sort((one, other) => one - other), asked }
}

describe('pages of a list', () => {
  test('are read to the last one, each row once', async () => {
    assert.deepEqual(await read([1, 2, 3, 4, 5]), { found: [1, 2, 3, 4, 5], asked: 3 })
    assert.deepEqual(await read([]), { found: [], asked: 1 })
  })

  test('are read again when someone left, and no one is missing or doubled', async () => {
    const { found } = await read([1, 2, 3, 4, 5], [2, 3, 4, 5])
    assert.deepEqual(found, [1, 2, 3, 4, 5])
  })

  test('of a list that someone joined at its beginning have a row twice, which counts once', async () => {
    const { found } = await read([1, 2, 3, 4], [0, 1, 2, 3, 4])
    assert.deepEqual(found, [0, 1, 2, 3, 4])
  })

  test('whose total no page reaches fail', async () => {
    const short = readPages('people', async page => ({ rows: page === 1 ? rowsOf([1]) : [], total: 2, page }))
    await assert.rejects(async () => {
      for await (const { rows } of short) assert.ok(rows.length <= 1)
    }, /changed each of the 3 times/)
  })
})
