/** Imports as their operations see them. See docs/importing.md and docs/decisions/imports.md#rows-are-staged-in-one-table-judged-by-set-and-written-in-ranges. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../store/connection/violations.ts'
import {
  hasImported,
  type ImportRow,
  type ImportState,
  importByPublicId,
  insertImport,
  moveImport,
  readImportsOf,
} from '../../store/imports/imports.ts'
import { readRowsWith, type Verdict, verdicts } from '../../store/imports/staging.ts'
import { countNewTags } from '../../store/imports/writing-tags.ts'
import { mostTagsOfClient, readTags } from '../../store/tags/tags.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { addCustomField, mostCustomFields, readCustomFields } from '../lists/custom-fields.ts'
import { findGivenList } from '../lists/given-list.ts'
import { cutPage, isNumberKey, readCursorPage, readNewestPage } from '../paging/cursors.ts'
import { readFilter } from '../text-rules/filters.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { isRecent, parseDate } from './dates.ts'
import {
  changeMapping,
  changeReading,
  type FoundSource,
  type GivenMapping,
  type Mapping,
  newFieldsOf,
  requireAddresses,
} from './mapping.ts'
import { type Problem, problemOf } from './sentences.ts'
import { type ColumnLoss, importLimits, type NewField } from './source.ts'
import { verdictNames } from './verdict-names.ts'

/** Imports of a client that wait, are judged or are written, at a time. */
export const mostOpenImports = 20
/** A client's first import of more rows than this is approved by who has rights on the whole account. */
export const approvalRows = 10_000
const longestNote = 1000

export interface GivenConsent {
  readonly source: string | null
  readonly date: string | null
  readonly wording: string | null
}

export interface Consent {
  readonly source: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly wording: string
}

/**
 * Begins an import of an upload: it is read in the background.
 * @param createdBy evidence of who it was
 * @returns its public id
 * @throws Refusal ConsentRequired, InvalidDate, UnknownUpload, UploadInUse, TooManyImports, RequestTooLarge, InvalidListId
 */
export async function createImport(
  db: Database,
  list: ListRef,
  given: { readonly uploadId: string | null; readonly consent: GivenConsent },
  createdBy: object,
): Promise<string> {
  const consent = readConsent(given.consent)
  if (!isPublicId(given.uploadId)) throw unknownUploadRefusal()
  const made = await insertImport(db, list, {
    uploadPublicId: given.uploadId,
    consent,
    createdBy,
    most: mostOpenImports,
    mostBytes: importLimits.fileBytes,
  })
  switch (made) {
    case 'gone':
      throw new Refusal('InvalidListId')
    case 'unknown upload':
      throw unknownUploadRefusal()
    case 'upload in use':
      throw new Refusal('UploadInUse', 'Another call uses this upload at the moment.')
    case 'too large':
      throw new Refusal('RequestTooLarge', `A file that is imported may have ${importLimits.fileBytes / 1_048_576} MB.`)
    case 'too many':
      throw tooManyImportsRefusal()
    default:
      return made.publicId
  }
}

export function tooManyImportsRefusal(): Refusal {
  return new Refusal(
    'TooManyImports',
    `A client has at most ${mostOpenImports} imports that are not ended; commit or cancel one.`,
  )
}

function unknownUploadRefusal(): Refusal {
  return new Refusal('UnknownUpload', 'The client has no such upload: it was used, or expired, or never was.')
}

/** @throws Refusal ConsentRequired, InvalidDate */
export function readConsent({ source, date, wording }: GivenConsent): Consent {
  const consent = {
    source: cleanLine('ConsentSource', source, longestNote),
    date: (date ?? '').trim(),
    wording: cleanLine('ConsentWording', wording, longestNote),
  }
  if (consent.source === '' || consent.wording === '' || consent.date === '') {
    throw new Refusal(
      'ConsentRequired',
      'Say how these people agreed to be mailed: ConsentSource, ConsentDate and ConsentWording.',
    )
  }
  const read = parseDate(consent.date, 'ymd')
  const day = read?.slice(0, 'YYYY-MM-DD'.length)
  if (read === undefined || day === undefined || !isRecent(read))
    throw new Refusal('InvalidDate', 'ConsentDate is a date, YYYY-MM-DD, from 1990 on.')
  return { ...consent, date: day }
}

/** @throws Refusal UnknownImport */
export async function findImport(sql: Sql, client: ClientRef, importId: string | null): Promise<ImportRow> {
  const found = isPublicId(importId) ? await importByPublicId(sql, client, importId) : undefined
  if (!found) throw new Refusal('UnknownImport')
  return found
}

/** A page of imports, the newest first. @throws Refusal InvalidListId, InvalidParameter */
export function listImports(
  sql: Sql,
  client: ClientRef,
  given: { readonly listId: string | null; readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    async page => readImportsOf(sql, client, { listId: await findGivenList(sql, client, given.listId), ...page }),
    ({ importId }) => importId,
  )
}

export interface MappedImport {
  readonly import: ImportRow
  readonly source: FoundSource
  readonly mapping: Mapping
}

