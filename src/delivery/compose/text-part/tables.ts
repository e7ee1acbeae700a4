/**
 * Tables as text. Most tables of letters only lay out: their cells are written one below the other. Rows of short cells are
 * data, whatever the author called the table, and stay rows: one line each, in columns.
 */
import { type Lines, widestOf } from './lines.ts'
import { columnsOf, linkMarks } from './marks.ts'
import { apartFrom } from './styles.ts'

export interface Cell {
  readonly lines: Lines
  /** `<th>` */
  readonly header: boolean
  /** Columns and rows it takes. */
  readonly columns: number
  readonly rows: number
  readonly right: boolean
  /** Its padding sets it apart from what is above, and below. */
  readonly apartAbove: boolean
  readonly apartBelow: boolean
  /** In CSS pixels; a cell without content makes room by it. */
  readonly height: number
  /** It holds headings, lists or the like. */
  structured: boolean
  /** It holds words outside of links. */
  hasText: boolean
}

export type Row = readonly Cell[]

interface Placed {
  readonly cell: Cell
  readonly column: number
  readonly texts: readonly string[]
}

/** A row that is written on one line. */
type Line = readonly Placed[]

/** Between columns. */
const gap = 3
/** Of a cell that others follow, and of all of them together. */
const widestCell = 40
const widestRow = 72
/** Of the last cell of a row: programs that show mail wrap it. */
const widestLast = 200
const mostLines = 4
/** A table with more is written without columns, which bounds the spaces. */
const mostRows = 1000
const mostColumns = 10
/** Columns that are looked at, with those that only make room. */
const mostPlaced = 40

/** Blocks with more characters than one line holds get an empty line around them. */
export const longBlock = 78

export function writeTable(rows: readonly Row[], into: Lines): void {
  if (isGrid(rows)) {
    for (let column = 0; column < rows[0]!.length; column++) {
      into.gap()
      stack(
        rows.map(row => [row[column]!]),
        into,
      )
    }
    into.gap()
    return
  }
  const fitting = rows.map(fits)
  if (!fitting.includes(true)) {
    stack(rows, into)
    return
  }
  const placed = place(rows)
  const isNamed = rows.length > 1 && isHeader(rows[0])
  const measures = rows.length <= mostRows ? measure(placed.filter((_, index) => fitting[index])) : undefined
  if (isNamed && (!measures || rows.some((row, index) => !fitting[index] && filledCells(row).length > 1)))
    writeRecords(placed, into)
  else writeRows(rows, placed, fitting, isNamed, into)
}

/** Rows that fit on lines, in columns if there is room; the others one cell below the other. */
function writeRows(
  rows: readonly Row[],
  placed: readonly Line[],
  fitting: readonly boolean[],
  isNamed: boolean,
  into: Lines,
): void {
  const references = referencesFor(placed.filter((_, index) => fitting[index]))
  const lines = placed.map((row, index) =>
    fitting[index] ? row.map(one => ({ ...one, texts: one.texts.map(references.written) })) : row,
  )
  const measures = rows.length <= mostRows ? measure(lines.filter((_, index) => fitting[index])) : undefined
  for (const [index, row] of rows.entries()) {
    const line = lines[index]!
    if (!fitting[index]) stack([row], into)
    else if (measures) {
      for (const text of inColumns(line, measures)) into.line(text)
      if (isNamed && index === 0) into.line(underline(line, measures))
    } else into.line(line.map(({ texts }) => texts.join(' ')).join(' | '))
  }
  references.list(into)
}

/** Cells one below the other. */
export function stack(rows: readonly Row[], into: Lines): void {
  for (const row of rows) {
    const cells = filledCells(row)
    const tight = cells.every(({ lines }) => lines.written.length === 1)
    if (cells.length === 0 && row.some(isSpacer)) into.gap()
    for (const [index, cell] of cells.entries()) {
      beginCell(cell, index > 0 && !tight, into)
      const first = into.written.length
      into.take(cell.lines)
      endCell(cell, first, cell.lines.length, into)
    }
  }
}

