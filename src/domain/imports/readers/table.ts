/** Tables as readers give them, before they become a source: what is the same whatever the format is. */
import type { Readable } from 'node:stream'
import { isAddress } from '../../address.ts'
import { problemOf, type Warning } from '../sentences.ts'
import {
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
}

/** A table that can be read from the start more than once; its header is no row. */
export interface Table extends Omit<ImportPart, 'sample'> {
  readonly encoding?: string
  readonly warnings?: readonly Warning[]
  rows(): AsyncIterable<readonly TableRow[]>
}

/** Rows of a batch: few enough for the event loop to get its turn between two. */
export const rowsOfBatch = 500

/** A text of a file as PostgreSQL can hold it: what it cannot is seen as U+FFFD. */
export function readable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/**
 * Collects the cells of one row within the limits. A cell that is too long is left out and its row refused; so is a row with too
 * many cells. NUL, which no database holds, becomes U+FFFD, and its row is refused.
 */
export class RowBuilder {
  #cells: string[] = []
  #problem: RowProblem | undefined
  #hasText = false

  add(cell: string): void {
    if (this.#cells.length >= importLimits.columns) {
      if (cell !== '') this.#problem ??= 'too many cells'
      return
    }
    let kept = cell
    // a UTF-16 unit has at most 3 bytes in UTF-8
    if (cell.length * 3 > importLimits.cellBytes && Buffer.byteLength(cell) > importLimits.cellBytes) {
      this.#problem ??= 'cell too long'
      kept = ''
    } else if (cell.includes('\0')) {
      this.#problem ??= 'unreadable'
      kept = readable(cell)
    }
    this.#hasText ||= kept.trim() !== ''
    this.#cells.push(kept.isWellFormed() ? kept : kept.toWellFormed())
  }

  fail(problem: RowProblem): void {
    this.#problem ??= problem
  }

  /** @returns the row; undefined for one without any text, which is no row */
  take(): TableRow | undefined {
    const cells = this.#cells
    const problem = this.#problem
    const isRow = this.#hasText || problem !== undefined
    this.#cells = []
    this.#problem = undefined
    this.#hasText = false
    if (!isRow) return undefined
    return problem === undefined ? { cells } : { cells, problem }
  }
}

/** @throws UnreadableSource where the first row cannot be a header */
export function checkHeader({ cells, problem }: TableRow): readonly string[] {
  if (problem === 'too many cells') {
    throw new UnreadableSource(problemOf('TooManyColumns', importLimits.columns))
  }
  return cells.map(cell => cell.trim())
}

/** True where the first row holds an address: then it is a row, and the file has no header. */
export function looksLikeValues({ cells }: TableRow): boolean {
  return cells.some(isAddress)
}

export interface SourceFacts {
  readonly format?: string
  readonly states?: ImportSource['states']
  readonly dates?: ImportSource['dates']
  readonly warnings?: readonly Warning[]
}

/** Makes a source of tables: takes the first rows of each, and numbers the rows through all of them. */
export async function sourceOf(tables: readonly Table[], facts: SourceFacts = {}): Promise<ImportSource> {
  if (tables.length === 0) throw new UnreadableSource(problemOf('NoTable'))
  if (tables.length > importLimits.parts) {
    throw new UnreadableSource(problemOf('TooManyParts', importLimits.parts, tables.length))
  }
  const parts: ImportPart[] = []
  for (const table of tables) {
    const { rows: _rows, encoding: _encoding, warnings: _warnings, ...part } = table
    parts.push({ ...part, sample: await sampleOf(table) })
  }
  const encoding = tables.find(table => table.encoding !== undefined)?.encoding
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
      yield rows.map(({ cells, problem }, index) =>
        problem === undefined ? { number: first + index, cells } : { number: first + index, cells, problem },
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
