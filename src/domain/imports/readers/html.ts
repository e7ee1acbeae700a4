/** Tables of HTML pages, which many programs write into a file named .xls: spreadsheets open them, and no one sees what they are. */
import { Parser } from 'htmlparser2'
import { findCharset } from '../../../lib/charset.ts'
import { problemOf } from '../sentences.ts'
import { importLimits, UnreadableSource } from '../source.ts'
import { findEncoding, textOf, withEncoding } from './encoding.ts'
import { findTable, type Opening } from './head.ts'
import { type Bytes, RowBuilder, rowsOfBatch, type Table, type TableRow } from './table.ts'

/** True for text that begins as a page, or as a table without one. @param text the beginning of a file */
export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|table|meta|div|style)\b/i.test(
    text,
  )
}

/** The encoding that a page says it has; undefined where it says none that is known. @param text the beginning of a file */
function declaredIn(text: string): string | undefined {
  const [, label] = /charset\s*=\s*["']?([\w-]{2,40})/i.exec(text) ?? []
  return label === undefined ? undefined : findCharset(label)
}

/** The first table with rows. @param start of the file @throws UnreadableSource */
export async function openHtml(bytes: Bytes, start: string, { known, headerRow, ...hints }: Opening): Promise<Table> {
  const declared = declaredIn(start)
  const found = known === undefined ? await findEncoding(bytes, { ...hints, declared }) : { encoding: known }
  const table = await findTable(bytes.name, () => rowsOf(textOf(bytes, found.encoding)), headerRow)
  if (table === undefined) throw new UnreadableSource(problemOf('NoTable'))
  return withEncoding(table, found)
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = []
  const reader = new TableReader(row => rows.push(row))
  const parser = new Parser(reader, { lowerCaseTags: true, decodeEntities: true })
  for await (const chunk of text) {
    parser.write(chunk)
    if (rows.length >= rowsOfBatch) {
      yield rows
      rows = []
    }
    if (reader.isOver) break
  }
  parser.end()
  if (rows.length > 0) yield rows
}

/** Columns that a cell may span. */
const mostSpan = 100

class TableReader {
  readonly #found: (row: TableRow) => void
  readonly #builder = new RowBuilder()
  /** Tables that are open, one within another. */
  #depth = 0
  #hasRows = false
  #isHidden = 0
  #isInRow = false
  #cell: string | undefined
  #isTooLong = false
  #span = { columns: 1, rows: 1 }
  /** By column: cells of rows above that reach into further rows. */
  #reaching: { text: string; rows: number }[] = []
  #column = 0
  isOver = false

  constructor(found: (row: TableRow) => void) {
    this.#found = found
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.isOver) return
    if (name === 'table') this.#depth++
    else if (name === 'style' || name === 'script') this.#isHidden++
    else if (this.#depth !== 1) return
    else if (name === 'tr') this.#beginRow()
    else if (name === 'td' || name === 'th') this.#beginCell(attributes)
    else if (name === 'br' || name === 'p' || name === 'div' || name === 'li') this.ontext(' ')
  }

  ontext(text: string): void {
    if (this.#cell === undefined || this.#isHidden > 0 || this.isOver) return
    if (this.#cell.length + text.length > importLimits.cellBytes) this.#isTooLong = true
    else this.#cell += text
  }

  onclosetag(name: string): void {
    if (this.isOver) return
    if (name === 'style' || name === 'script') this.#isHidden = Math.max(0, this.#isHidden - 1)
    else if (name === 'table') {
      if (this.#depth === 1) this.#endRow()
      this.#depth = Math.max(0, this.#depth - 1)
      this.isOver = this.#depth === 0 && this.#hasRows
    } else if (this.#depth !== 1) return
    else if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr') this.#endRow()
  }

  #beginRow(): void {
    this.#endRow()
    this.#isInRow = true
    this.#column = 0
  }

  #beginCell({ colspan, rowspan }: Readonly<Record<string, string>>): void {
    this.#endCell()
    this.#isInRow = true
    this.#fillReaching()
    this.#cell = ''
    this.#isTooLong = false
    this.#span = { columns: spanOf(colspan, mostSpan), rows: spanOf(rowspan, 65_534) }
  }

  /** A cell that reaches over several columns or rows has its text in the first column of each of these rows. */
  #endCell(): void {
    if (this.#cell === undefined) return
    const text = this.#cell.replace(/\s+/g, ' ').trim()
    this.#cell = undefined
    for (let n = 0; n < this.#span.columns; n++) {
      const own = n === 0 ? text : ''
      if (this.#span.rows > 1 && this.#column < importLimits.columns) {
        this.#reaching[this.#column] = { text: own, rows: this.#span.rows - 1 }
      }
      this.#builder.add(own, n === 0 && this.#isTooLong ? 'cell too long' : undefined)
      this.#column++
    }
  }

  #fillReaching(): void {
    for (let above = this.#reaching[this.#column]; above && above.rows > 0; above = this.#reaching[this.#column]) {
      above.rows--
      this.#builder.add(above.text)
      this.#column++
    }
  }

  #endRow(): void {
    this.#endCell()
    if (!this.#isInRow) return
    this.#fillReaching()
    this.#isInRow = false
    const row = this.#builder.take()
    if (!row) return
    this.#hasRows = true
    this.#found(row)
  }
}

function spanOf(text: string | undefined, most: number): number {
  const span = Number(text ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, most) : 1
}