/** @throws Refusal UnknownImport, ImportNotReady while the file is being read */
export async function readMapping(sql: Sql, client: ClientRef, importId: string | null): Promise<MappedImport> {
  const found = await findImport(sql, client, importId)
  if (found.source === null || found.mapping === null) throw notReadyRefusal('has no mapping yet')
  return { import: found, source: found.source as FoundSource, mapping: found.mapping as Mapping } // written by the job
}

/**
 * Changes the mapping; what was judged before is judged anew. A change of how the file is read has it read again.
 * @throws Refusal UnknownImport, ImportNotReady, InvalidMapping, InvalidFieldName
 */
export async function setMapping(
  db: Database,
  client: ClientRef,
  importId: string | null,
  given: GivenMapping,
): Promise<void> {
  const { import: found, mapping } = await readMapping(db, client, importId)
  const changed = changeMapping(mapping, given, await readCustomFields(db, found))
  const reading = changeReading(mapping, given)
  if (reading === undefined) await move(db, found, ['mapping', 'judged'], 'mapping', { mapping: changed })
  else await move(db, found, ['mapping', 'judged'], 'reading', { mapping: { ...changed, reading } })
}

/** Has every row judged, in the background; nothing of the list is written. @throws Refusal UnknownImport, ImportNotReady, InvalidMapping */
export async function judgeImport(db: Database, client: ClientRef, importId: string | null): Promise<void> {
  const { import: found, mapping } = await readMapping(db, client, importId)
  requireAddresses(mapping)
  await move(db, found, ['mapping', 'judged'], 'judging')
}

export interface Commit {
  /** Who has rights on the whole account. */
  readonly mayApprove: boolean
  /** Who may change the list's fields. */
  readonly mayMakeFields: boolean
  /** How many values may be lost, in digits; null or empty for none. */
  readonly valuesLost: string | null
}

/**
 * Has the rows written, in the background, and makes the fields that columns become.
 * @throws Refusal UnknownImport, ListIsDeleted, ImportNotReady, ImportNeedsApproval, ImportLossNotConfirmed, AccessDenied,
 * TooManyCustomFields, TooManyTags, ListImportUnderWay
 */
export async function commitImport(
  db: Database,
  client: ClientRef,
  importId: string | null,
  { mayApprove, mayMakeFields, valuesLost }: Commit,
): Promise<void> {
  const found = await findImport(db, client, importId)
  if (found.listIsDeleted) throw new Refusal('ListIsDeleted', 'The list is deleted; Deleted.Restore brings it back.')
  if (found.state !== 'judged') throw stateRefusal(found.state, ['judged'])
  const isLarge = (found.rows ?? 0) > approvalRows
  if (isLarge && !mayApprove && !(await hasImported(db, client, approvalRows))) {
    throw new Refusal(
      'ImportNeedsApproval',
      `The first import of a client with more than ${approvalRows} rows is committed by a person or key with rights on the whole account.`,
    )
  }
  refuseUnconfirmedLoss(found, valuesLost)
  await refuseTooManyTags(db, found)
  const fields = newFieldsOf(found.mapping as Mapping) // written by the job
  if (fields.length > 0 && !mayMakeFields) {
    const names = fields.map(({ name }) => name).join(', ')
    throw new Refusal(
      'AccessDenied',
      `This import makes fields of the list, which needs the right to change the audience: ${names}. Leave these columns out, or name others for them.`,
    )
  }
  await refusingSecond(() =>
    transaction(db, async sql => {
      await makeFields(sql, found, fields)
      if (!(await moveImport(sql, found, ['judged'], 'committing'))) throw stateRefusal(found.state, ['judged'])
    }),
  )
}

/** @throws Refusal TooManyTags */
async function refuseTooManyTags(sql: Sql, found: ImportRow): Promise<void> {
  const { columns, tags = [] } = found.mapping as Mapping // written by the job
  if (tags.length === 0 && !columns.some(part => part.some(({ to }) => to === 'Tags'))) return
  const [present, further] = [(await readTags(sql, found.clientId)).length, await countNewTags(sql, found, tags)]
  if (present + further > mostTagsOfClient) {
    throw new Refusal(
      'TooManyTags',
      `A client has at most ${mostTagsOfClient} tags; this one has ${present}, and ${further} would be made. Leave the column out.`,
    )
  }
}

/** What is lost by column, as the review found it. */
export function lossesIn({ losses }: ImportRow): readonly ColumnLoss[] {
  return (losses ?? []) as readonly ColumnLoss[] // written by the job
}

/** Over all columns. */
export function valuesLostIn(row: ImportRow): number {
  return lossesIn(row).reduce((sum, { values }) => sum + values, 0)
}

/** @throws Refusal ImportLossNotConfirmed */
function refuseUnconfirmedLoss(found: ImportRow, given: string | null): void {
  const lost = valuesLostIn(found)
  if (lost === 0 || given?.trim() === String(lost)) return
  const columns = lossesIn(found).map(({ column, values }) => `${column} ${values}`)
  throw new Refusal(
    'ImportLossNotConfirmed',
    `Values are lost: ${columns.join(', ')}. Import.Get shows why and some of them; change the mapping, or say ValuesLost ${lost}.`,
  )
}

