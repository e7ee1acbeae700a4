/** Import.*: files become subscribers of a list, after a review. Parts, columns and rows are counted from 1. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, Limit, ListID, ofClient, ofList, page } from '../words.ts'

const verdicts = 'New, Updated, Unchanged, StateMadeStricter, OptOutKept, Suppressed, BouncedKept, Duplicate, Skipped or Refused'
const dateOrders =
  'dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds since 1970) or serial (days as spreadsheets count them)'
const states = 'Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported'

const Value = text('The value, cut to 100 characters.', 'in spring')
const Column = text('What the column becomes, a field in brackets; or its header where it becomes nothing.', '[Born]')
const Part = int('The part, counted from 1.')
const column = int('The column of the part, counted from 1.')
const Target = text(
  'Email, Name, MobileNumber, State, JoinedAt, ConfirmedAt, ConsentAt, ConsentAddress, OptOutAt, OptOutReason, Field, NewField, Tags or Ignore; Field and Tags fill the custom field that Key names, NewField one of this name that is made when the rows are written.',
  'Email',
)

export const RemoteClient = record('RemoteClient', {
  RemoteClientID: text('The client: 32 hexadecimal digits.', '4a397ccaaa55eb4e6aa1221e1e2d7122'),
  Name: exemplify(fields.OwnName, 'Flower shop'),
})

export const RemoteField = record('RemoteField', {
  FieldName: fields.FieldName,
  DataType: text('As List.CreateCustomField takes it.', 'Text'),
  Options: text('The options, separated by `||`; empty for types without.', ''),
})

/** -1 is a number that the other program does not report. */
export const RemoteList = record('RemoteList', {
  RemoteListID: text('The list, for Import.CreateFromApi.', '3'),
  Name: exemplify(fields.OwnName, 'Spring readers'),
  ConfirmOptIn: boolean('People confirm their subscription there.'),
  Active: long('People who are mailed; -1 where the program does not say.', 9412),
  Unconfirmed: long('People who have not confirmed; -1 where the program does not say.', 118),
  Unsubscribed: long('People who left; -1 where the program does not say.', 1031),
  Bounced: long('Addresses that bounced; -1 where the program does not say.', -1),
  Deleted: long('People who were deleted; -1 where the program does not say.', -1),
  Fields: list(RemoteField, 'Its custom fields. Make them in your list, with the same names, before you import.'),
})

export const RemoteLists = record('RemoteLists', {
  Clients: list(RemoteClient, 'The clients of a Campaign Monitor account. If there are several, name one to see its lists.'),
  Lists: list(RemoteList, 'The lists, at most 100.'),
  HasMore: boolean('The account has more lists than are shown.', false),
})

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

/** Rows is always the sum of the ten counts after it; ValueDropped counts rows among them. */
export const ImportCounts = record('ImportCounts', {
  Rows: long('All rows; the sum of the ten counts after it.', 10_600),
  New: long('People who were not on the list.', 9412),
  Updated: long('Members with new values.', 1104),
  Unchanged: long('Members that are as the row says, or that AddOnly leaves.', 20),
  StateMadeStricter: long('Members that the file says left, bounced or are suppressed.', 3),
  OptOutKept: long('People who left the list: they stay as they are.', 31),
  Suppressed: long('Addresses on the suppression list of the client: they stay as they are.', 4),
  BouncedKept: long('Members whose address bounced: they stay as they are.', 6),
  Duplicate: long('Rows with the address of another row, which counts.', 12),
  Skipped: long('Rows whose state is Skip.', 0),
  Refused: long('Rows that cannot be imported, such as those without a valid address.', 8),
  ValueDropped: long('Rows, among those that count, a value of which is left out because its field cannot hold it.', 2),
})

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

