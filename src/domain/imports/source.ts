/**
 * The border between the readers of files and the import itself. A reader turns bytes into an `ImportSource`: parts (the sheets of a
 * workbook, the files of a ZIP, the states of a foreign list), each a header and rows of text. The import maps, judges and commits
 * rows; it knows no format.
 */

import type { Problem, Warning } from './sentences.ts'

/** A file that cannot be read, or not to its end: the Problem of the import. */
export class UnreadableSource extends Error {
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.sentence, options)
    this.problem = problem
  }
}

/** One row as a reader gives it. */
export interface ImportRow {
  /** Counted from 1 through the whole source in reading order; the same row has the same number each time the source is read. */
  readonly number: number
  /** Text of each column of its part; may be shorter or longer than the header. */
  readonly cells: readonly string[]
  /** Why the reader could not read the row: it is counted and refused with this problem. */
  readonly problem?: RowProblem
}

/** Problems that only a reader sees. */
export type RowProblem = 'cell too long' | 'too many cells' | 'unreadable'

/** What a column can become; `field` names a custom field of the list by its key. */
export type ColumnTarget =
  | { readonly to: (typeof rowTargets)[number] }
  | { readonly to: 'Field'; readonly key: string }
  | { readonly to: 'Ignore' }

/** The parts of a membership that a column can fill, one column each. */
export const rowTargets = [
  'Email',
  'Name',
  'MobileNumber',
  'State',
  'JoinedAt',
  'ConfirmedAt',
  'ConsentAt',
  'ConsentAddress',
  'OptOutAt',
  'OptOutReason',
  'Tags',
] as const

/** The states a row can ask for. `Skip` is a part or word that is not imported, such as people who never subscribed. */
export const rowStates = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Suppressed', 'Skip'] as const
export type RowState = (typeof rowStates)[number]

export interface ImportPart {
  /** The file's, sheet's or list's name, for people. */
  readonly name: string
  /** Undefined when the part has no header row. */
  readonly header: readonly string[] | undefined
  /** The first rows, at most 20, header excluded. */
  readonly sample: readonly (readonly string[])[]
  /** The state of every row of the part, when a file name or list says so; a column of states may only make it stricter. */
  readonly state?: RowState
  /** The target of each column, as far as the format is known; undefined where it is not. */
  readonly guess?: readonly (ColumnTarget | undefined)[]
}

/** What is known of a source without its rows. */
export type SourceFound = Omit<ImportSource, 'rows'>

export interface ImportSource {
  /** The program whose export this is, such as `Mailchimp`; undefined for a plain table. */
  readonly format?: string
  /** The encoding that was found, of text files. */
  readonly encoding?: string
  /** That of each text file, in the order they are read, for opening the same file again: finding it reads a file to its end. */
  readonly encodings?: readonly string[]
  readonly parts: readonly ImportPart[]
  /** Words of the state column, in lower case, that the format defines. A word outside is never read as Active. */
  readonly states?: Readonly<Record<string, RowState>>
  /** What the file cannot say, such as that it holds no opt-outs. */
  readonly warnings?: readonly Warning[]
  /** How the cells write dates where the format fixes it; otherwise the import takes the order that no row contradicts. */
  readonly dates?: 'ymd' | 'dmy' | 'mdy' | 'unix'
  /**
   * The rows of `parts[part]` in batches, in order. Can be called again from the start.
   * @throws UnreadableSource when the source breaks off or passes a limit
   */
  rows(part: number, signal?: AbortSignal): AsyncIterable<readonly ImportRow[]>
}

/** Limits that readers and import share; see docs/importing.md. */
export const importLimits = {
  /** Bytes of an uploaded file. */
  fileBytes: 200 * 1024 * 1024,
  rows: 5_000_000,
  /** UTF-8 bytes of one cell. */
  cellBytes: 32 * 1024,
  columns: 500,
  parts: 100,
  /** Rows in a part's sample. */
  sampleRows: 20,
} as const
