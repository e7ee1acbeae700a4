/** XLSX workbooks (ECMA-376): the sheets, shared texts and styles of one, and the rows of a sheet as they are inflated. */
import { SaxesParser } from 'saxes'
import { problemOf, warningOf } from '../sentences.ts'
import { importLimits, UnreadableSource } from '../source.ts'
import { findTable, type HeaderRow } from './head.ts'
import { type Bytes, headLines, RowBuilder, rowsOfBatch, type Table, type TableRow } from './table.ts'
import { type CellReading, cellText, isDateFormat } from './workbook-cells.ts'

/** Bytes of text that all shared strings may have together; they are kept in memory while a sheet is read. */
const mostShared = 64 * 1024 ** 2
/** Rows of a sheet, as Excel has them. */
const mostRows = 1_048_576
const mostStyles = 65_536

type Entries = ReadonlyMap<string, Bytes>

/** True for an archive that says it is a workbook. */
export function isWorkbook(entries: Entries): boolean {
  return entries.has('[Content_Types].xml') && [...entries.keys()].some(name => name.startsWith('xl/'))
}

/** The visible sheets. All but the first one with rows are `Skip` until a person says otherwise. @throws UnreadableSource */
export async function openWorkbook(entries: Entries, headerRows: readonly HeaderRow[] = []): Promise<readonly Table[]> {
  const { sheets, is1904 } = await readBook(entries)
  const styles = await readStyles(entries)
  let shared: readonly string[] | undefined
  const tables: Table[] = []
  for (const { name, bytes } of sheets) {
    const rows = async function* () {
      shared ??= await readShared(entries)
      yield* readSheet(bytes, { shared, dateStyles: styles, is1904 })
    }
    const table = await findTable(name, rows, headerRows[tables.length])
    if (table === undefined) continue
    // numbers of cells are written by a program, with a point
    tables.push({ ...table, decimals: 'point', ...(tables.length === 0 ? {} : { state: 'Skip' as const }) })
  }
  if (tables.length === 0) throw new UnreadableSource(problemOf('NoSheet'))
  if (tables.length === 1) return tables
  const warning = warningOf('SheetsLeftOut', tables.length, tables[0]!.name)
  return tables.map((table, index) =>
    index === 0 ? { ...table, warnings: [...(table.warnings ?? []), warning] } : table,
  )
}

async function readBook(entries: Entries) {
  const targets = new Map<string, string>()
  await parse(entries.get('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name !== 'Relationship' || targets.size >= archiveSheets) return
      targets.set(attributes.Id ?? '', attributes.Target ?? '')
    },
  })
  const sheets: { readonly name: string; readonly bytes: Bytes }[] = []
  let is1904 = false
  await parse(entries.get('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible' || sheets.length >= importLimits.parts)
        return
      const target = targets.get(attributes.id ?? '') ?? ''
      const bytes = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
      if (bytes) sheets.push({ name: attributes.name ?? target, bytes })
    },
  })
  return { sheets, is1904 }
}

/** Relations that are kept; a workbook with 100 sheets has little more than 100. */
const archiveSheets = 1_000