const Reason = describe(
  ImportLossReason,
  'NoDate, OtherDateOrder (a date, in another order than the column), DateTooEarly (before 1990), NoNumber, OtherDecimalSign, NoOption (of the field), NoMobileNumber, TooLong, Unreadable, NoField (the field is gone), NoFieldLeft (the list has as many fields as it may), NoColumn (the row has more cells than columns); Other for what a later version found.',
  'NoDate',
)

export const ImportLossCount = record('ImportLossCount', { Reason, Values: long('How many.', 2) })

export const ImportLossExample = record('ImportLossExample', { Row: long('The number of the row.', 17), Value, Reason })

/** What rows that count lose of one column. */
export const ImportLoss = record('ImportLoss', {
  Column,
  Values: long('How many values are lost.', 2),
  Reasons: list(ImportLossCount, 'How many for which reason.'),
  Examples: list(ImportLossExample, 'The first three.'),
})

/** Judged is what the review found, Written what was written up to now; both are absent before. */
export const Import = record('Import', {
  ImportID: text('The import: 32 hexadecimal digits.', id('8')),
  ListID: fields.ListID,
  ListTitle: fields.ListTitle,
  State: describe(
    ImportState,
    'Fetching (from another program), Reading, Mapping (waits for Import.Judge), Judging, Judged (waits for Import.Commit), Committing, Done, Undoing, Undone, Cancelled or Failed.',
    'Judged',
  ),
  FileName: text('The name of the uploaded file.', 'readers.csv'),
  Bytes: fields.Bytes,
  ConsentSource: text('Where these people agreed to be mailed.', 'The sign-up page of the shop'),
  ConsentDate: text('When they agreed.', '2025-05-01'),
  ConsentWording: text('What they agreed to.', 'Yes, send me the newsletter.'),
  CreatedDate: fields.BegunDate,
  EndedDate: fields.EndedDate,
  Problem: text('Why it failed, or what its mapping still needs: a sentence. Empty without a problem.', ''),
  ProblemCode: describe(ImportProblem, 'The same for programs: None without a problem, Other for one that has no code.'),
  ProblemAbout: list(text(), 'Names and numbers of the sentence of Problem, in their order.', []),
  Source: text('The program whose API its rows come from, Listmonk or CampaignMonitor; empty for a file.', ''),
  RemoteListID: text('The list there; empty for a file.', ''),
  RowsFetched: long('Rows that were read there, up to now.', 0),
  RowsToFetch: long('Rows that are there, as far as is known by now.', 0),
  RowsInFile: long('Rows of the file; 0 before it is judged.', 10_600),
  RowsDone: long('The number of the last row that is written, or undone while it is undone.', 0),
  NeedsApproval: boolean('Import.Commit has to be called by a person or key with rights on the whole account.', false),
  CanBeUndone: boolean('Import.Undo can be called: for 30 days after it was begun.', false),
  Judged: describe(ImportCounts, 'The verdicts of the review; absent before.'),
  Written: describe(ImportCounts, 'The verdicts when rows were written, up to now; absent before.'),
  ValuesLost: long('Values that rows lose which count, over all columns; Import.Commit takes this number.', 2),
  Losses: list(ImportLoss, 'The same by column, the most first.'),
  RowsUndone: long('Rows that Import.Undo took back.', 0),
  RowsLeftAlone: long('Rows that Import.Undo left as they are, since something else changed them; Import.GetVerdicts lists them.', 0),
})

export const ImportPage = record('ImportPage', { Imports: list(Import, 'The imports of this page, the newest first.'), NextCursor: fields.NextCursor })

export const ImportEncoding = record('ImportEncoding', {
  Encoding: text('A label of the WHATWG Encoding Standard.', 'windows-1251'),
  Samples: list(text(), 'What some cells with letters outside ASCII are in it.', ['Анна']),
})

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
export const ImportWarning = record('ImportWarning', {
  Code: describe(ImportWarningCode, 'What is to be known; Other for a sentence of an earlier version.', 'FilesLeftOut'),
  Text: text('The sentence.', '2 files of readers.zip are no tables and are left out.'),
  About: list(text(), 'Names and numbers of the sentence, in their order.', ['2', 'readers.zip']),
})

