import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betweenMarks, type PageMark, PageMarks } from './page-marks.ts'

/** An order of rows whose keys are their places; it notes what was laid. */
function order() {
  const laid: [from: number, rows: number][] = []
  const lay = async (from: PageMark | undefined, rows: number): Promise<PageMark[]> => {
    const begin = from?.before ?? 0
    laid.push([begin, rows])
    return Array.from({ length: Math.ceil(rows / betweenMarks) }, (_, n) => ({
      before: begin + n * betweenMarks,
      key: [begin + n * betweenMarks],
    }))
  }
  return { laid, lay }
}

test('a page begins at the mark before it, and marks are laid as far as they are needed', async () => {
  const { laid, lay } = order()
  const marks = new PageMarks()
  const before = async (rows: number) => (await marks.before('list', 'a', rows, lay))?.before
  assert.equal(await before(10_250), 10_000)
  assert.equal(await before(10_250), 10_000)
  assert.equal(await before(9_999), 9_500)
  assert.equal(await before(0), 0)
  assert.deepEqual(laid, [[0, 10_250]])
  assert.equal(await before(20_000), 19_500)
  assert.deepEqual(laid.slice(1), [[10_000, 10_000]])
})

test('marks of another revision or order are not used', async () => {
  const { laid, lay } = order()
  const marks = new PageMarks()
  await marks.before('list', 'a', 5_000, lay)
  await marks.before('list', 'b', 6_000, lay)
  await marks.before('other list', 'b', 7_000, lay)
  await marks.before('list', 'a', 8_000, lay)
  assert.deepEqual(laid, [
    [0, 5_000],
    [0, 6_000],
    [0, 7_000],
    [0, 8_000],
  ])
})

test('the marks asked for longest ago are forgotten first', async () => {
  const { laid, lay } = order()
  const marks = new PageMarks(25)
  const ask = (name: string) => marks.before(name, 'a', 10 * betweenMarks, lay)
  for (const name of ['one', 'two', 'one', 'three', 'one']) await ask(name)
  assert.equal(laid.length, 3)
  await ask('two')
  assert.equal(laid.length, 4)
})

test('pages asked for at the same time lay no mark twice', async () => {
  const { lay } = order()
  const marks = new PageMarks()
  const found = await Promise.all([6_000, 6_000, 3_000].map(rows => marks.before('list', 'a', rows, lay)))
  assert.deepEqual(
    found.map(mark => mark?.before),
    [5_500, 5_500, 2_500],
  )
  assert.equal((await marks.before('list', 'a', 7_000, lay))?.before, 6_500)
})
