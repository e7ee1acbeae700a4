/** How long lists are read: page by page, each going on after the number of the last row of the page before. */
import { Refusal } from '../contract/refusals.ts'

/** Rows of one page. */
export const longestPage = 1000

export interface PageOrder {
  /** The number of the row to go on after; 0 for the first page. */
  readonly after: number
  /** From 1 on. */
  readonly limit: number
}

/**
 * Reads After and Limit as every paged operation takes them. A row that is gone since is no fault: the page goes on where it was.
 * @param limit 0 for as many as a page holds
 * @throws Refusal InvalidParameter
 */
export function readPage(after: number, limit: number): PageOrder {
  if (after < 0) throw new Refusal('InvalidParameter', 'After is 0, or the number of the last row of the page before.')
  if (limit < 0 || limit > longestPage) {
    throw new Refusal('InvalidParameter', `Limit is at most ${longestPage}; 0 means ${longestPage}.`)
  }
  return { after, limit: limit || longestPage }
}
