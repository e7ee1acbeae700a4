/** What an import says of its file, for programs by code and for people in a sentence. The sentences of other languages are the console's. */
import type { ImportWarningCode } from '../../contract/groups/import-mappings.ts'
import type { ImportProblem } from '../../contract/groups/imports.ts'
import type { Refusal, RefusalName } from '../../contract/refusals.ts'
import { storableLine } from '../../lib/storable-text.ts'

type AnyProblem = (typeof ImportProblem)['values'][number]
/** What stops an import without a refusal. */
export type ProblemCode = Exclude<AnyProblem, 'None' | 'Other' | 'GaveUp' | (typeof refused)[keyof typeof refused]>
/** `Other` is a sentence of an earlier version. */
export type WarningCode = Exclude<(typeof ImportWarningCode)['values'][number], 'Other'>

/** The sentence of a code, with the names and numbers it is about. */
type Sentence = (...about: readonly string[]) => string

const problems: Readonly<Record<ProblemCode, Sentence>> = {
  BreaksOff: name => `${name} breaks off.`,
  CannotBeRead: why => `The file cannot be read: ${why}. Save it as CSV, or divide it.`,
  DatesAmbiguous: columns =>
    `The dates of ${columns || 'the file'} can be read in more than one way. Say in the mapping which comes first: dmy, mdy or ymd.`,
  DecimalsAmbiguous: columns =>
    `The numbers of ${columns} can be read in two ways. Say in the mapping which character comes before the fraction: point or comma.`,
  EmptyZip: name => `${name} is an empty ZIP file.`,
  EntryEncrypted: (entry, name) => `${entry} in ${name} is protected by a password. Pack it without one.`,
  EntryTooLarge: entry => `${entry} unpacks to more than a table can be.`,
  EntryTwice: (entry, name) => `${name} holds ${entry} twice.`,
  EntryUnreadable: entry => `${entry} cannot be unpacked.`,
  FileGone: () => 'The file is no longer kept.',
  Gzip: name => `${name} is packed with gzip. Unpack it first.`,
  JsonArray: name => `${name} is one JSON array. Write each of its objects into a line of its own.`,
  NoHeaderRow: (row, name) =>
    `Line ${row} of ${name} is empty or not among its first lines. Name another for the header.`,
  NoJsonObject: name => `${name} has no line with a JSON object.`,
  NoRows: name => `${name} has no rows.`,
  NoSheet: () => 'No visible sheet of the workbook has rows.',
  NoTable: () => 'The file holds no table.',
  NoTableInside: name => `${name} holds no CSV or JSON lines file.`,
  OldWorkbook: name => `${name} is an old or password-protected workbook. Save it as .xlsx without a password.`,
  Pdf: name => `${name} is a PDF. Save the table as CSV or .xlsx.`,
  QuoteNotClosed: row => `The quotation mark that a cell of row ${row} begins with is never closed.`,
  RichText: name => `${name} is a formatted text. Save the table as CSV or .xlsx.`,
  StoppedWhileWriting: () => 'The import was cancelled while it was written.',
  TooManyColumns: limit => `A file may have ${limit} columns; this one has more.`,
  TooManyEntries: (name, limit) => `${name} holds more than ${limit} files.`,
  TooManyParts: (limit, count) => `A file may have ${limit} parts; this one has ${count}.`,
  TooManyRows: limit => `A file may have ${limit} rows.`,
  TooManySheetRows: limit => `A sheet may have ${limit} rows.`,
  WorkbookDamaged: () => 'The workbook is damaged. Open it and save it again.',
  WorkbookEntities: () => 'The workbook declares entities, which no program that writes workbooks does.',
  WorkbookTextsTooLarge: () => 'The texts of the workbook are too large. Save the sheet as CSV.',
  YearsAmbiguous: columns =>
    `The years of ${columns} have two digits. Say in the mapping how they are written, dmy2, mdy2 or ymd2, if they are of the last hundred years; or have the column become a text.`,
  ZipUnreadable: name => `${name} is not a readable ZIP file.`,
}

