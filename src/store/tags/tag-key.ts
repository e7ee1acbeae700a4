/**
 * Names of tags are compared by this function alone, those of contacts and those of campaigns: lower() of a database depends on its collation,
 * and differs from the program's rules for some letters of every one.
 */

/** Names with the same key are one tag: case does not matter, nor how accents are composed. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** In the order of their keys, the same in every database. */
export function byTagKey(one: string, other: string): number {
  const [a, b] = [tagKey(one), tagKey(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
