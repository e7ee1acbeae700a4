import assert from 'node:assert/strict'

/** The items of a list within an answered record, which the contract's type also lets be streamed or absent. */
export function itemsOf<Item>(list: readonly Item[] | AsyncIterable<Item> | null | undefined): readonly Item[] {
  assert.ok(Array.isArray(list), 'a list was answered')
  return list
}
