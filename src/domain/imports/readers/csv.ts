/**
 * Comma-separated values as programs write them: RFC 4180 with any of four separators, any line end, and forgiving of quotes in the
 * middle of a cell. Our own, because the time of papaparse grows faster than the file where a quotation mark is never closed
 * (docs/decisions/imports.md#readers-of-our-own-for-csv-and-workbooks). This reads each character once and keeps one cell at most.
 */

import { problemOf } from '../sentences.ts'
import { importLimits, UnreadableSource } from '../source.ts'
import { type FoundEncoding, findEncoding, textOf, withEncoding } from './encoding.ts'
import { findTable, type Opening } from './head.ts'
import { type Bytes, RowBuilder, rowsOfBatch, type Table, type TableRow } from './table.ts'

const separators = [',', ';', '\t', '|'] as const

/** UTF-16 units that the separator is found in. */
const guessedFrom = 65_536
const rowsGuessedFrom = 50

/**
 * @param known the encoding, where an earlier opening found it or a person said it
 * @param headerRow as `findTable` takes it
 * @throws UnreadableSource
 */
export async function openCsv(bytes: Bytes, { known, headerRow, ...hints }: Opening = {}): Promise<Table> {
  const found: FoundEncoding = known === undefined ? await findEncoding(bytes, hints) : { encoding: known }
  const text = () => textOf(bytes, found.encoding)
  const start = await startOf(text())
  if (!looksLikeText(start)) throw new UnreadableSource(problemOf('NoTable'))
  const { separator, announced } = findSeparator(start)
  const table = await findTable(bytes.name, () => readCsv(text(), separator, announced), headerRow)
  if (table === undefined) throw new UnreadableSource(problemOf('NoRows', bytes.name))
  return withEncoding(table, found)
}

/** Of the characters of a text, controls that no table has; pictures and programs have twice as many, whatever they are read as. */
const mostControls = 1 / 20

/** False for octets that are no text in any encoding, such as a picture. */
function looksLikeText(start: string): boolean {
  const controls = start.match(/[\0-\x08\x0e-\x1f\x7f]/g)?.length ?? 0
  return controls <= Math.max(start.length * mostControls, fewControls)
}

/** Controls that may stand in a short text: a mistake in one of its rows. */
const fewControls = 8

async function startOf(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const chunk of text) {
    start += chunk.slice(0, guessedFrom - start.length)
    if (start.length >= guessedFrom) break
  }
  return start
}

/** @returns the separator, and whether the first line is Excel's `sep=` that names it */
function findSeparator(start: string): { readonly separator: string; readonly announced: boolean } {
  const declared = /^"?sep=([^\r\n"])"?(?:\r|\n|$)/i.exec(start)
  if (declared) return { separator: declared[1]!, announced: true }
  let best = { separator: ',', score: 0 }
  for (const separator of separators) {
    const score = scoreOf(start, separator)
    if (score > best.score) best = { separator, score }
  }
  return { separator: best.separator, announced: false }
}

/** How much a text looks like a table with this separator: columns of its usual width times the share of rows that have it. */
function scoreOf(start: string, separator: string): number {
  const rows: number[] = []
  const parser = new CsvParser(separator, row => rows.push(row.cells.length))
  parser.write(start)
  const looked = rows.slice(0, rowsGuessedFrom)
  // the text may be one row without an end
  if (looked.length === 0) return start.split(separator).length - 1
  const counts = new Map<number, number>()
  for (const width of looked) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [width, times] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
  return (width - 1) * (times / looked.length) ** 2
}

