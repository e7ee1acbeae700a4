/** Where a table begins: which of its first lines is the header, and which are titles above it. */
import { isAddress } from '../../text-rules/address.ts'
import { bareHeader } from '../headers.ts'
import { isAddressHeader } from '../known-headers.ts'
import { problemOf, warningOf } from '../sentences.ts'
import { type HeadLine, importLimits, UnreadableSource } from '../source.ts'
import type { EncodingHints } from './encoding.ts'
import type { Table, TableRow } from './table.ts'

/** The line of a header, counted from 1, 0 for none; `first` for the first row, as versions before took it. Else it is found. */
export type HeaderRow = number | 'first' | undefined

export interface Opening extends EncodingHints {
  /** The encoding that an earlier opening found. */
  readonly known?: string | undefined
  readonly headerRow?: HeaderRow
}

/** Lines and cells of them that a person chooses the header from. */
const shownLines = 10
const shownCells = 12

/**
 * Makes a table of rows, whose header it finds.
 * @param headerRow a person's word, or what an earlier opening found
 * @returns undefined without rows
 * @throws UnreadableSource if the line does not exist, or the header has too many columns
 */
export async function findTable(
  name: string,
  rows: () => AsyncIterable<readonly TableRow[]>,
  headerRow: HeaderRow,
): Promise<Table | undefined> {
  const head = await headOf(rows())
  if (head.length === 0) return undefined
  const at = placeOf(head, headerRow)
  if (at === undefined) throw new UnreadableSource(problemOf('NoHeaderRow', headerRow ?? '', name))
  const header = at < 0 ? undefined : checkHeader(head[at]!)
  const above = head.slice(0, Math.max(0, at))
  return {
    name,
    header,
    headerRow: at < 0 ? 0 : (head[at]!.line ?? 0),
    head: head
      .slice(0, shownLines)
      .map(({ line = 0, cells }): HeadLine => ({ line, cells: cells.slice(0, shownCells) })),
    ...(above.length === 0
      ? {}
      : { warnings: [warningOf('RowsAboveHeader', above.length, name, above.map(textOf).join(' / '))] }),
    async *rows() {
      let skipped = at + 1
      for await (const batch of rows()) {
        yield skipped > 0 ? batch.slice(skipped) : batch
        skipped = Math.max(0, skipped - batch.length)
      }
    },
  }
}

async function headOf(batches: AsyncIterable<readonly TableRow[]>): Promise<readonly TableRow[]> {
  const head: TableRow[] = []
  for await (const rows of batches) {
    head.push(...rows.filter(({ line }) => line !== undefined))
    // a batch has more rows than a head has lines
    if (rows.length > 0) break
  }
  return head
}

/** @returns the index of the header among the rows, -1 for none, undefined where the line that was named has no row */
function placeOf(head: readonly TableRow[], headerRow: HeaderRow): number | undefined {
  if (headerRow === undefined) return findHeader(head)
  if (headerRow === 'first') return head[0]!.cells.some(isAddress) ? -1 : 0
  if (headerRow === 0) return -1
  const found = head.findIndex(({ line }) => line === headerRow)
  return found < 0 ? undefined : found
}

/**
 * The header is above the first row with an address: the first line there that names a column of addresses, or else the first one as
 * wide as the rows are, at least by half. Titles above it are narrower.
 */
function findHeader(head: readonly TableRow[]): number {
  const firstPerson = head.findIndex(({ cells }) => cells.some(isAddress))
  if (firstPerson === 0) return -1
  const before = firstPerson < 0 ? head : head.slice(0, firstPerson)
  const named = before.findIndex(({ cells }) => cells.some(cell => isAddressHeader(bareHeader(cell))))
  if (named >= 0) return named
  const width = firstPerson < 0 ? Math.max(...head.map(filled)) : filled(head[firstPerson]!)
  return Math.max(
    0,
    before.findIndex(row => filled(row) * 2 >= width),
  )
}

function filled({ cells }: TableRow): number {
  return cells.filter(cell => cell.trim() !== '').length
}

function textOf({ cells }: TableRow): string {
  return cells
    .map(cell => cell.trim())
    .filter(cell => cell !== '')
    .join(' ')
}

/** @throws UnreadableSource where the first row cannot be a header */
function checkHeader({ cells, problem }: TableRow): readonly string[] {
  if (problem === 'too many cells') {
    throw new UnreadableSource(problemOf('TooManyColumns', importLimits.columns))
  }
  return cells.map(cell => cell.trim())
}
