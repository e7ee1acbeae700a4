/** How long lists are read: page by page, each going on after the last row of the page before. */
import { longestPage } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { Paged } from '../../lib/paged.ts'

/** After and Limit as a caller gives them. */
export interface PageRequest {
  /** The number of the row to go on after; 0 for the first page. */
  readonly after: number
  /** 0 for as many as a page holds. */
  readonly limit: number
}

/** A `PageRequest` that was checked: its limit is from 1 to `longestPage`. */
export type PageOrder = PageRequest

/**
 * Reads After and Limit as every paged operation takes them. A row that is gone since is no fault: the page goes on where it was.
 * @throws Refusal InvalidParameter
 */
export function readPage({ after, limit }: PageRequest): PageOrder {
  if (after < 0) throw new Refusal('InvalidParameter', 'After is 0, or the number of the last row of the page before.')
  if (limit < 0 || limit > longestPage) {
    throw new Refusal('InvalidParameter', `Limit is at most ${longestPage}; 0 means ${longestPage}.`)
  }
  return { after, limit: limit || longestPage }
}

/**
 * Reads Page and PageSize of operations that page by number.
 * @returns how many rows come before the page, and how many it has at most
 * @throws Refusal InvalidParameter
 */
export function readNumberedPage({ page, pageSize }: { readonly page: number; readonly pageSize: number }): {
  readonly offset: number
  readonly limit: number
} {
  if (page < 1 || page > 1_000_000) throw new Refusal('InvalidParameter', 'Page is from 1 to 1000000.')
  if (pageSize < 1 || pageSize > longestPage) {
    throw new Refusal('InvalidParameter', `PageSize is from 1 to ${longestPage}.`)
  }
  return { offset: (page - 1) * pageSize, limit: pageSize }
}

/** Reads a Limit that is never refused, as that of Event.List: what is no number of rows asks for as many as a page holds. */
export function nearestLimit(limit: number): number {
  return limit <= 0 ? longestPage : Math.min(limit, longestPage)
}

/**
 * All rows of a list, read page by page: some hundred kilobytes of memory, however long the list is. The next page is read while one is
 * worked on; a failure is thrown when its turn comes.
 * @param page reads the rows after a mark, at most `limit`
 * @param first the mark before the first row
 * @param markOf the mark that the next page goes on after
 */
export function readInPages<Row, Mark>(
  page: (after: Mark, limit: number) => Promise<readonly Row[]>,
  first: Mark,
  markOf: (row: Row) => Mark,
  limit = longestPage,
): Paged<Row> {
  return new Paged(() => readPagesAfter(page(first, limit), page, markOf, limit))
}

/** The pages from one on that is being read already. */
export async function* readPagesAfter<Row, Mark>(
  first: Promise<readonly Row[]> | readonly Row[],
  page: (after: Mark, limit: number) => Promise<readonly Row[]>,
  markOf: (row: Row) => Mark,
  limit: number,
): AsyncGenerator<readonly Row[], void> {
  for (let rows = await first; ; ) {
    const next = rows.length === limit ? page(markOf(rows.at(-1)!), limit) : undefined
    next?.catch(() => {})
    if (rows.length > 0) yield rows
    if (!next) return
    rows = await next
  }
}
