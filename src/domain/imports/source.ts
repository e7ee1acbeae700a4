/**
 * The border between the readers of files and the import itself. A reader turns bytes into an `ImportSource`: parts (the sheets of a
 * workbook, the files of a ZIP, the states of a foreign list), each a header and rows of text. The import maps, judges and commits
 * rows; it knows no format.
 */

import type { FoundColumn } from './column-profile.ts'
import type { DateOrder } from './dates.ts'
import type { DecimalSign } from './numbers.ts'
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
  /** Cells that could not be read, by their column; the text in their place is not from the file. */
  readonly faults?: CellFaults
}

/** Problems that only a reader sees. */
export type RowProblem = 'line too long' | 'too many cells' | 'unreadable'
export type CellProblem = 'cell too long' | 'unreadable'
export type CellFaults = ReadonlyMap<number, CellProblem>

/** How the cells of a column are read, where a person said it; else it is found from all of them. */
export interface CellReading {
  readonly dates?: DateOrder
  readonly decimals?: DecimalSign
}

/** What a column can become; `Field` names a custom field of the list by its key, `NewField` one that is made when rows are written. */
export type ColumnTarget =
  | ({ readonly to: (typeof rowTargets)[number] } & CellReading)
  | ({ readonly to: 'Field'; readonly key: string } & CellReading)
  | ({ readonly to: 'NewField' } & NewField & CellReading)
  /** With `noRoom` the list can have no further field: what its cells hold is lost, and no one chose that. */
  | { readonly to: 'Ignore'; readonly noRoom?: true }

export interface NewField {
  readonly key: string
  readonly name: string
  readonly dataType: NewFieldType
}
export const newFieldTypes = ['Text', 'Number', 'Date'] as const
export type NewFieldType = (typeof newFieldTypes)[number]

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
  'MeasuringConsent',
  'PersonalisingConsent',
  'HygieneConsent',
  'Basis',
  'BasisEndsOn',
  'Tags',
] as const

/** The states a row can ask for. `Skip` is a part or word that is not imported, such as people who never subscribed. */
export const rowStates = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Suppressed', 'Skip'] as const
export type RowState = (typeof rowStates)[number]

/** Why a value is lost, although its row goes in. */
export const lossReasons = [
  'NoDate',
  'OtherDateOrder',
  'DateTooEarly',
  'NoNumber',
  'OtherDecimalSign',
  'NoOption',
  'NoMobileNumber',
  'TooLong',
  'Unreadable',
  'NoField',
  'NoFieldLeft',
  'NoColumn',
  'NoAnswer',
  'NotAsked',
  'ConsentRefused',
] as const
export type LossReason = (typeof lossReasons)[number]

/** The values of a column that are lost, over all rows that count. */
export interface ColumnLoss {
  /** `JoinedAt`, `[City]`, or the header of a column that no field is left for. */
  readonly column: string
  readonly values: number
  readonly reasons: Readonly<Partial<Record<LossReason, number>>>
  /** The first of them. */
  readonly examples: readonly { readonly row: number; readonly value: string; readonly reason: LossReason }[]
}

export interface ImportPart {
  /** The file's, sheet's or list's name, for people. */
  readonly name: string
  /** Undefined when the part has no header row. */
  readonly header: readonly string[] | undefined
  /** The first rows, at most 20, header excluded. */
  readonly sample: readonly (readonly string[])[]
  /** The line that the header was found in, counted from 1 with lines above that are empty; 0 for none. */
  readonly headerRow?: number
  /** How numbers are written where a text could be two: by programs with a point. */
  readonly decimals?: 'point'
  /** The first lines as they are, so that a person can say which of them is the header. */
  readonly head?: readonly HeadLine[]
  /** The state of every row of the part, when a file name or list names it; a column of states may only make it stricter. */
  readonly state?: RowState
  /** What was found in each column by reading all rows; missing of imports that an earlier version read. */
  readonly found?: readonly FoundColumn[]
  /** The target of each column, as far as the format is known; undefined where it is not. */
  readonly guess?: readonly (ColumnTarget | undefined)[]
}

/** An encoding, and what some cells are in it. */
export interface EncodingChoice {
  readonly encoding: string
  readonly samples: readonly string[]
}

export interface HeadLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** What a person said of how a file is read. */
export interface GivenReading {
  /** Of its text files. */
  readonly encoding?: string | null
  /** By part: the line of the header, 0 for none; what is not given is found out. */
  readonly headerRows?: readonly (number | null)[]
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
  /** Where it was guessed: the candidates, the most likely first. */
  readonly encodingChoices?: readonly EncodingChoice[]
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
