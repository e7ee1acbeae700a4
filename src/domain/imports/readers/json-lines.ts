/** JSON lines: an object in each line, whose keys are the columns. */
import { joinOptions } from '../../subscribers/options-text.ts'
import { problemOf } from '../sentences.ts'
import { importLimits, UnreadableSource } from '../source.ts'
import { textOf } from './encoding.ts'
import { type Bytes, RowBuilder, readable, rowsOfBatch, type Table, type TableRow } from './table.ts'

/** UTF-16 units of one line. */
const longestLine = 1_048_576

/** Reads the file once for its keys, since any line may bring a new one. @throws UnreadableSource */
export async function openJsonLines(bytes: Bytes): Promise<Table> {
  const columns = new Map<string, number>()
  let hasObjects = false
  for await (const lines of linesOf(bytes)) {
    for (const line of lines) {
      const values = line === undefined ? undefined : valuesOf(line)
      if (!values) continue
      hasObjects = true
      for (const key of values.keys()) {
        if (!columns.has(key)) columns.set(key, columns.size)
        if (columns.size > importLimits.columns) {
          throw new UnreadableSource(problemOf('TooManyColumns', importLimits.columns))
        }
      }
    }
  }
  if (!hasObjects) throw new UnreadableSource(problemOf('NoJsonObject', bytes.name))
  return {
    name: bytes.name,
    encoding: 'utf-8',
    // JSON writes numbers so
    decimals: 'point',
    header: [...columns.keys()].map(readable),
    async *rows() {
      for await (const lines of linesOf(bytes)) yield lines.map(line => rowOf(line, columns))
    },
  }
}

function rowOf(line: string | undefined, columns: ReadonlyMap<string, number>): TableRow {
  const values = line === undefined ? undefined : valuesOf(line)
  if (!values) return { cells: [], problem: line === undefined ? 'line too long' : 'unreadable' }
  const row = new RowBuilder()
  for (const key of columns.keys()) row.add(values.get(key) ?? '')
  return row.take() ?? { cells: [] }
}

/** Lines that are not empty; undefined for one that is too long. */
async function* linesOf(bytes: Bytes): AsyncGenerator<readonly (string | undefined)[]> {
  let rest = ''
  let isTooLong = false
  let lines: (string | undefined)[] = []
  for await (const chunk of textOf(bytes, 'utf-8')) {
    const pieces = chunk.split('\n')
    for (const [index, piece] of pieces.entries()) {
      if (rest.length + piece.length > longestLine) isTooLong = true
      rest = isTooLong ? '' : rest + piece
      if (index === pieces.length - 1) break
      if (isTooLong || rest.trim() !== '') lines.push(isTooLong ? undefined : rest)
      rest = ''
      isTooLong = false
      if (lines.length >= rowsOfBatch) {
        yield lines
        lines = []
      }
    }
  }
  if (isTooLong || rest.trim() !== '') lines.push(isTooLong ? undefined : rest)
  if (lines.length > 0) yield lines
}

/**
 * The values of a line as text, an object within it as `key.inner`. Undefined for what is no JSON object, and for one that is nested
 * deeper than it can be written again.
 */
function valuesOf(line: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? flattened(value) : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function flattened(value: object): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const [key, inner] of Object.entries(value)) {
    if (isObject(inner))
      for (const [name, deep] of Object.entries(inner)) values.set(`${key}.${name}`, textOfValue(deep))
    else values.set(key, textOfValue(inner))
  }
  return values
}

/** Several texts as an export writes the options of a field. */
function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every(one => typeof one === 'string')) return joinOptions(value)
  return JSON.stringify(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
