/** The record types of Import.*. Dates are in the time zone of the client; parts, columns and rows are counted from 1. */
import { boolean, enumeration, int, list, long, record, text } from './shapes.ts'

export const ImportState = enumeration(
  'ImportState',
  'Fetching',
  'Reading',
  'Mapping',
  'Judging',
  'Judged',
  'Committing',
  'Done',
  'Undoing',
  'Undone',
  'Cancelled',
  'Failed',
)

export const ImportVerdict = enumeration(
  'ImportVerdict',
  'New',
  'Updated',
  'Unchanged',
  'StateMadeStricter',
  'OptOutKept',
  'Suppressed',
  'BouncedKept',
  'Duplicate',
  'Skipped',
  'Refused',
)

/** Rows is always the sum of the ten counts after it; ValueDropped counts rows among them. */
export const ImportCounts = record('ImportCounts', {
  Rows: long,
  New: long,
  Updated: long,
  Unchanged: long,
  StateMadeStricter: long,
  OptOutKept: long,
  Suppressed: long,
  BouncedKept: long,
  Duplicate: long,
  Skipped: long,
  Refused: long,
  ValueDropped: long,
})

/** Why an import failed, or went back to its mapping; None where it did not. */
export const ImportProblem = enumeration(
  'ImportProblem',
  'None',
  'Other',
  'BreaksOff',
  'CannotBeRead',
  'DatesAmbiguous',
  'DecimalsAmbiguous',
  'EmptyZip',
  'EntryEncrypted',
  'EntryTooLarge',
  'EntryTwice',
  'EntryUnreadable',
  'FileGone',
  'Gzip',
  'JsonArray',
  'NoHeaderRow',
  'NoJsonObject',
  'NoRows',
  'NoSheet',
  'NoTable',
  'NoTableInside',
  'OldWorkbook',
  'Pdf',
  'QuoteNotClosed',
  'RemoteKeyRefused',
  'RemoteTooLarge',
  'RemoteUnreadable',
  'RichText',
  'StoppedWhileWriting',
  'TooManyColumns',
  'TooManyEntries',
  'TooManyParts',
  'TooManyRows',
  'TooManySheetRows',
  'UnknownRemoteList',
  'WorkbookDamaged',
  'WorkbookEntities',
  'WorkbookTextsTooLarge',
  'YearsAmbiguous',
  'ZipUnreadable',
)

/** What the review of a file should know, and the file cannot say. */
export const ImportWarningCode = enumeration(
  'ImportWarningCode',
  'Other',
  'EncodingGuessed',
  'FilesLeftOut',
  'ListmonkOptOuts',
  'MailchimpStateUnknown',
  'NeverSubscribed',
  'RowsAboveHeader',
  'SheetsLeftOut',
)

/** About holds the names and numbers of the sentence Text, in their order. */
export const ImportWarning = record('ImportWarning', { Code: ImportWarningCode, Text: text, About: list(text) })

/** Why a value is lost, although its row goes in. */
export const ImportLossReason = enumeration(
  'ImportLossReason',
  'Other',
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
)

/** What rows that count lose of one column. */
export const ImportLoss = record('ImportLoss', {
  Column: text,
  Values: long,
  Reasons: list(record('ImportLossCount', { Reason: ImportLossReason, Values: long })),
  Examples: list(record('ImportLossExample', { Row: long, Value: text, Reason: ImportLossReason })),
})

/** Judged is what the review found, Written what was written up to now; both are absent before. */
export const Import = record('Import', {
  ImportID: text,
  ListID: text,
  ListTitle: text,
  State: ImportState,
  FileName: text,
  Bytes: long,
  ConsentSource: text,
  ConsentDate: text,
  ConsentWording: text,
  CreatedDate: text,
  EndedDate: text,
  Problem: text,
  ProblemCode: ImportProblem,
  ProblemAbout: list(text),
  Source: text,
  RemoteListID: text,
  RowsFetched: long,
  RowsToFetch: long,
  RowsInFile: long,
  RowsDone: long,
  NeedsApproval: boolean,
  CanBeUndone: boolean,
  Judged: ImportCounts,
  Written: ImportCounts,
  ValuesLost: long,
  Losses: list(ImportLoss),
  RowsUndone: long,
  RowsLeftAlone: long,
})
export const ImportPage = record('ImportPage', { Imports: list(Import), NextCursor: text })

export const ImportColumn = record('ImportColumn', {
  Part: int,
  Column: int,
  Header: text,
  Target: text,
  Key: text,
  DataType: text,
  DateOrder: text,
  DecimalSign: text,
  Values: long,
  LikelyType: text,
  DateOrders: list(text),
  DecimalSigns: list(text),
  Sample: list(text),
})
export const ImportLine = record('ImportLine', { Line: int, Cells: list(text) })
export const ImportPartDetail = record('ImportPart', {
  Part: int,
  PartName: text,
  State: text,
  HeaderRow: int,
  FirstLines: list(ImportLine),
})
export const ImportWord = record('ImportWord', { Word: text, State: text })

export const ImportMapping = record('ImportMapping', {
  Format: text,
  Encoding: text,
  Encodings: list(record('ImportEncoding', { Encoding: text, Samples: list(text) })),
  Warnings: list(text),
  WarningDetails: list(ImportWarning),
  Parts: list(ImportPartDetail),
  Columns: list(ImportColumn),
  Words: list(ImportWord),
  Values: text,
  Duplicates: text,
  EmptyCells: text,
  DefaultState: text,
  Dates: text,
})

export const ImportColumnTarget = record('ImportColumnTarget', {
  Part: int,
  Column: int,
  Target: text,
  Key: text,
  DataType: text,
  DateOrder: text,
  DecimalSign: text,
})
export const ImportHeaderRow = record('ImportHeaderRow', { Part: int, Row: int })
export const ImportPartState = record('ImportPartState', { Part: int, State: text })

/** What something else changed since, of a row that was left as it is when the import was undone. */
export const ImportChangeSince = enumeration('ImportChangeSince', 'None', 'State', 'Values', 'Mailed', 'Address')

export const ImportJudgedRow = record('ImportJudgedRow', {
  Row: long,
  EmailAddress: text,
  Name: text,
  Verdict: ImportVerdict,
  Reason: text,
  Code: int,
  DuplicateOf: long,
  Proposal: text,
  ValuesDropped: list(text),
  Losses: list(record('ImportRowLoss', { Column: text, Value: text, Reason: ImportLossReason })),
  ChangedSince: ImportChangeSince,
})
export const ImportVerdicts = record('ImportVerdicts', {
  Counts: ImportCounts,
  Rows: list(ImportJudgedRow),
  NextCursor: text,
})

/** Where an import can read rows of another program. */
export const RemoteSource = enumeration('RemoteSource', 'Listmonk', 'CampaignMonitor')

/** -1 is a number that the other program does not tell. */
export const RemoteList = record('RemoteList', {
  RemoteListID: text,
  Name: text,
  ConfirmOptIn: boolean,
  Active: long,
  Unconfirmed: long,
  Unsubscribed: long,
  Bounced: long,
  Deleted: long,
  Fields: list(record('RemoteField', { FieldName: text, DataType: text, Options: text })),
})
export const RemoteLists = record('RemoteLists', {
  Clients: list(record('RemoteClient', { RemoteClientID: text, Name: text })),
  Lists: list(RemoteList),
  HasMore: boolean,
})

export const UnconfirmedCount = record('UnconfirmedCount', { Recipients: long, Asked: long, IsAsking: boolean })
