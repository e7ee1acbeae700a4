/** Sign-up forms as an object of a client: made, changed, deleted, and what is wrong with one. See docs/forms.md. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type DatedForm,
  deleteForm,
  type FormRow,
  findForm,
  insertForm,
  insertWordings,
  type ListOfForm,
  readForms,
  readListsOfForms,
  readNewestWordings,
  updateForm,
} from '../../store/forms/forms.ts'
import { readTags } from '../../store/tags/tags.ts'
import type { ClientRef, Principal } from '../access/access.ts'
import { type CustomField, fieldFinder, readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { findTags } from '../tags/tags.ts'
import { withVersions } from './boxes.ts'
import type { GivenForm } from './given.ts'
import { type ReadForm, readForm } from './settings.ts'

export const mostForms = 200

/** @returns the FormID @throws Refusal as readForm does, and TooManyForms */
export function createForm(db: Database, client: ClientRef, given: GivenForm, by: Principal): Promise<string> {
  return transaction(db, async sql => {
    const read = await readForm(sql, client, given)
    const { added, ...worded } = withVersions(read, [])
    const made = await insertForm(sql, client, await asStored(sql, client, read, worded), personOf(by), mostForms)
    if (!made) throw new Refusal('TooManyForms', `A client has at most ${mostForms} forms.`)
    await insertWordings(sql, { clientId: client.clientId, formId: made.formId }, added)
    return made.publicId
  })
}

/** @throws Refusal as readForm does, and UnknownForm */
export function changeForm(
  db: Database,
  client: ClientRef,
  id: string | null,
  given: GivenForm,
  by: Principal,
): Promise<void> {
  return transaction(db, async sql => {
    const before = await findOwnForm(sql, client, id, true)
    const read = await readForm(sql, client, given)
    const { added, ...worded } = withVersions(read, await readNewestWordings(sql, before))
    const stored = await asStored(sql, client, read, worded)
    await insertWordings(sql, before, added)
    await updateForm(sql, before, stored, personOf(by))
  })
}

async function asStored(
  sql: Transaction,
  client: ClientRef,
  { title, paused, settings, tags }: ReadForm,
  worded: Pick<FormRow['settings'], 'consents' | 'translations'>,
): Promise<Pick<FormRow, 'title' | 'paused' | 'settings'>> {
  return { title, paused, settings: { ...settings, ...worded, tagIds: await makeTags(sql, client, tags) } }
}

/** @returns the ids of the tags with these names, which are created where they are missing */
async function makeTags(
  sql: Transaction,
  { clientId }: ClientRef,
  names: readonly string[],
): Promise<readonly number[]> {
  return (await findTags(sql, clientId, names, { createMissing: true })).map(({ tagId }) => tagId)
}

/** @throws Refusal UnknownForm */
export function removeForm(db: Database, client: ClientRef, id: string | null): Promise<void> {
  return transaction(db, async sql => deleteForm(sql, await findOwnForm(sql, client, id, true)))
}

/** @throws Refusal UnknownForm */
export async function findOwnForm(
  sql: Sql | Transaction,
  client: ClientRef,
  id: string | null,
  lock = false,
): Promise<DatedForm> {
  const form = isPublicId(id) ? await findForm(sql, client, id, lock) : undefined
  if (!form) throw new Refusal('UnknownForm')
  return form
}

function personOf({ kind, id }: Principal): number | null {
  return kind === 'person' ? id : null
}

/** A form with what its settings name, as that is now. */
export interface ShownForm {
  readonly form: DatedForm
  /** In the order of the settings; undefined where a list was purged. */
  readonly lists: readonly (ListOfForm | undefined)[]
  /** The first field with its key, in the order of the settings; undefined where it was deleted. */
  readonly fields: readonly (CustomField | undefined)[]
  readonly tags: readonly string[]
  readonly problem: string
}

/** @throws Refusal UnknownForm */
export async function readOwnForm(sql: Sql, client: ClientRef, id: string | null): Promise<ShownForm> {
  const form = await findOwnForm(sql, client, id)
  const { settings } = form
  const ids = settings.lists.map(({ listId }) => listId)
  const [lists, definitions, tags] = await Promise.all([
    readListsOfForms(sql, client.clientId, ids),
    readCustomFieldsOfLists(sql, client.clientId, ids),
    settings.tagIds.length === 0 ? [] : readTags(sql, client.clientId),
  ])
  const names = new Map(tags.map(({ tagId, name }) => [tagId, name]))
  return {
    form,
    lists: ids.map(listId => lists.get(listId)),
    fields: fieldsOf(
      settings,
      ids.map(listId => definitions.get(listId) ?? []),
    ),
    tags: settings.tagIds.flatMap(tagId => names.get(tagId) ?? []),
    problem: problemOf(form, lists),
  }
}

/** The definition of each field that a form asks: that of the first list that has the key. */
export function fieldsOf(
  { fields }: Pick<FormRow['settings'], 'fields'>,
  definitions: readonly (readonly CustomField[])[],
): readonly (CustomField | undefined)[] {
  const finders = definitions.map(fields => fieldFinder(fields))
  return fields.map(({ key }) => finders.map(find => find(key)).find(found => found !== undefined))
}

/** Why a form takes nothing, or not all that it should, as a sentence; '' where it does. */
export function problemOf({ settings }: FormRow, lists: ReadonlyMap<number, ListOfForm>): string {
  const gone = settings.lists.filter(({ listId }) => lists.get(listId)?.isDeleted !== false)
  if (gone.length === settings.lists.length)
    return gone.length === 1
      ? 'The list of this form was deleted: the form takes nothing.'
      : 'All lists of this form were deleted: the form takes nothing.'
  if (gone.length === 0) return ''
  const named = gone.map(({ listId, title }) => lists.get(listId)?.title || title || 'a list').join('”, “')
  return `The form takes nothing for “${named}”, which was deleted.`
}

/** A page of forms by title. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listForms(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(given, isTitleKey)
  const { rows, nextCursor } = cutPage(
    await readForms(sql, client, after, limit + 1),
    limit,
    ({ sortTitle, formId }) => [sortTitle, formId],
  )
  const ids = [...new Set(rows.flatMap(({ settings }) => settings.lists.map(({ listId }) => listId)))]
  const lists = await readListsOfForms(sql, client.clientId, ids)
  return {
    nextCursor,
    rows: rows.map(form => ({
      form,
      problem: problemOf(form, lists),
      listTitles: form.settings.lists.flatMap(({ listId }) => lists.get(listId)?.title ?? []),
    })),
  }
}

function isTitleKey(values: SortKey): values is readonly [string, number] {
  return values.length === 2 && typeof values[0] === 'string' && Number.isSafeInteger(values[1])
}
