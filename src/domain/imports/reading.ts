/**
 * What is done with the files of imports, by a thread (`lib/task-threads.ts`): inflating, decoding and parsing them, and writing their
 * rows as COPY reads them. What reaches the event loop is text that it passes on. Each use of a file has a thread of its own,
 * which gives its memory back when it ends.
 */

import { taskThreads } from '../../lib/task-threads.ts'
import { TaskFault, type Tasks, tasksHere } from '../../lib/tasks.ts'
import type { ImportKey } from '../../store/imports/imports.ts'
import { stagedLine } from '../../store/imports/staged-row.ts'
import { profileColumns, readColumns } from './cell-readings.ts'
import { storableFound } from './found.ts'
import { type HeaderRow, type ImportFile, type ImportOpening, isPacked, openImport } from './readers/open.ts'
import { type ReadingOfRows, rowReader } from './rows.ts'
import { type Problem, problemOf } from './sentences.ts'
import { importLimits, type SourceFound, UnreadableSource } from './source.ts'

export interface StagingOrder extends Omit<ReadingOfRows, 'readings' | 'headers'> {
  readonly key: ImportKey
  readonly file: ImportFile
  /** What the first opening found. */
  readonly found: SourceFound
}

/** Some rows, as COPY reads them. */
export interface StagedLines {
  readonly lines: string
  /** The number of the last of them. */
  readonly lastRow: number
}

/** The answer of a task, errors included: an error loses its class between threads. */
type Answer<Value> = { readonly value: Value } | { readonly unreadable: Problem } | { readonly broken: string }

/** UTF-16 units of a piece, about. It is text, since octets lie outside the heap, where V8 leaves 64 MB of garbage in each thread. */
const pieceLength = 32_768
/** The longest that one piece may take, or finding out what a file is. */
const deadlineMs = 600_000
/** Heap of the thread. V8 takes half of it before it looks for old garbage, so that texts, of which a row is kept at a time, get less. */
const memoryMb = { workbook: 384, text: 48 }
const youngMb = 6
/** A thread waits while PostgreSQL takes its lines; it is stopped after its use. */
const neverIdleMs = 2 ** 31 - 1

const readings = new Map<number, AsyncGenerator<StagedLines>>()
let lastReading = 0

export const tasks = {
  /** What is in a file, as it is kept. */
  inspect: ({ file, opening }: { file: ImportFile; opening: ImportOpening }): Promise<Answer<SourceFound>> =>
    answerOf(async () => storableFound(await profileColumns(await openImport(file, opening)))),

  /** Begins to read the rows of a file. @returns what `next` takes */
  begin: (order: StagingOrder): Promise<Answer<number>> =>
    answerOf(async () => {
      readings.set(++lastReading, linesOf(order))
      return lastReading
    }),

  /** Further rows; undefined after the last. */
  next: (reading: number): Promise<Answer<StagedLines | undefined>> =>
    answerOf(async () => {
      const { done, value } = await readings.get(reading)!.next()
      if (done) readings.delete(reading)
      return done ? undefined : value
    }),
}

async function answerOf<Value>(work: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof UnreadableSource) return { unreadable: error.problem }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Reads files, until it is stopped. */
export interface FileReader {
  readonly tasks: Tasks<typeof tasks>
  stop(): Promise<void>
}
/** @param path of the file that is read */
export type OpenReader = (path: string) => Promise<FileReader>

/** In a thread, as the service reads them. */
export const readerThread: OpenReader = async path =>
  taskThreads(tasks, new URL('./reading.ts', import.meta.url), {
    threads: 1,
    deadlineMs,
    memoryMb: (await isPacked(path)) ? memoryMb.workbook : memoryMb.text,
    youngMb,
    idleMs: neverIdleMs,
  })

/** In this thread, for tests. */
export const readerHere: OpenReader = async () => ({ tasks: tasksHere(tasks), stop: async () => {} })

/** @throws UnreadableSource */
export async function inspectFile(
  reader: FileReader,
  file: ImportFile,
  opening: ImportOpening = {},
): Promise<SourceFound> {
  return unwrap(reader.tasks.inspect({ file, opening }, ofThread))
}

/** The rows of a file in their order. A piece is read while the one before it is used. @throws UnreadableSource */
export async function* readStagedLines(reader: FileReader, order: StagingOrder): AsyncGenerator<StagedLines> {
  const reading = await unwrap(reader.tasks.begin(order, ofThread))
  const read = () => {
    const ahead = unwrap(reader.tasks.next(reading, ofThread))
    // awaited in the next round, if there is one
    ahead.catch(() => {})
    return ahead
  }
  for (let ahead = read(); ; ) {
    const piece = await ahead
    if (piece === undefined) break
    ahead = read()
    yield piece
  }
}

const ofThread = { key: 'file' }

async function unwrap<Value>(answer: Promise<Answer<Value>>): Promise<Value> {
  const outcome = await answer.catch(error => {
    if (!(error instanceof TaskFault)) throw error
    throw new UnreadableSource(problemOf('CannotBeRead', error.message), { cause: error })
  })
  if ('value' in outcome) return outcome.value
  throw 'unreadable' in outcome ? new UnreadableSource(outcome.unreadable) : new Error(outcome.broken)
}

async function* linesOf({ key, file, found, ...reading }: StagingOrder): AsyncGenerator<StagedLines> {
  const source = await openImport(file, openedBefore(found))
  const readings = await readColumns(source, { ...reading, known: found })
  const headers = source.parts.map(({ header }) => header)
  let rows = 0
  let lastRow = 0
  let piece = ''
  for (const part of source.parts.keys()) {
    const read = rowReader({ ...reading, readings, headers }, part)
    for await (const batch of source.rows(part)) {
      rows += batch.length
      if (rows > importLimits.rows) throw new UnreadableSource(problemOf('TooManyRows', importLimits.rows))
      lastRow = Math.max(lastRow, batch.at(-1)?.number ?? 0)
      for (const row of batch) piece += stagedLine(key, read(row))
      if (piece.length < pieceLength) continue
      yield { lines: piece, lastRow }
      piece = ''
    }
  }
  if (piece !== '') yield { lines: piece, lastRow }
}

/** What the first opening found, for another: the same rows shall come. Versions before took the first row for the header. */
function openedBefore({ encodings = [], parts = [] }: Partial<SourceFound>): ImportOpening {
  const headerRows = parts.map(({ header, headerRow }): HeaderRow => headerRow ?? (header === undefined ? 0 : 'first'))
  return { encodings, headerRows }
}
