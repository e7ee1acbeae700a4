/**
 * The tables that are open while HTML is read. Rows are gathered until their table ends, then written; a row that holds another
 * table lays out a page, so its cells are written as they come. Only the innermost table gathers, so no line is moved twice.
 */
import { attributeOf, type OpenTag } from '../../../domain/content/markup.ts'

import { type Indent, Lines } from './lines.ts'
import { isApart, lengthOf, type Style } from './styles.ts'
import { beginCell, type Cell, endCell, stack, writeTable } from './tables.ts'

interface Table {
  /** The lines that the table is written into. */
  readonly into: Lines
  readonly padding: number
  /** Scopes of open elements around it. */
  readonly scopes: number
  rows: Cell[][]
  row: Cell[] | undefined
  cell: Cell | undefined
  /** The row is written as it comes. */
  isDirect: boolean
  /** Where the cell begins that is written as it comes. */
  first: number
  length: number
}

export class OpenTables {
  readonly #tables: Table[] = []
  readonly #indents: readonly Indent[]

  constructor(indents: readonly Indent[]) {
    this.#indents = indents
  }

  /** Scopes around the innermost table, or undefined outside of tables. */
  get scopes(): number | undefined {
    return this.#tables.at(-1)?.scopes
  }

  /** The cell that is open in the innermost table. */
  get cell(): Cell | undefined {
    return this.#tables.at(-1)?.cell
  }

  /** @returns where the content of the table's surroundings goes from now on */
  open(tag: OpenTag, scopes: number, lines: Lines): Lines {
    const outer = this.#tables.at(-1)
    if (outer?.cell && !outer.isDirect) this.#writeDirectly(outer)
    const into = outer?.isDirect ? outer.into : lines
    const padding = lengthOf(attributeOf(tag, 'cellpadding')) ?? 0
    this.#tables.push({
      into,
      padding,
      scopes,
      rows: [],
      row: undefined,
      cell: undefined,
      isDirect: false,
      first: 0,
      length: 0,
    })
    return into
  }

  /** Writes the innermost table. @param isShown false for a hidden one */
  close(isShown: boolean): void {
    this.endRow()
    const table = this.#tables.pop()
    if (table && isShown) writeTable(table.rows, table.into)
  }

  endRow(): void {
    const table = this.#tables.at(-1)
    if (!table?.row) return
    if (!table.isDirect) table.rows.push(table.row)
    table.row = undefined
    table.isDirect = false
  }

  /** @returns where its content goes */
  openCell(tag: OpenTag, style: Style): Lines {
    const table = this.#tables.at(-1)!
    table.row ??= []
    const cell = cellOf(tag, style, table.padding, new Lines(this.#indents))
    if (table.isDirect) {
      beginCell(cell, table.row.length > 0, table.into)
      table.first = table.into.written.length
      table.length = table.into.length
    }
    table.row.push(cell)
    table.cell = cell
    return table.isDirect ? table.into : cell.lines
  }

  /** @returns where the content of the table's surroundings goes */
  closeCell(): Lines {
    const table = this.#tables.at(-1)!
    if (table.cell && table.isDirect) {
      endCell(table.cell, table.first, table.into.length - table.length, table.into)
    } else table.cell?.lines.end()
    table.cell = undefined
    return table.into
  }

  #writeDirectly(table: Table): void {
    const { into, cell, row = [] } = table
    if (!cell) return
    writeTable(table.rows, into)
    table.rows = []
    const before = row.slice(0, -1)
    stack([before], into)
    beginCell(cell, before.length > 0, into)
    table.first = into.written.length
    table.length = into.length
    into.take(cell.lines)
    table.isDirect = true
  }
}

function cellOf(tag: OpenTag, style: Style, padding: number, lines: Lines): Cell {
  const align = style.get('text-align') ?? attributeOf(tag, 'align')?.toLowerCase()
  return {
    lines,
    header: tag.name === 'th',
    columns: spanOf(tag, 'colspan'),
    rows: spanOf(tag, 'rowspan'),
    right: align === 'right' || align === 'end',
    apartAbove: isApart(style, 'top', ['padding']) ?? padding * 2 >= 16,
    apartBelow: isApart(style, 'bottom', ['padding']) ?? padding * 2 >= 16,
    height: lengthOf(attributeOf(tag, 'height')) ?? lengthOf(style.get('height')) ?? 0,
    structured: false,
    hasText: false,
  }
}

function spanOf(tag: OpenTag, name: string): number {
  const span = Number.parseInt(attributeOf(tag, name) ?? '1', 10)
  return span >= 1 ? Math.min(span, 20) : 1
}