/** @returns for each style of cells, whether it shows numbers as dates */
async function readStyles(entries: Entries): Promise<readonly boolean[]> {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  let isInCells = false
  await parse(entries.get('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt' && formats.size < mostStyles) {
        formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      } else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells && styles.length < mostStyles) {
        const id = Number(attributes.numFmtId ?? 0)
        styles.push(isDateFormat(id, formats.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** Texts that cells share. One has several `t` where parts of it look different; what `rPh` holds is how it is pronounced. */
async function readShared(entries: Entries): Promise<readonly string[]> {
  const texts: string[] = []
  let text = ''
  let isInText = false
  let isInPhonetic = false
  let kept = 0
  await parse(entries.get('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isInPhonetic = true
      else if (name === 't') isInText = !isInPhonetic
    },
    text(piece) {
      if (!isInText) return
      kept += piece.length
      if (kept > mostShared) throw new UnreadableSource(problemOf('WorkbookTextsTooLarge'))
      text += piece
    },
    close(name) {
      if (name === 't') isInText = false
      else if (name === 'rPh') isInPhonetic = false
      else if (name === 'si') {
        texts.push(text)
        // an empty text costs memory too
        kept += 16
      }
    },
  })
  return texts
}

async function* readSheet(bytes: Bytes, reading: CellReading): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = []
  const sheet = new SheetReader(reading, row => rows.push(row))
  for await (const _ of parsing(bytes, sheet)) {
    if (rows.length < rowsOfBatch) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Cells stand where their reference says, since empty ones are absent. */
class SheetReader implements Handlers {
  readonly #reading: CellReading
  readonly #found: (row: TableRow) => void
  #cells: string[] = []
  #tooMany = false
  /** Columns whose cell is too long. */
  #tooLong = new Set<number>()
  #isTooLong = false
  #column = -1
  #type = ''
  #style = 0
  #text = ''
  #isInValue = false
  #isInPhonetic = false
  #rows = 0
  #lines = 0
  readonly #builder = new RowBuilder()

  constructor(reading: CellReading, found: (row: TableRow) => void) {
    this.#reading = reading
    this.#found = found
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      if (++this.#rows > mostRows) throw new UnreadableSource(problemOf('TooManySheetRows', mostRows))
      this.#cells = []
      this.#column = -1
      this.#tooMany = false
      this.#tooLong = new Set()
      this.#skipTo(Number(attributes.r))
    } else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#text = ''
      this.#isTooLong = false
    } else if (name === 'rPh') this.#isInPhonetic = true
    else if (name === 'v' || name === 't') this.#isInValue = !this.#isInPhonetic
  }

  text(piece: string): void {
    if (!this.#isInValue) return
    if (this.#text.length + piece.length > importLimits.cellBytes) this.#isTooLong = true
    else this.#text += piece
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isInValue = false
    else if (name === 'rPh') this.#isInPhonetic = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  /** Rows without a cell are absent, and count as lines all the same. */
  #skipTo(line: number): void {
    if (!(line <= headLines)) return
    while (this.#lines < line - 1) {
      this.#builder.take()
      this.#lines++
    }
  }

  #endCell(): void {
    const text = this.#isTooLong ? '' : cellText(this.#type, this.#text, this.#style, this.#reading)
    if (text === '' && !this.#isTooLong) return
    if (this.#column >= importLimits.columns) this.#tooMany = true
    else {
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = text
      if (this.#isTooLong) this.#tooLong.add(this.#column)
    }
  }

  #endRow(): void {
    for (const [column, cell] of this.#cells.entries()) {
      this.#builder.add(cell, this.#tooLong.has(column) ? 'cell too long' : undefined)
    }
    if (this.#tooMany) this.#builder.fail('too many cells')
    const row = this.#builder.take()
    this.#lines++
    if (row) this.#found(row)
  }
}

/** @returns the column of a reference like `D7`, counted from 0 */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined || !/^[A-Z]{1,3}\d+$/.test(reference)) return undefined
  let column = 0
  for (let at = 0; reference.charCodeAt(at) >= 65; at++) column = column * 26 + reference.charCodeAt(at) - 64
  return column - 1
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Names come without their prefix: writers choose prefixes freely. */
interface Handlers {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

async function parse(bytes: Bytes | undefined, handlers: Handlers): Promise<void> {
  if (!bytes) return
  for await (const _ of parsing(bytes, handlers));
}

/** Parses a part of a workbook; yields after each chunk of it. @throws UnreadableSource */
async function* parsing(bytes: Bytes, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder()
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(localName(name), plain(attributes)))
  parser.on('text', text => handlers.text?.(text))
  parser.on('cdata', text => handlers.text?.(text))
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)))
  parser.on('doctype', () => {
    throw new UnreadableSource(problemOf('WorkbookEntities'))
  })
  const stream = await bytes.open()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }))
      yield
    }
    parser.write(decoder.decode()).close()
    yield
  } catch (error) {
    throw error instanceof UnreadableSource
      ? error
      : new UnreadableSource(problemOf('WorkbookDamaged'), { cause: error })
  } finally {
    stream.destroy()
  }
}

/** `r:id` becomes `id`. */
function plain(attributes: Readonly<Record<string, string>>): Attributes {
  // a sheet has millions of elements, and hardly one with a prefix
  for (const name in attributes) {
    if (name.includes(':'))
      return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]))
  }
  return attributes
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
