/**
 * Cursors of the operations that list by cursor: where the next page goes on, as opaque text. A cursor holds the sort key of the
 * last row, so that a page costs the same wherever it is and rows that come or go meanwhile shift nothing.
 */
import { Refusal } from '../../contract/refusals.ts'
import { readPage } from './paging.ts'

/** The values of a sort key; dates as milliseconds or text, as the statement compares them. */
export type SortKey = readonly (string | number)[]

/** Whether a sort key is one whole number, such as an id. */
export function isNumberKey(values: SortKey): values is readonly [number] {
  return values.length === 1 && Number.isSafeInteger(values[0])
}

/** What a listing operation is asked for. */
export interface CursorPage<Key extends SortKey> {
  /** The last row of the page before; undefined for the first page. */
  readonly after: Key | undefined
  /** From 1 to `longestPage`. */
  readonly limit: number
}

/** Longest cursor in characters: a sort key may hold an address or a name. */
const longestCursor = 4096

/**
 * Reads Cursor and Limit.
 * @param isKey whether values that were read are a sort key of this listing
 * @throws Refusal InvalidParameter for a cursor that this operation did not give, or a Limit out of range
 */
export function readCursorPage<Key extends SortKey>(
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
  isKey: (values: SortKey) => values is Key,
): CursorPage<Key> {
  const { limit: most } = readPage({ after: 0, limit })
  if (cursor === null || cursor === '') return { after: undefined, limit: most }
  const values = decode(cursor)
  if (!values || !isKey(values)) throw new Refusal('InvalidParameter', 'Cursor is not one that this operation gave.')
  return { after: values, limit: most }
}

/**
 * Cuts rows to a page.
 * @param rows one more than the page holds, if more exist
 * @returns the page's rows, and the cursor of the next page: empty at the end
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => SortKey,
): { readonly rows: readonly Row[]; readonly nextCursor: string } {
  if (rows.length <= limit) return { rows, nextCursor: '' }
  const page = rows.slice(0, limit)
  return { rows: page, nextCursor: writeCursor(keyOf(page.at(-1)!)) }
}

/**
 * A page of rows that are identified by a number, the newest first.
 * @param read the rows before a number, or from the newest if it is undefined, at most so many
 * @throws Refusal InvalidParameter as readCursorPage
 */
export async function readNewestPage<Row>(
  given: { readonly cursor: string | null; readonly limit: number },
  read: (page: { readonly before: number | undefined; readonly limit: number }) => Promise<readonly Row[]>,
  numberOf: (row: Row) => number,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string }> {
  const { after, limit } = readCursorPage(given, isNumberKey)
  const rows = await read({ before: after?.[0], limit: limit + 1 })
  return cutPage(rows, limit, row => [numberOf(row)])
}

/** The cursor of the page after the row with this sort key. */
export function writeCursor(values: SortKey): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function decode(cursor: string): SortKey | undefined {
  if (cursor.length > longestCursor || !/^[\w-]+$/.test(cursor)) return undefined
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(values) || values.some(value => typeof value !== 'string' && !Number.isFinite(value))) {
      return undefined
    }
    return values
  } catch {
    return undefined
  }
}
