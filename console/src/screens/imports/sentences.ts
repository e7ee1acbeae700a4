/** What an import says of its file, in the reader's language. {0}, {1} and so on are the names and numbers that it is about. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { Import } from './states.ts'

type ProblemCode = Import['ProblemCode']
export type Warning = NonNullable<ValueOf<'Import.GetMapping'>['WarningDetails']>[number]

const problems: Readonly<Record<Exclude<ProblemCode, 'None' | 'Other'>, MessageDescriptor>> = {
  BreaksOff: msg({ message: '{0} breaks off.' }),
  CannotBeRead: msg`The file cannot be read. Save it as CSV, or divide it.`,
  DatesAmbiguous: msg({
    message: 'The dates of {0} can be read in more than one way. Choose below how they are written.',
  }),
  DecimalsAmbiguous: msg({
    message: 'The numbers of {0} can be read in two ways. Choose below how they are written.',
  }),
  EmptyZip: msg({ message: '{0} is an empty ZIP file.' }),
  EntryEncrypted: msg({ message: '{0} in {1} is protected by a password. Pack it without one.' }),
  EntryTooLarge: msg({ message: '{0} unpacks to more than a table can be.' }),
  EntryTwice: msg({ message: '{1} holds {0} twice.' }),
  EntryUnreadable: msg({ message: '{0} cannot be unpacked.' }),
  FileGone: msg`The file is no longer kept.`,
  Gzip: msg({ message: '{0} is packed with gzip. Unpack it first.' }),
  JsonArray: msg({ message: '{0} is one JSON array. Write each of its objects into a line of its own.' }),
  NoHeaderRow: msg({
    message: 'Line {0} of {1} is empty or not among its first lines. Choose another for the header.',
  }),
  NoJsonObject: msg({ message: '{0} has no line with a JSON object.' }),
  NoRows: msg({ message: '{0} has no rows.' }),
  NoSheet: msg`No visible sheet of the workbook has rows.`,
  NoTable: msg`The file holds no table.`,
  NoTableInside: msg({ message: '{0} holds no CSV or JSON lines file.' }),
  OldWorkbook: msg({
    message: '{0} is an old or password-protected workbook. Save it as .xlsx without a password.',
  }),
  Pdf: msg({ message: '{0} is a PDF. Save the table as CSV or .xlsx.' }),
  QuoteNotClosed: msg({ message: 'The quotation mark that a cell of row {0} begins with is never closed.' }),
  RemoteKeyRefused: msg`The other program refuses the key, or the list is not of this account.`,
  RemoteTooLarge: msg`The list there is larger than an import can be.`,
  RemoteUnreadable: msg`The other program does not answer as it should. Try again later.`,
  RichText: msg({ message: '{0} is a formatted text. Save the table as CSV or .xlsx.' }),
  StoppedWhileWriting: msg`It was stopped while it was written. What was written stays, and can be undone.`,
  TooManyColumns: msg({ message: 'A file may have {0} columns; this one has more.' }),
  TooManyEntries: msg({ message: '{0} holds more than {1} files.' }),
  TooManyParts: msg({ message: 'A file may have {0} parts; this one has {1}.' }),
  TooManyRows: msg({ message: 'A file may have {0} rows.' }),
  TooManySheetRows: msg({ message: 'A sheet may have {0} rows.' }),
  UnknownRemoteList: msg`The other program does not have this list any more.`,
  WorkbookDamaged: msg`The workbook is damaged. Open it and save it again.`,
  WorkbookEntities: msg`The workbook declares entities, which no program that writes workbooks does.`,
  WorkbookTextsTooLarge: msg`The texts of the workbook are too large. Save the sheet as CSV.`,
  YearsAmbiguous: msg({
    message:
      'The years of {0} have two digits. Choose below how they are written, if they are of the last hundred years, or make the column a text.',
  }),
  ZipUnreadable: msg({ message: '{0} is not a readable ZIP file.' }),
}

const warnings: Readonly<Record<Exclude<Warning['Code'], 'Other'>, MessageDescriptor>> = {
  EncodingGuessed: msg({
    message: '{0} is not UTF-8 and was read as {1}: “{2}”. If these letters are wrong, choose another encoding below.',
  }),
  FilesLeftOut: msg({ message: 'Files of {1} that are no tables are left out: {0}.' }),
  ListmonkOptOuts: msg`A listmonk file says nothing of who left a list: its status is that of the person. Export each subscription status of the list on its own. People who are “enabled” are read as Unconfirmed; set the word to Active for a file of confirmed subscriptions.`,
  MailchimpStateUnknown: msg({
    message:
      'Mailchimp says the state of subscribers in the name of the file, and {0} has another one: its rows are left out. Choose below what they are if you know it.',
  }),
  NeverSubscribed: msg({ message: '{0} holds people who never subscribed; they are left out.' }),
  RowsAboveHeader: msg({
    message: 'Rows above the header of {1} are left out: “{2}”.',
  }),
  SheetsLeftOut: msg({
    message: 'The workbook has {0} sheets. Only {1} is imported unless you say below what the people of another are.',
  }),
}

/** What programs answer is not known beforehand: the service says it, too. */
const quotesAnswer: readonly ProblemCode[] = [
  'CannotBeRead',
  'RemoteUnreadable',
  'RemoteKeyRefused',
  'UnknownRemoteList',
]

/** @returns undefined where nothing is wrong */
export function problemIn(
  i18n: I18n,
  { Problem, ProblemCode, ProblemAbout = [] }: Pick<Import, 'Problem' | 'ProblemCode' | 'ProblemAbout'>,
): { readonly what: string; readonly answer?: string } | undefined {
  if (!Problem || ProblemCode === 'None') return undefined
  if (ProblemCode === 'Other') return { what: Problem }
  const what = said(i18n, problems[ProblemCode], ProblemAbout)
  return quotesAnswer.includes(ProblemCode) ? { what, answer: Problem } : { what }
}

export function warningIn(i18n: I18n, { Code, Text = '', About = [] }: Warning): string {
  return Code === 'Other' ? Text : said(i18n, warnings[Code], About)
}

function said(i18n: I18n, message: MessageDescriptor, about: readonly string[]): string {
  return i18n._(message.id, { ...about }, message.message === undefined ? {} : { message: message.message })
}