/** @param apart from the cell before it */
export function beginCell({ apartAbove }: Cell, apart: boolean, into: Lines): void {
  if (apartAbove || apart) into.gap()
  else into.end()
}

/** @param first its first line. @param length in characters */
export function endCell(cell: Cell, first: number, length: number, into: Lines): void {
  into.end()
  if (length > longBlock) into.gapBefore(first)
  if (length > longBlock || cell.apartBelow || (length === 0 && isSpacer(cell))) into.gap()
}

function isSpacer({ apartAbove, apartBelow, height }: Cell): boolean {
  return apartAbove || apartBelow || height >= apartFrom
}

/** Cells with something in them; a picture of what another cell names says nothing more. */
function filledCells(row: Row): Row {
  const cells = row.filter(({ lines }) => lines.written.length > 0)
  if (cells.length < 3) return cells
  return cells.filter(cell => !isPicture(cell) || !cells.some(other => other !== cell && begins(other, cell)))
}

/** A picture in place of a list's mark counts as the mark. */
function isPicture({ lines }: Cell): boolean {
  return lines.written.every(({ ofImage, text }) => ofImage && !isMark(text))
}

/** Pictures above what they show: a shop window, to be read column by column. */
function isGrid(rows: readonly Row[]): boolean {
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2 || width > mostColumns || rows.length > mostColumns) return false
  return (
    rows.every(row => row.length === width && row.every(({ columns, header }) => columns === 1 && !header)) &&
    rows.some(row => row.every(cell => cell.lines.written.length > 0 && isPicture(cell)))
  )
}

function begins({ lines }: Cell, { lines: { written } }: Cell): boolean {
  return (
    written.length === 1 && (lines.written[0]?.text.toLowerCase().startsWith(written[0]!.text.toLowerCase()) ?? false)
  )
}

/** Several short cells that read well on one line. A row of links is a menu, and cells of several lines are columns of a page. */
function fits(row: Row): boolean {
  const cells = filledCells(row)
  if (row.length > mostPlaced || row.reduce((sum, { columns }) => sum + columns, 0) > mostPlaced) return false
  if (cells.filter(cell => !isPicture(cell)).length < 2) return false
  if (cells.every(({ hasText }) => !hasText)) return false
  if (cells.filter(({ lines }) => lines.written.length > 1).length > 1) return false
  return cells.every((cell, index) => {
    const lines = cell.lines.written
    if (cell.structured || lines.length > mostLines || lines.some(line => line.gap && line !== lines[0])) return false
    const isLast = index === cells.length - 1
    const isBeforeAmount = index === cells.length - 2 && isAmount(cells[index + 1]!)
    if (isLast && lines.length > 1 && lines.some(({ text }) => text.includes('\ufdd2'))) return false
    return widestOf(lines) <= ((isLast || isBeforeAmount) && lines.length === 1 ? widestLast : widestCell)
  })
}

function isAmount({ lines }: Cell): boolean {
  return lines.written.every(({ text }) => isNumber(text))
}

function isHeader(row: Row | undefined): boolean {
  const cells = filledCells(row ?? [])
  return cells.length > 1 && cells.every(({ header }) => header)
}

/** Which column each filled cell begins in, those from rows above that reach down taken into account. */
function place(rows: readonly Row[]): readonly Line[] {
  const taken: number[] = []
  return rows.map(row => {
    const line: Placed[] = []
    let column = 0
    const shown = filledCells(row)
    for (const cell of row) {
      while ((taken[column] ?? 0) > 0) taken[column++]!--
      const texts = cell.lines.written.map(({ prefix, text }) => prefix + text)
      if (shown.includes(cell)) line.push({ cell, column, texts })
      for (let index = 0; index < cell.columns; index++) taken[column++] = cell.rows - 1
      if (column > mostPlaced) break
    }
    while (column < taken.length) if (taken[column++]! > 0) taken[column - 1]!--
    return line
  })
}

interface Measures {
  /** Where each column begins, and how wide it is. */
  readonly starts: readonly number[]
  readonly widths: readonly number[]
  readonly right: readonly boolean[]
}

