/** What an import says of its file, in the reader's language. {0}, {1} and so on are the names and numbers that it is about. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { Import } from './states.ts'

type ProblemCode = Import['ProblemCode']
export type Warning = NonNullable<ValueOf<'Import.GetMapping'>['WarningDetails']>[number]

const problems: Readonly<Record<Exclude<ProblemCode, 'None' | 'Other'>, MessageDescriptor>> = {
  BreaksOff: msg({ message: '{0} is incomplete.' }),
  CannotBeRead: msg`The file cannot be read. Save it as CSV, or split it.`,
  DatesAmbiguous: msg({
    message: 'The dates of {0} can be read in more than one way. Choose their format below.',
  }),
  DecimalsAmbiguous: msg({
    message: 'The numbers of {0} can be read in two ways. Choose their format below.',
  }),
  EmptyZip: msg({ message: '{0} is an empty ZIP file.' }),
  EntryEncrypted: msg({ message: '{0} in {1} is protected by a password. Compress it without one.' }),
  EntryTooLarge: msg({ message: '{0} is larger than a table can be when decompressed.' }),
  EntryTwice: msg({ message: '{1} contains {0} twice.' }),
  EntryUnreadable: msg({ message: '{0} cannot be unpacked.' }),
  FileGone: msg`The file is no longer stored.`,
  GaveUp: msg`The import failed after several attempts. The log of the service has the reason.`,
  Gzip: msg({ message: '{0} is compressed with gzip. Decompress it first.' }),
  JsonArray: msg({ message: '{0} is one JSON array. Write each of its objects into a line of its own.' }),
  NoHeaderRow: msg({
    message: 'Line {0} of {1} is empty or not among its first lines. Choose another for the header.',
  }),
  NoJsonObject: msg({ message: '{0} has no line with a JSON object.' }),
  NoRows: msg({ message: '{0} has no rows.' }),
  NoSheet: msg`No visible sheet of the workbook has rows.`,
  NoTable: msg`The file contains no table.`,
  NoTableInside: msg({ message: '{0} contains no CSV or JSON lines file.' }),
  OldWorkbook: msg({
    message: '{0} is an old or password-protected workbook. Save it as .xlsx without a password.',
  }),
  Pdf: msg({ message: '{0} is a PDF. Save the table as CSV or .xlsx.' }),
  QuoteNotClosed: msg({ message: 'A cell of row {0} starts with a quotation mark that is never closed.' }),
  RemoteKeyRefused: msg`The other program refuses the key, or the list belongs to another account.`,
  RemoteTooLarge: msg`The remote list is larger than an import can be.`,
  RemoteUnreadable: msg`The other program gives no valid answer. Try again later.`,
  RichText: msg({ message: '{0} is a formatted text. Save the table as CSV or .xlsx.' }),
  StoppedWhileWriting: msg`The import was stopped while it was running. The imported rows stay and can be undone.`,
  TooManyColumns: msg({ message: 'A file can have {0} columns; this one has more.' }),
  TooManyEntries: msg({ message: '{0} contains more than {1} files.' }),
  TooManyParts: msg({ message: 'A file can have {0} parts; this one has {1}.' }),
  TooManyRows: msg({ message: 'A file can have {0} rows.' }),
  TooManySheetRows: msg({ message: 'A sheet can have {0} rows.' }),
  UnknownRemoteList: msg`The other program no longer has this list.`,
  WorkbookDamaged: msg`The workbook is damaged. Open it and save it again.`,
  WorkbookEntities: msg`The workbook declares XML entities, which workbooks never contain.`,
  WorkbookTextsTooLarge: msg`The texts of the workbook are too large. Save the sheet as CSV.`,
  YearsAmbiguous: msg({
    message:
      'The years of {0} have two digits. If they are of the last hundred years, choose their format below; otherwise import the column as text.',
  }),
  ZipUnreadable: msg({ message: '{0} is not a readable ZIP file.' }),
}

/** By the step that an import gave up in. {1} is the last row that it reached. */
const givenUp: Readonly<Record<string, MessageDescriptor>> = {
  Reading: msg`The file could not be read in several attempts. The log of the service has the reason. Import the file again.`,
  Judging: msg`The rows could not be checked in several attempts. The log of the service has the reason. Check them again.`,
  Committing: msg`No row could be imported in several attempts. The log of the service has the reason. Import the file again.`,
  PartlyCommitted: msg({
    message:
      'Only the rows up to row {1} could be imported. The log of the service has the reason. The imported rows stay and can be undone, or import the file again.',
  }),
  Undoing: msg`The import could not be undone in several attempts. The log of the service has the reason. The imported rows stay.`,
  PartlyUndone: msg({
    message:
      'The import could only be undone up to row {1}. The log of the service has the reason. The other imported rows stay.',
  }),
}

const warnings: Readonly<Record<Exclude<Warning['Code'], 'Other'>, MessageDescriptor>> = {
  EncodingGuessed: msg({
    message: '{0} is not UTF-8 and was read as {1}: “{2}”. If these letters are wrong, choose another encoding below.',
  }),
  FilesLeftOut: msg({ message: 'Files of {1} that are not tables are skipped: {0}.' }),
  ListmonkOptOuts: msg`A listmonk file does not contain who unsubscribed from a list: its status is that of the person. Export each subscription status of the list separately. “enabled” is imported as Unconfirmed; set it to Active for a file of confirmed subscriptions.`,
  MailchimpStateUnknown: msg({
    message:
      'Mailchimp writes the state of subscribers into the file name, and {0} has another name: its rows are skipped. Choose their state below if you know it.',
  }),
  NeverSubscribed: msg({ message: '{0} contains people who never subscribed; they are skipped.' }),
  RowsAboveHeader: msg({
    message: 'Rows above the header of {1} are skipped: “{2}”.',
  }),
  SheetsLeftOut: msg({
    message:
      'The workbook has {0} sheets. Only {1} is imported unless you choose the state of the people of another one below.',
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
  const step = ProblemCode === 'GaveUp' ? givenUp[ProblemAbout[0] ?? ''] : undefined
  if (step) return { what: translate(i18n, step, ProblemAbout) }
  const what = translate(i18n, problems[ProblemCode], ProblemAbout)
  return quotesAnswer.includes(ProblemCode) ? { what, answer: Problem } : { what }
}

export function warningIn(i18n: I18n, { Code, Text = '', About = [] }: Warning): string {
  return Code === 'Other' ? Text : translate(i18n, warnings[Code], About)
}

function translate(i18n: I18n, message: MessageDescriptor, about: readonly string[]): string {
  return i18n._(message.id, { ...about }, message.message === undefined ? {} : { message: message.message })
}
