/** Links of a letter to web addresses, and how findings name them. */

/** A link of a letter, once for all of its places. */
export interface Link {
  /** As it is written first. */
  readonly url: string
  readonly count: number
}

/** The link as findings name it: with its count when it is there more than once. */
export function shownLink({ url, count }: Link): string {
  return count === 1 ? url : `${url} (${count} times)`
}