export const ImportLine = record('ImportLine', {
  Line: int('Its number, counted from 1 with empty lines.'),
  Cells: list(text(), 'The first cells.', ['E-Mail', 'Born']),
})

export const ImportPartDetail = record('ImportPart', {
  Part,
  PartName: text('The name of the file, sheet or list.', 'readers.csv'),
  State: text(`What every row of the part asks for: ${states}; empty where rows say it.`, ''),
  HeaderRow: int('The line in which the header is, counted from 1 with empty lines; 0 without one.'),
  FirstLines: list(ImportLine, 'The first lines that are not empty, so that the header can be named.'),
})

export const ImportColumn = record('ImportColumn', {
  Part: int('The part of the file, counted from 1.'),
  Column: column,
  Header: text('The name of the column in the file; empty without one.', 'E-Mail'),
  Target,
  Key: text('The key of the custom field, or the name of a new one; empty for other targets.', ''),
  DataType: text('The type of the custom field; empty for other targets.', ''),
  DateOrder: text(`How its dates are written: ${dateOrders}; auto as no row contradicts.`, 'auto'),
  DecimalSign: text('The decimal sign of its numbers: point or comma; auto as no row contradicts.', 'auto'),
  Values: long('Cells with a text; of a column that is clearly of texts, those that were looked at.', 200),
  LikelyType: text('The type of a new field that would hold all its values: Text, Number or Date.', 'Text'),
  DateOrders: list(text(), 'The orders that its dates can have; several where DateOrder has to say which. Empty where it has none.', []),
  DecimalSigns: list(text(), 'The signs that its numbers can have; both where DecimalSign has to say which. Empty where it has none.', []),
  Sample: list(text(), 'The first values of the column, at most 20.', ['sam@reader.example']),
})

export const ImportWord = record('ImportWord', { Word: text('The word, in lower case.', 'subscribed'), State: text(`What it means: ${states}.`, 'Active') })

export const ImportMapping = record('ImportMapping', {
  Format: text('The program whose export this is; empty for a plain table.', ''),
  Encoding: text('The encoding of the text; empty where it has none.', 'utf-8'),
  Encodings: list(ImportEncoding, 'Where it was guessed, what it could be, the most likely first; Import.SetMapping takes another.'),
  Warnings: list(text(), 'What the file cannot say, such as that it holds no opt-outs: sentences.', []),
  WarningDetails: list(ImportWarning, 'The same for programs.', []),
  Parts: list(ImportPartDetail, 'The parts of the file.'),
  Columns: list(ImportColumn, 'The columns of all parts.'),
  Words: list(ImportWord, 'The words of the State column.'),
  Values: text('Overwrite, FillEmpty or AddOnly.', 'Overwrite'),
  Duplicates: text('Last or First.', 'Last'),
  EmptyCells: text('Leave or Erase.', 'Leave'),
  DefaultState: text('Active or Unconfirmed.', 'Active'),
  Dates: text(`auto, ${dateOrders}.`, 'auto'),
})

export const ImportColumnTarget = record('ImportColumnTarget', {
  Part,
  Column: exemplify(column, 2),
  Target: exemplify(Target, 'NewField'),
  Key: text('The key of the custom field, for Field and Tags; the name of the field, for NewField.', 'Born'),
  DataType: text('Of a NewField: Text, Number or Date; empty for Text.', 'Date'),
  DateOrder: text(`How its dates are written: ${dateOrders}; auto as no row contradicts, empty for what it is.`, 'dmy'),
  DecimalSign: text('The decimal sign of its numbers: point or comma; auto as no row contradicts, empty for what it is.', ''),
})

export const ImportPartState = record('ImportPartState', { Part, State: text(`${states}; empty where rows say it.`, 'Unsubscribed') })

