/** Tables as readers give them, before they become a source: what is the same whatever the format is. */
import type { Readable } from 'node:stream'
import { problemOf, type Warning } from '../sentences.ts'
import {
  type CellFaults,
  type CellProblem,
  type EncodingChoice,
  type ImportPart,
  type ImportRow,
  type ImportSource,
  importLimits,
  type RowProblem,
  UnreadableSource,
} from '../source.ts'

/** A file, or an entry of an archive: its bytes can be read more than once. */
export interface Bytes {
  readonly name: string
  /** @throws UnreadableSource, also while the stream is read */
  open(): Promise<Readable>
}

export interface TableRow {
  readonly cells: readonly string[]
  readonly problem?: RowProblem
  readonly faults?: CellFaults
  /** Of the first rows, the line: counted from 1, empty ones included. */
  readonly line?: number
}

/** A table that can be read from the start more than once; its header is no row. */
export interface Table extends Omit<ImportPart, 'sample' | 'found'> {
  readonly encoding?: string
  readonly encodingChoices?: readonly EncodingChoice[]
  readonly warnings?: readonly Warning[]
  rows(): AsyncIterable<readonly TableRow[]>
}

/** Lines that the header is looked for in. */
export const headLines = 50

/** Rows of a batch, more than the lines of a head: few enough for the event loop to get its turn between two. */
export const rowsOfBatch = 500

/** A text of a file as PostgreSQL can hold it: other characters become U+FFFD. */
export function readable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/**
 * Collects the cells of one row within the limits. A cell that is too long is left out; NUL, which no database holds, becomes U+FFFD.
 * Both are faults of their cells, which cost the row nothing where the column is not imported. A row with too many cells is refused.
 */
export class RowBuilder {
  #cells: string[] = []
  #problem: RowProblem | undefined
  #faults: Map<number, CellProblem> | undefined
  #hasText = false
  #line = 0

  /** @param fault why the cell could not be read, whatever text replaces it */
  add(cell: string, fault?: CellProblem): void {
    if (this.#cells.length >= importLimits.columns) {
      if (cell !== '' || fault) this.#problem ??= 'too many cells'
      return
    }
    let kept = cell
    let problem = fault
    // a UTF-16 unit has at most 3 bytes in UTF-8
    if (cell.length * 3 > importLimits.cellBytes && Buffer.byteLength(cell) > importLimits.cellBytes) {
      problem = 'cell too long'
      kept = ''
    } else if (cell.includes('\0')) {
      problem ??= 'unreadable'
      kept = readable(cell)
    }
    if (problem !== undefined) {
      this.#faults ??= new Map()
      this.#faults.set(this.#cells.length, problem)
    }
    this.#hasText ||= problem !== undefined || kept.trim() !== ''
    this.#cells.push(kept.isWellFormed() ? kept : kept.toWellFormed())
  }

  fail(problem: RowProblem): void {
    this.#problem ??= problem
  }

  /** @returns the row; undefined for one without any text, which is no row */
  take(): TableRow | undefined {
    const cells = this.#cells
    const problem = this.#problem
    const faults = this.#faults
    const isRow = this.#hasText || problem !== undefined
    this.#cells = []
    this.#problem = undefined
    this.#faults = undefined
    this.#hasText = false
    this.#line++
    if (!isRow) return undefined
    if (problem === undefined && faults === undefined && this.#line > headLines) return { cells }
    return {
      cells,
      ...(problem === undefined ? {} : { problem }),
      ...(faults === undefined ? {} : { faults }),
      ...(this.#line > headLines ? {} : { line: this.#line }),
    }
  }
}

export interface SourceFacts {
  readonly format?: string
  readonly states?: ImportSource['states']
  readonly dates?: ImportSource['dates']
  readonly warnings?: readonly Warning[]
}

/** Makes a source of tables: takes the first rows of each, and numbers the rows through all of them. */
export async function readSource(tables: readonly Table[], facts: SourceFacts = {}): Promise<ImportSource> {
  if (tables.length === 0) throw new UnreadableSource(problemOf('NoTable'))
  if (tables.length > importLimits.parts) {
    throw new UnreadableSource(problemOf('TooManyParts', importLimits.parts, tables.length))
  }
  const parts: ImportPart[] = []
  for (const table of tables) {
    const { rows: _rows, encoding: _encoding, encodingChoices: _choices, warnings: _warnings, ...part } = table
    parts.push({ ...part, sample: await sampleOf(table) })
  }
  const encoding = tables.find(table => table.encoding !== undefined)?.encoding
  const encodingChoices = tables.find(table => table.encodingChoices !== undefined)?.encodingChoices
  const warnings = withoutRepeats([...tables.flatMap(table => table.warnings ?? []), ...(facts.warnings ?? [])])
  /** Rows of each part, as far as it was read to its end. */
  const counts: (number | undefined)[] = tables.map(() => undefined)

  async function* numbered(part: number, signal?: AbortSignal): AsyncGenerator<readonly ImportRow[]> {
    let before = 0
    for (let earlier = 0; earlier < part; earlier++) before += counts[earlier] ?? (await count(earlier, signal))
    let read = 0
    for await (const rows of tables[part]!.rows()) {
      signal?.throwIfAborted()
      if (rows.length === 0) continue
      const first = before + read + 1
      read += rows.length
      yield rows.map(({ cells, problem, faults }, index) =>
        problem === undefined && faults === undefined
          ? { number: first + index, cells }
          : { number: first + index, cells, ...(problem && { problem }), ...(faults && { faults }) },
      )
    }
    counts[part] = read
  }
  async function count(part: number, signal?: AbortSignal): Promise<number> {
    let read = 0
    for await (const rows of tables[part]!.rows()) {
      signal?.throwIfAborted()
      read += rows.length
    }
    counts[part] = read
    return read
  }

  return {
    ...(facts.format === undefined ? {} : { format: facts.format }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(encodingChoices === undefined ? {} : { encodingChoices }),
    ...(facts.states === undefined ? {} : { states: facts.states }),
    ...(facts.dates === undefined ? {} : { dates: facts.dates }),
    ...(warnings.length === 0 ? {} : { warnings }),
    parts,
    rows: numbered,
  }
}

async function sampleOf(table: Table): Promise<readonly (readonly string[])[]> {
  const sample: (readonly string[])[] = []
  for await (const rows of table.rows()) {
    sample.push(...rows.slice(0, importLimits.sampleRows - sample.length).map(({ cells }) => cells))
    if (sample.length >= importLimits.sampleRows) break
  }
  return sample
}

/** Each file of a ZIP may say the same. */
function withoutRepeats(warnings: readonly Warning[]): readonly Warning[] {
  return [...new Map(warnings.map(warning => [JSON.stringify(warning), warning])).values()]
}
