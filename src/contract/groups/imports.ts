/** Import.*: files become subscribers of a list, after a review. Parts, columns and rows are counted from 1. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, Limit, ListID, ofClient, ofImport, ofList, page } from '../words.ts'
import { importMappings } from './import-mappings.ts'
import { consent, importsFromApis } from './imports-from-apis.ts'

const verdicts = 'New, Updated, Unchanged, StateMadeStricter, OptOutKept, Suppressed, BouncedKept, Duplicate, Skipped or Refused'

const Value = text('The value, cut to 100 characters.', 'in spring')
const Column = text('What the column becomes, a field in brackets; or its header where it becomes nothing.', '[Born]')
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
  'GaveUp',
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
  'NoAnswer',
  'NotAsked',
  'ConsentRefused',
)

const Reason = describe(
  ImportLossReason,
  'NoDate, OtherDateOrder (a date, in another order than the column), DateTooEarly (before 1990), NoNumber, OtherDecimalSign, NoOption (of the field), NoMobileNumber, TooLong, Unreadable, NoField (the field is gone), NoFieldLeft (the list has as many fields as it may), NoColumn (the row has more cells than columns), NoAnswer (neither yes nor no, no basis that is known, or an end without an implied one), NotAsked (consent to a purpose that the list does not ask for), ConsentRefused (consent that the person refused, as is recorded or as another row says); Other for what a later version found.',
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
  ProblemAbout: list(
    text(),
    'Names and numbers of the sentence of Problem, in their order; of GaveUp the step (Reading, Judging, Committing, PartlyCommitted, Undoing, PartlyUndone) and the last row that it reached.',
    [],
  ),
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

export const imports = {
  'Import.Create': card('CreateImport', on('ListID', 'Import'), 'create', {
    summary:
      'Begins an import of an uploaded file into a list, and yields its ImportID. Nothing of the list changes, and no one is mailed; the file is read in the background.',
    parameters: {
      ...ofList,
      UploadID: text('The upload: 32 hexadecimal digits, as POST /api/uploads yields it.', id('e')),
      ...consent,
    },
    result: U(text()),
    refusals: ['ConsentRequired', 'InvalidDate', 'UnknownUpload', 'UploadInUse', 'RequestTooLarge', 'TooManyImports'],
  }),
  ...importsFromApis,
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
  ...importMappings,
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
      'TooManyTags',
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