/** @returns undefined when the table is too wide for columns */
function measure(rows: readonly Line[]): Measures | undefined {
  const widths: number[] = []
  const right: (boolean | undefined)[] = []
  let hasMarks = true
  for (const row of rows) {
    for (const { cell, column, texts } of row) {
      if (cell.columns > 1) continue
      if (column === 0) hasMarks &&= texts.every(isMark)
      const width = texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0)
      // what is longer pushes the rest of its row aside
      widths[column] = Math.max(widths[column] ?? 0, Math.min(width, widestCell))
      if (!cell.header) right[column] = (right[column] ?? true) && (cell.right || texts.every(isNumber))
    }
  }
  const starts: number[] = []
  let start = 0
  let used = 0
  for (let column = 0; column < widths.length; column++) {
    const width = widths[column] ?? 0
    starts[column] = start
    if (width === 0) continue
    used++
    // marks of lists stand close to what they mark
    start += width + (column === 0 && hasMarks ? 1 : gap)
  }
  const beforeLast = starts.at(-1) ?? 0
  if (used > mostColumns || beforeLast > widestRow) return undefined
  return {
    starts,
    widths: Array.from(starts, (_, column) => widths[column] ?? 0),
    right: Array.from(starts, (_, column) => right[column] ?? false),
  }
}

/** `•`, `1.`: tables are lists in some letters. */
function isMark(text: string): boolean {
  return /^(?:[^\p{L}\p{N}]{1,2}|\p{N}{1,2}[.)])$/u.test(text)
}

/** An amount, a share, a number with its unit; no time of day. */
function isNumber(text: string): boolean {
  return (
    text.length <= 24 &&
    !text.includes(':') &&
    /^[^\p{L}\d]*(?:\p{Lu}{2,3}\s?)?[^\p{L}\d]*\d[^\p{L}]*\p{L}{0,2}$/u.test(text)
  )
}

function inColumns(row: Line, { starts, widths, right }: Measures): readonly string[] {
  const height = row.reduce((most, { texts }) => Math.max(most, texts.length), 0)
  return Array.from({ length: height }, (_, line) => {
    let out = ''
    for (const { cell, column, texts } of row) {
      const text = texts[line]
      if (text === undefined) continue
      const last = Math.min(column + cell.columns, starts.length) - 1
      const start = starts[column] ?? 0
      const end = last < column ? start : starts[last]! + widths[last]!
      const toRight = cell.columns > 1 ? cell.right : right[column]
      const at = toRight ? Math.max(start, end - columnsOf(text)) : start
      const used = columnsOf(out)
      out += ' '.repeat(out === '' || at > used ? at - used : gap) + text
    }
    return out
  })
}

function underline(header: Line, { starts, widths }: Measures): string {
  let out = ''
  for (const { column } of header) out = out.padEnd(starts[column] ?? 0) + '-'.repeat(widths[column] ?? 0)
  return out
}

/** A row too wide for columns: each cell behind the name of its column. */
function writeRecords(rows: readonly Line[], into: Lines): void {
  const [header = [], ...records] = rows
  const names = new Map(header.map(({ column, texts }) => [column, texts.join(' ')]))
  for (const record of records) {
    into.gap()
    for (const { column, texts } of record) {
      const name = names.get(column)
      const [first = '', ...rest] = texts
      into.line(name === undefined ? first : `${name.replace(/:$/, '')}: ${first}`)
      for (const text of rest) into.line(text)
    }
  }
}

/** Addresses would tear columns apart: numbers stand for them, and they are listed below the table. */
function referencesFor(rows: readonly Line[]) {
  const isNeeded = rows.some(row =>
    row.some(({ texts }, index) => index < row.length - 1 && /\ufdd2/.test(texts.join())),
  )
  const listed: string[] = []
  return {
    written(text: string): string {
      if (!isNeeded) return text
      return text.replace(linkMarks, mark => ` [${listed.push(mark.trim())}]`)
    },
    list(into: Lines): void {
      for (const [index, mark] of listed.entries()) into.line(`[${index + 1}] ${mark}`)
    },
  }
}