export const ImportHeaderRow = record('ImportHeaderRow', { Part, Row: int('The line of the header, among the first 50; 0 for none.', 3) })

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

export const ImportRowLoss = record('ImportRowLoss', { Column, Value, Reason })

/** What something else changed since, of a row that was left as it is when the import was undone. */
export const ImportChangeSince = enumeration('ImportChangeSince', 'None', 'State', 'Values', 'Mailed', 'Address')

export const ImportJudgedRow = record('ImportJudgedRow', {
  Row: long('The number of the row, counted from 1 without headers.', 17),
  EmailAddress: text('The address, or the text in its place.', 'sam at reader.example'),
  Name: text('The name in the row.', 'Sam Reader'),
  Verdict: describe(ImportVerdict, `${verdicts}.`, 'Refused'),
  Reason: text(
    'Why it is refused, the reason of the suppression, or which values of the member change: Name, MobileNumber and keys of fields in brackets. Otherwise empty.',
    'Invalid Email Address',
  ),
  Code: int('Of a refused row the code that Subscriber.Add would answer with; otherwise 0.'),
  DuplicateOf: long('The number of the row that counts instead; 0 where it counts itself.', 0),
  Proposal: text('Of a row whose address is refused, the address that was most likely meant; empty without a guess.', ''),
  ValuesDropped: list(text(), 'Columns whose value is left out.', []),
  Losses: list(ImportRowLoss, 'These values, and why; empty of imports that an earlier version judged.'),
  ChangedSince: describe(
    ImportChangeSince,
    'Of a row that Import.Undo left as it is, what something else changed since: State (the member left, confirmed or bounced, for example), Values (name, number or fields), Mailed (they are recipients of a campaign) or Address (no member has the address any more, since it was changed, for example). The first of these that holds; None for other rows.',
  ),
})

export const ImportVerdicts = record('ImportVerdicts', {
  Counts: describe(ImportCounts, 'The verdicts of the review.'),
  Rows: list(ImportJudgedRow, 'The rows of this page, in their order.'),
  NextCursor: fields.NextCursor,
})

export const UnconfirmedCount = record('UnconfirmedCount', {
  Recipients: long('People who would be asked now; 0 once they were.', 118),
  Asked: long('Mails that were asked for, up to now.', 0),
  IsAsking: boolean('Some are still to be asked.', false),
})

const ConsentSource = text('Where these people agreed to be mailed, one line of at most 1,000 characters; kept with each membership.')

const ConsentDate = text('When they agreed, YYYY-MM-DD; columns of the file can say it for each row besides.')

const ConsentWording = text('What they agreed to, in its words, one line of at most 1,000 characters.')

const account = {
  Source: text('The other program: Listmonk or CampaignMonitor.'),
  Url: optional(
    text(
      'Where the other program is, with https:// outside private networks. It is needed for listmonk: its address without /api. Empty for Campaign Monitor itself.',
    ),
  ),
  RemoteClientID: optional(
    text('Of Campaign Monitor, the client: 32 hexadecimal digits. Without it Import.GetRemoteLists lists the clients. Empty for listmonk.'),
  ),
  Username: optional(text('The name of an API user; it is needed for listmonk, and empty for Campaign Monitor.', 'carla')),
  Secret: text(
    'The API key, or the token of the API user. It is encrypted while the list is read, and then deleted.',
    `ls_${id('7')}_0f1e2d3c4b5a69788796a5b4c3d2e1f0_400cc0b0`,
  ),
}

const ofImport = { ...ofClient, ImportID: text('The import: 32 hexadecimal digits, as Import.List names it.', id('8')) }