/** Refusals that stop an import, of the program that it is read from; the others are `Other`. */
const refused = {
  RemoteKeyRefused: 'RemoteKeyRefused',
  RemoteUnreadable: 'RemoteUnreadable',
  RequestTooLarge: 'RemoteTooLarge',
  UnknownRemoteList: 'UnknownRemoteList',
} as const satisfies Partial<Record<RefusalName, AnyProblem>>

const warnings: Readonly<Record<WarningCode, Sentence>> = {
  EncodingGuessed: (name, encoding, preview) =>
    `${name} is not UTF-8 and was read as ${encoding}: “${preview}”. If these letters are wrong, choose another encoding.`,
  FilesLeftOut: (count, name) => `${count} files of ${name} are no tables and are left out.`,
  ListmonkOptOuts: () =>
    'A listmonk file says nothing of who left a list: its status is that of the person. Export each subscription status of the list on its own. People who are “enabled” are read as Unconfirmed; set the word to Active for a file of confirmed subscriptions.',
  MailchimpStateUnknown: name =>
    `Mailchimp says the state of subscribers in the name of the file, and ${name} has another one: its rows are left out. Set the State of this part if you know it.`,
  NeverSubscribed: name => `${name} holds people who never subscribed; they are left out.`,
  RowsAboveHeader: (_count, name, text) => `Rows above the header of ${name} are left out: “${text}”.`,
  SheetsLeftOut: (count, name) =>
    `The workbook has ${count} sheets. Only ${name} is imported unless another sheet gets a State.`,
}

/** A problem of an import as it is kept. */
export interface Problem {
  readonly code: Exclude<AnyProblem, 'None'>
  /** Names and numbers of the sentence, in their order. */
  readonly about: readonly string[]
  readonly sentence: string
}

export interface Warning {
  readonly code: WarningCode
  /** Names and numbers of the sentence, in their order. */
  readonly about: readonly string[]
}

export function problemOf(code: ProblemCode, ...about: readonly (string | number)[]): Problem {
  const words = about.map(storable)
  return { code, about: words, sentence: problems[code](...words) }
}

/** The sentence is that of the refusal, which knows most. */
export function problemOfRefusal({ refusal, detail, title }: Refusal): Problem {
  const code = refusal in refused ? refused[refusal as keyof typeof refused] : 'Other'
  return { code, about: [], sentence: detail ?? title }
}

const seeLog = 'The log of the service says why.'

/** Where an import was when it gave up. */
export type GivenUpStep = 'Reading' | 'Judging' | 'Committing' | 'PartlyCommitted' | 'Undoing' | 'PartlyUndone'

/** @param row the last row that was written or undone */
const givenUp: Readonly<Record<GivenUpStep, (row: number) => string>> = {
  Reading: () => `The file could not be read. ${seeLog} Import the file again.`,
  Judging: () => `The rows could not be checked. ${seeLog} Have them checked again.`,
  Committing: () => `No row could be written. ${seeLog} Import the file again.`,
  PartlyCommitted: row =>
    `Only rows up to row ${row} could be written. ${seeLog} What was written stays, and can be undone; or import the file again.`,
  Undoing: () => `The import could not be undone. ${seeLog} What was not undone stays in the list.`,
  PartlyUndone: row =>
    `The import could not be undone after row ${row}. ${seeLog} What was not undone stays in the list.`,
}

/** The problem of an import of which every attempt failed. @param row the last row that was written or undone */
export function givenUpProblem(step: GivenUpStep, row: number): Problem {
  return { code: 'GaveUp', about: [step, String(row)], sentence: givenUp[step](row) }
}

export function warningOf(code: WarningCode, ...about: readonly (string | number)[]): Warning {
  return { code, about: about.map(storable) }
}

/** Names and lines of strangers' files, as a database can hold them. */
const storable = (about: string | number) => storableLine(String(about), longestAbout)
const longestAbout = 250

/** @param warning as it was kept; imports of earlier versions keep the sentence alone */
export function sentenceOf(warning: Warning | string): string {
  return typeof warning === 'string' ? warning : warnings[warning.code](...warning.about)
}
