import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../contract/refusals.ts'
import { cutPage, readCursorPage, type SortKey } from './cursors.ts'

const isKey = (values: SortKey): values is readonly [string, number] =>
  values.length === 2 && typeof values[0] === 'string' && Number.isInteger(values[1])

test('a page of rows leads to the next one, and the last to none', () => {
  const rows = [1, 2, 3].map(id => ({ name: `n${id}`, id }))
  const first = cutPage(rows, 2, ({ name, id }) => [name, id])
  assert.deepEqual(first.rows, rows.slice(0, 2))
  assert.deepEqual(readCursorPage({ cursor: first.nextCursor, limit: 2 }, isKey), { after: ['n2', 2], limit: 2 })
  assert.deepEqual(
    cutPage(rows, 3, ({ name, id }) => [name, id]),
    { rows, nextCursor: '' },
  )
  for (const cursor of [null, ''])
    assert.deepEqual(readCursorPage({ cursor, limit: 0 }, isKey), { after: undefined, limit: 1000 })
})

test('any name survives in a cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer(), (name, id) => {
      const { nextCursor } = cutPage([0, 0], 1, () => [name, id])
      assert.deepEqual(readCursorPage({ cursor: nextCursor, limit: 1 }, isKey).after, [name, id])
    }),
  )
})

test('a cursor that this operation did not give is refused, and so is a limit out of range', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const refused = [
    'x',
    '%',
    'é',
    encoded(null),
    encoded('a'),
    encoded({}),
    encoded([]),
    encoded(['a']),
    encoded([1, 'a']),
    encoded(['a', null]),
    encoded(['a', 1, 2]),
    encoded(['a', {}]),
    'A'.repeat(5000),
  ]
  for (const cursor of refused) {
    assert.throws(
      () => readCursorPage({ cursor, limit: 0 }, isKey),
      error => error instanceof Refusal && error.refusal === 'InvalidParameter',
      cursor.slice(0, 40),
    )
  }
  for (const limit of [-1, 1001]) assert.throws(() => readCursorPage({ cursor: null, limit }, isKey), Refusal)
})