/** @throws UnreadableSource where a quotation mark is never closed */
export async function* readCsv(
  text: AsyncIterable<string>,
  separator: string,
  skipsLine: boolean,
): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = []
  let skips = skipsLine
  const parser = new CsvParser(separator, row => {
    if (skips) skips = false
    else rows.push(row)
  })
  const take = function* (all: boolean) {
    let from = 0
    for (; rows.length - from >= rowsOfBatch; from += rowsOfBatch) yield rows.slice(from, from + rowsOfBatch)
    rows = rows.slice(from)
    if (all && rows.length > 0) yield rows
  }
  for await (const chunk of text) {
    parser.write(chunk)
    yield* take(false)
  }
  parser.end()
  yield* take(true)
}

/** A state machine over chunks of text, which may be cut anywhere. */
class CsvParser {
  readonly #separator: string
  readonly #found: (row: TableRow) => void
  readonly #plainEnd: RegExp
  readonly #builder = new RowBuilder()
  #cell = ''
  /** A cell that passed the limit is counted, not kept. */
  #isTooLong = false
  #lost = 0
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' = 'start'
  #lastWasCr = false
  #rows = 0
  #quoteRow = 0

  constructor(separator: string, found: (row: TableRow) => void) {
    this.#separator = separator
    this.#found = found
    this.#plainEnd = new RegExp(`[\\r\\n${separator.replace(/[\\\]^-]/, '\\$&')}]`, 'g')
  }

  write(text: string): void {
    let at = 0
    if (this.#lastWasCr && text.length > 0) {
      this.#lastWasCr = false
      if (text[0] === '\n') at = 1
    }
    while (at < text.length) {
      if (this.#state === 'quoted') {
        const quote = text.indexOf('"', at)
        this.#append(text, at, quote < 0 ? text.length : quote)
        if (quote < 0) return
        this.#state = 'quote in quoted'
        at = quote + 1
        continue
      }
      if (this.#state === 'quote in quoted') {
        if (text[at] === '"') {
          this.#append('"', 0, 1)
          this.#state = 'quoted'
          at++
          continue
        }
        this.#state = 'plain'
      }
      if (this.#state === 'start') {
        // blanks before a cell are none of it: some programs write them before a quotation mark
        if (text.charCodeAt(at) === 0x20) {
          at++
          continue
        }
        if (text[at] === '"') {
          this.#state = 'quoted'
          this.#quoteRow = this.#rows + 1
          at++
          continue
        }
      }
      at = this.#plain(text, at)
    }
  }

  /** Reads to the end of a cell outside quotes. @returns where to go on */
  #plain(text: string, from: number): number {
    this.#plainEnd.lastIndex = from
    const found = this.#plainEnd.exec(text)
    const end = found?.index ?? text.length
    this.#append(text, from, end)
    this.#state = 'plain'
    if (!found) return end
    this.#endCell()
    if (found[0] === this.#separator) return end + 1
    this.#endRow()
    if (found[0] === '\n') return end + 1
    if (end + 1 === text.length) this.#lastWasCr = true
    return text[end + 1] === '\n' ? end + 2 : end + 1
  }

  /** The text is over: what is left is its last row. */
  end(): void {
    if (this.#state === 'quoted') {
      // it took the lines behind it into its cell; without one, the file was cut off in its last row
      if (this.#lost > 0 || /[\r\n]/.test(this.#cell)) {
        throw new UnreadableSource(problemOf('QuoteNotClosed', this.#quoteRow))
      }
      this.#builder.fail('unreadable')
    }
    this.#endCell()
    this.#endRow()
  }

  #append(text: string, from: number, to: number): void {
    if (from === to) return
    if (this.#isTooLong || this.#cell.length + (to - from) > importLimits.cellBytes) {
      this.#isTooLong = true
      this.#lost += to - from
    } else this.#cell += text.slice(from, to)
  }

  #endCell(): void {
    if (this.#isTooLong) this.#builder.add('', 'cell too long')
    else this.#builder.add(this.#cell)
    this.#cell = ''
    this.#isTooLong = false
    this.#lost = 0
    this.#state = 'start'
  }

  #endRow(): void {
    const row = this.#builder.take()
    if (row === undefined) return
    this.#rows++
    this.#found(row)
  }
}
