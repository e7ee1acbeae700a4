/** Import.*: files become subscribers of a list, after a review. */
import * as own from '../import-records.ts'
import { type Access, ofClient, ofList, on, R, type Row, row, U } from '../row.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

const ofImport = { ...ofClient, ImportID: text }
const account = { Source: text, Url: text, RemoteClientID: text, Username: text, Secret: text }

// biome-ignore format: a table reads by its columns
export const imports = {
  'Import.Create': row('CreateImport', { ...ofList, UploadID: text, ConsentSource: text, ConsentDate: text, ConsentWording: text }, U(text), on('ListID', 'Import'), 'Begins an import of an uploaded file into a list, and yields its ImportID. Nothing of the list changes, and no one is mailed; the file is read in the background.'),
  'Import.GetRemoteLists': row('GetRemoteLists', { ...ofClient, ...account }, U(own.RemoteLists), on('ClientID', 'Import'), 'The lists of an account at another program, listmonk or Campaign Monitor, with people by state, so that one can be chosen for Import.CreateFromApi. Nothing of it is kept.'),
  'Import.CreateFromApi': row('CreateImportFromApi', { ...ofList, ...account, RemoteListID: text, ConsentSource: text, ConsentDate: text, ConsentWording: text }, U(text), on('ListID', 'Import'), 'Begins an import of a list at another program, and yields its ImportID. Its people are read in the background in every state they have there; from then on it is an import as of a file. The credentials are encrypted, and deleted when everything is read.'),
  'Import.Get': row('GetImport', ofImport, U(own.Import), on('ClientID', 'Import'), 'An import: its state, how far it is, and its counts by verdict.'),
  'Import.List': row('GetImports', { ...ofClient, ListID: text, Cursor: text, Limit: int }, U(own.ImportPage), on('ClientID', 'Import'), 'The imports of a client, newest first, page by page.'),
  'Import.GetMapping': row('GetImportMapping', ofImport, U(own.ImportMapping), on('ClientID', 'Import'), 'What the columns of the file become, with the first values of each, and the policies; guessed until it is set.'),
  'Import.SetMapping': row('SetImportMapping', { ...ofImport, Columns: list(own.ImportColumnTarget), PartStates: list(own.ImportPartState), Words: list(own.ImportWord), Values: text, Duplicates: text, EmptyCells: text, DefaultState: text, Dates: text, Encoding: text, HeaderRows: list(own.ImportHeaderRow) }, R, on('ClientID', 'Import'), 'Sets what columns become, and policies; what is left out stays as it is. What was judged is judged anew. Encoding and HeaderRows have the file read again, and its columns guessed anew.'),
  'Import.Judge': row('JudgeImport', ofImport, R, on('ClientID', 'Import'), 'Has every row of the file judged, in the background: a dry run that changes nothing of the list.'),
  'Import.GetVerdicts': row('GetImportVerdicts', { ...ofImport, Verdict: text, Undoing: text, Cursor: text, Limit: int }, U(own.ImportVerdicts), on('ClientID', 'Import'), 'The counts by verdict, and the rows with one verdict, those that Import.Undo left as they are, or all, page by page.'),
  'Import.Commit': row('CommitImport', { ...ofImport, ValuesLost: text }, R, on('ClientID', 'Import'), 'Has the rows written into the list, in the background, 10,000 at a time; verdicts are decided again then. No one is mailed. Makes the fields that columns become, which needs the right to change the audience. Where values are lost, ValuesLost says how many.'),
  'Import.Cancel': row('CancelImport', ofImport, R, on('ClientID', 'Import'), 'Ends an import. Rows that are written already stay, and can be undone.'),
  'Import.CountUnconfirmed': row('CountImportUnconfirmed', ofImport, U(own.UnconfirmedCount), on('ClientID', 'Import'), 'How many people an import added who have not confirmed, and could be asked to.'),
  'Import.AskUnconfirmed': row('AskImportUnconfirmed', { ...ofImport, Recipients: int }, R, on('ClientID', 'Import'), 'Mails the confirmation mail of the list to the people whom an import added and who have not confirmed, once each, some each minute, in the background. No one who is suppressed or left is mailed.'),
  'Import.Undo': row('UndoImport', ofImport, R, on('ClientID', 'Import'), 'Has what an import wrote taken back, in the background; members that something else changed since stay as they are.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
