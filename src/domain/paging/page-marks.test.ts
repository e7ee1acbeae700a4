import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betweenMarks, type PageMark, PageMarks } from './page-marks.ts'

/** An order of rows whose keys are their places; it notes which marks were read. */
function order() {
  const read: number[] = []
  const next = async (from: PageMark<number> | undefined, rows: number): Promise<PageMark<number>> => {
    const before = (from?.before ?? 0) + rows
    read.push(before)
    return { before, key: before }
  }
  return { read, next }
}

test('a page begins at the mark before it, and marks are laid as far as they are needed', async () => {
  const { read, next } = order()
  const marks = new PageMarks<number>()
  const before = async (marksBefore: number, more = 0) =>
    (await marks.before('list', 'a', marksBefore * betweenMarks + more, next))?.before
  assert.equal(await before(3, 10), 3 * betweenMarks)
  assert.equal(await before(3, 10), 3 * betweenMarks)
  assert.equal(await before(2, 1), 2 * betweenMarks)
  assert.equal(await before(0, 1), undefined)
  assert.equal(read.length, 3)
  assert.equal(await before(5), 4 * betweenMarks)
  assert.equal(read.length, 4)
})

test('marks of another revision or order are not used', async () => {
  const { read, next } = order()
  const marks = new PageMarks<number>()
  const rows = betweenMarks + 1
  for (const [name, revision] of [
    ['list', 'a'],
    ['list', 'b'],
    ['other list', 'b'],
    ['list', 'a'],
  ] as const)
    await marks.before(name, revision, rows, next)
  assert.equal(read.length, 4)
})

test('the marks asked for longest ago are forgotten first', async () => {
  const { read, next } = order()
  const marks = new PageMarks<number>(2)
  const ask = (name: string) => marks.before(name, 'a', betweenMarks + 1, next)
  for (const name of ['one', 'two', 'one', 'three', 'one']) await ask(name)
  assert.equal(read.length, 3)
  await ask('two')
  assert.equal(read.length, 4)
})

test('pages asked for at the same time keep no mark twice', async () => {
  const { next } = order()
  const marks = new PageMarks<number>()
  const found = await Promise.all([6, 6, 3].map(n => marks.before('list', 'a', n * betweenMarks + 5, next)))
  assert.deepEqual(
    found.map(mark => mark?.before),
    [6, 6, 3].map(n => n * betweenMarks),
  )
  assert.equal((await marks.before('list', 'a', 7 * betweenMarks + 1, next))?.before, 7 * betweenMarks)
})

test('an order that ends before the page has the marks that it can have', async () => {
  const marks = new PageMarks<number>()
  const short = async (from: PageMark<number> | undefined) => (from ? undefined : { before: 900, key: 900 })
  assert.equal((await marks.before('list', 'a', 5_000, short))?.before, 900)
})