/** @throws Refusal TooManyCustomFields, ImportNotReady where the list has got a field of another type since */
async function makeFields(
  sql: Transaction,
  { clientId, listId }: ImportRow,
  fields: readonly NewField[],
): Promise<void> {
  for (const { key, name, dataType } of fields) {
    const definition = { key, name, dataType, options: [], visible: false }
    const outcome = await addCustomField(sql, { clientId, listId }, definition)
    if (outcome === 'full') {
      throw new Refusal(
        'TooManyCustomFields',
        `A list has at most ${mostCustomFields} custom fields. Leave columns out.`,
      )
    }
    if (outcome !== 'exists') continue
    const known = (await readCustomFields(sql, { clientId, listId })).find(
      field => field.key.toLowerCase() === key.toLowerCase(),
    )
    if (known?.key !== key || known.dataType !== dataType) {
      throw notReadyRefusal(
        `would make the field [${key}], which the list has got otherwise since. Set its column, and have the rows judged again`,
      )
    }
  }
}

/** Ends an import that is not being written, or stops the writing: rows that are written stay. @throws Refusal UnknownImport, ImportNotReady */
export async function cancelImport(db: Database, client: ClientRef, importId: string | null): Promise<void> {
  const found = await findImport(db, client, importId)
  const isWriting = found.state === 'committing' && found.cursor > 0
  if (isWriting) return move(db, found, ['committing'], 'done', { problem: problemOf('StoppedWhileWriting') })
  await move(db, found, ['fetching', 'reading', 'mapping', 'judging', 'judged', 'committing'], 'cancelled')
}

/** Has what an import wrote taken back, as far as nothing else changed it. @throws Refusal UnknownImport, ImportNotReady, ListImportUnderWay */
export async function undoImport(db: Database, client: ClientRef, importId: string | null): Promise<void> {
  const found = await findImport(db, client, importId)
  if (await moved(db, found, ['done'], 'undoing')) return
  const { state } = await findImport(db, client, importId)
  if (state === 'done')
    throw new Refusal('ImportNotReady', 'An import can be undone while its file is kept (Client.GetRetention).')
  throw stateRefusal(state, ['done'])
}

async function move(
  db: Database,
  found: ImportRow,
  from: readonly ImportState[],
  to: ImportState,
  set: { readonly mapping?: object; readonly problem?: Problem } = {},
): Promise<void> {
  if (!(await moved(db, found, from, to, set))) throw stateRefusal(found.state, from)
}

/** @returns as `moveImport` */
async function moved(
  db: Database,
  found: ImportRow,
  from: readonly ImportState[],
  to: ImportState,
  set: { readonly mapping?: object; readonly problem?: Problem } = {},
): Promise<boolean> {
  return refusingSecond(() => moveImport(db, found, from, to, set))
}

/** @throws Refusal ListImportUnderWay where another import into the list is being written */
async function refusingSecond<Value>(move: () => Promise<Value>): Promise<Value> {
  try {
    return await move()
  } catch (error) {
    if (!isUniqueViolation(error, 'imports_writing')) throw error
    throw new Refusal(
      'ListImportUnderWay',
      'Another import into this list is being written or undone; wait until it is done.',
    )
  }
}

function stateRefusal(state: ImportState, needed: readonly ImportState[]): Refusal {
  return notReadyRefusal(`is ${state}; this needs ${needed.join(' or ')}`)
}

function notReadyRefusal(why: string): Refusal {
  return new Refusal('ImportNotReady', `The import ${why}.`)
}

/** Whether those rows only are wanted that Import.Undo left as they are. @param text of Undoing @throws Refusal InvalidParameter */
export function readUndoing(text: string | null): boolean {
  return readFilter('Undoing', text, ['LeftAlone']) !== undefined
}

/** Rows of an import by their verdict. @throws Refusal UnknownImport, ImportNotReady, InvalidParameter */
export async function readVerdicts(
  sql: Sql,
  client: ClientRef,
  importId: string | null,
  given: {
    readonly verdict: string | null
    readonly undoing: string | null
    readonly cursor: string | null
    readonly limit: number
  },
) {
  const page = readCursorPage(given, isNumberKey)
  const found = await findImport(sql, client, importId)
  if (found.judged === null || found.state === 'judging') throw notReadyRefusal('is not judged yet')
  const verdict = given.verdict === null || given.verdict === '' ? undefined : readVerdict(given.verdict)
  const chosen = { verdict, leftAlone: readUndoing(given.undoing) }
  const rows = await readRowsWith(sql, found, { ...chosen, after: page.after?.[0] ?? 0, limit: page.limit + 1 })
  return { found, ...cutPage(rows, page.limit, ({ number }) => [number]) }
}

function readVerdict(text: string): Verdict {
  const found = verdicts.find(verdict => verdictNames[verdict] === text)
  if (!found) throw new Refusal('InvalidParameter', `Verdict is one of ${Object.values(verdictNames).join(', ')}.`)
  return found
}
