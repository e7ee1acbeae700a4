import assert from 'node:assert/strict'

/** The items of a list within an answer, which handlers may stream; these do not. */
export function rowsOf<Row>(list: readonly Row[] | AsyncIterable<Row> | null | undefined): readonly Row[] {
  assert.ok(Array.isArray(list))
  return list
}