export const imports = {
  'Import.Create': card('CreateImport', on('ListID', 'Import'), 'create', {
    summary:
      'Begins an import of an uploaded file into a list, and yields its ImportID. Nothing of the list changes, and no one is mailed; the file is read in the background.',
    parameters: {
      ...ofList,
      UploadID: text('The upload: 32 hexadecimal digits, as POST /api/uploads yields it.', id('e')),
      ConsentSource,
      ConsentDate,
      ConsentWording,
    },
    result: U(text()),
    refusals: ['ConsentRequired', 'InvalidDate', 'UnknownUpload', 'UploadInUse', 'RequestTooLarge', 'TooManyImports'],
  }),
  'Import.GetRemoteLists': card('GetRemoteLists', on('ClientID', 'Import'), 'bulk read', {
    summary:
      'The lists of an account at another program, listmonk or Campaign Monitor, with people by state, so that one can be chosen for Import.CreateFromApi. Nothing of it is kept.',
    parameters: { ...ofClient, ...account },
    result: U(RemoteLists),
    refusals: ['UnknownRemoteList', 'RemoteKeyRefused', 'RemoteUnreadable'],
  }),
  'Import.CreateFromApi': card('CreateImportFromApi', on('ListID', 'Import'), 'create', {
    summary:
      'Begins an import of a list at another program, and yields its ImportID. Its people are read in the background in every state they have there; from then on it is an import as of a file. The credentials are encrypted, and deleted when everything is read.',
    parameters: {
      ...ofList,
      ...account,
      RemoteListID: text('The list at the other program, as Import.GetRemoteLists names it.'),
      ConsentSource,
      ConsentDate,
      ConsentWording,
    },
    result: U(text()),
    refusals: ['ConsentRequired', 'InvalidDate', 'UnknownRemoteList', 'TooManyImports'],
  }),
  'Import.Get': card('GetImport', on('ClientID', 'Import'), 'read', {
    summary: 'An import: its state, how far it is, and its counts by verdict.',
    parameters: ofImport,
    result: U(Import),
    refusals: ['UnknownImport'],
  }),
  'Import.List': card('GetImports', on('ClientID', 'Import'), 'read', {
    summary: 'The imports of a client, newest first, page by page.',
    parameters: { ...ofClient, ListID: optional(ListID), ...page, Limit: exemplify(Limit, 1) },
    result: U(ImportPage),
    refusals: ['InvalidListId'],
  }),
  // a bulk read: samples of the file are rows of people
  'Import.GetMapping': card('GetImportMapping', on('ClientID', 'Import'), 'bulk read', {
    summary: 'What the columns of the file become, with the first values of each, and the policies; guessed until it is set.',
    parameters: ofImport,
    result: U(ImportMapping),
    refusals: ['UnknownImport', 'ImportNotReady'],
  }),
  'Import.SetMapping': card('SetImportMapping', on('ClientID', 'Import'), 'change', {
    summary:
      'Sets what columns become, and policies; what is left out stays as it is. What was judged is judged anew. Encoding and HeaderRows have the file read again, and its columns guessed anew.',
    parameters: {
      ...ofImport,
      Columns: optional(list(ImportColumnTarget, 'What columns become; those that are left out stay as they are.')),
      PartStates: optional(list(ImportPartState, 'What every row of a part asks for; a State column can only make it stricter.')),
      Words: optional(list(ImportWord, `Words of the State column and what they mean: ${states}. A row with a word that is not known is refused.`)),
      Values: optional(
        text(
          'What becomes of values that members have: Overwrite, FillEmpty (only where a member has no value) or AddOnly (members stay as they are); empty for what it is.',
        ),
      ),
      Duplicates: optional(text('Which of several rows of one address counts: Last or First; the strictest state of them always counts.')),
      EmptyCells: optional(text('Leave: an empty cell leaves the value of a member. Erase: it erases it.')),
      DefaultState: optional(text('What a row asks for that says nothing of its state: Active or Unconfirmed.')),
      Dates: optional(
        text(
          `How dates that are not ISO 8601 are written in columns that have no DateOrder: ${dateOrders}; auto for the order that no row of the column contradicts.`,
        ),
      ),
      Encoding: optional(
        text(
          'How the letters of the text files are encoded, such as windows-1251: one of the Encodings of Import.GetMapping. The file is read again; set Columns afterwards.',
        ),
      ),
      HeaderRows: optional(list(ImportHeaderRow, 'In which lines headers are, where they were not found. The file is read again; set Columns afterwards.')),
    },
    result: R,
    refusals: ['UnknownImport', 'ImportNotReady', 'InvalidMapping', 'InvalidFieldName'],
  }),
  'Import.Judge': card('JudgeImport', on('ClientID', 'Import'), 'change', {
    summary: 'Has every row of the file judged, in the background: a dry run that changes nothing of the list.',
    parameters: ofImport,
    result: R,
    refusals: ['UnknownImport', 'ImportNotReady', 'InvalidMapping'],
  }),
  'Import.GetVerdicts': card('GetImportVerdicts', on('ClientID', 'Import'), 'bulk read', {
    summary: 'The counts by verdict, and the rows with one verdict, those that Import.Undo left as they are, or all, page by page.',
    parameters: {
      ...ofImport,
      Verdict: optional(text(`Rows with this verdict only: ${verdicts}; empty for all.`, '')),
      Undoing: optional(text('LeftAlone for those rows only that Import.Undo left as they are; empty for all.', 'LeftAlone')),
      ...page,
      Limit: exemplify(Limit, 1),
    },
    result: U(ImportVerdicts),
    refusals: ['UnknownImport', 'ImportNotReady'],
  }),
  'Import.Commit': card('CommitImport', on('ClientID', 'Import'), 'change', {
    summary:
      'Has the rows written into the list, in the background, 10,000 at a time; verdicts are decided again then. No one is mailed. Makes the fields that columns become, which needs the right to change the audience. Where values are lost, ValuesLost says how many.',
    parameters: {
      ...ofImport,
      ValuesLost: optional(
        text(
          'How many values may be lost, in digits: the ValuesLost of Import.Get. It is needed where that is not 0; refused with 689 when it is another number.',
        ),
      ),
    },
    result: R,
    refusals: [
      'UnknownImport',
      'ListIsDeleted',
      'ImportNotReady',
      'ImportNeedsApproval',
      'ImportLossNotConfirmed',
      'TooManyCustomFields',
      'ListImportUnderWay',
    ],
  }),
  'Import.Cancel': card('CancelImport', on('ClientID', 'Import'), 'change', {
    summary: 'Ends an import. Rows that are written already stay, and can be undone.',
    parameters: ofImport,
    result: R,
    refusals: ['UnknownImport', 'ImportNotReady'],
  }),
  'Import.CountUnconfirmed': card('CountImportUnconfirmed', on('ClientID', 'Import'), 'read', {
    summary: 'How many people an import added who have not confirmed, and could be asked to.',
    parameters: ofImport,
    result: U(UnconfirmedCount),
    refusals: ['UnknownImport', 'ListIsDeleted', 'ImportNotReady'],
  }),
  'Import.AskUnconfirmed': card('AskImportUnconfirmed', on('ClientID', 'Import'), 'change', {
    summary:
      'Mails the confirmation mail of the list to the people whom an import added and who have not confirmed, once each, some each minute, in the background. No one who is suppressed or left is mailed.',
    parameters: {
      ...ofImport,
      Recipients: int('How many people are asked, as Import.CountUnconfirmed counts them; refused with 378 when it is not the present number.'),
    },
    result: R,
    refusals: ['UnknownImport', 'ListIsDeleted', 'ImportNotReady', 'AudienceNotConfirmed', 'PublicUrlRequired'],
  }),
  'Import.Undo': card('UndoImport', on('ClientID', 'Import'), 'change', {
    summary: 'Has what an import wrote taken back, in the background; members that something else changed since stay as they are.',
    parameters: ofImport,
    result: R,
    refusals: ['UnknownImport', 'ImportNotReady', 'ListImportUnderWay'],
  }),
}
