/** Forms as they are shown and taken: found by the identifier in their address, with the lists and fields that are there now. */
import { coalesce } from '../../lib/coalesce.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  type FormRow,
  type ListOfForm,
  type OpenForm,
  readFormsByPublicId,
  readListsOfForms,
} from '../../store/forms/forms.ts'
import { type CustomField, readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { fieldsOf } from './forms.ts'

export interface ShownList extends Omit<ListOfForm, 'isDeleted'> {
  /** As people are shown it. */
  readonly label: string
  readonly description: string
}

export interface ShownField extends Pick<CustomField, 'key' | 'dataType' | 'options'> {
  readonly label: string
  readonly required: boolean
}

/** A form with what is left of its lists and fields. */
export interface LiveForm extends OpenForm {
  readonly lists: readonly ShownList[]
  readonly fields: readonly ShownField[]
  /** Whether it takes sign-ups: it is not paused, and a list is left. */
  readonly isOpen: boolean
}

export type FindLiveForm = (publicId: string) => Promise<LiveForm | undefined>

/** Requests that wait at once for their look-up. */
const mostWaiting = 20_000

/** Look-ups that arrive together are few statements. @returns rejects with Overloaded when too many wait */
export function liveFormFinder(sql: Sql): FindLiveForm {
  const find = coalesce<string, LiveForm | undefined>(
    async publicIds => {
      const rows = await readFormsByPublicId(sql, [...new Set(publicIds)])
      const forms = new Map(
        (await Promise.all(rows.map(row => withPresent(sql, row)))).map(form => [form.publicId, form]),
      )
      return publicIds.map(publicId => forms.get(publicId))
    },
    { waiting: mostWaiting },
  )
  return async publicId => (isPublicId(publicId) ? find(publicId.toLowerCase()) : undefined)
}

/** Adds what there is of its lists and fields now. */
export async function withPresent<Form extends OpenForm>(sql: Sql, form: Form): Promise<Form & LiveForm> {
  const ids = form.settings.lists.map(({ listId }) => listId)
  const [lists, definitions] = await Promise.all([
    readListsOfForms(sql, form.clientId, ids),
    form.settings.fields.length === 0 ? undefined : readCustomFieldsOfLists(sql, form.clientId, ids),
  ])
  return { ...form, ...present(form, lists, definitions) }
}

/** What is shown of a form. */
export function present(
  { settings, paused }: Pick<FormRow, 'settings' | 'paused'>,
  found: ReadonlyMap<number, ListOfForm>,
  definitions: ReadonlyMap<number, readonly CustomField[]> | undefined,
): Pick<LiveForm, 'lists' | 'fields' | 'isOpen'> {
  const lists = settings.lists.flatMap(({ listId, title, description }) => {
    const list = found.get(listId)
    return list && !list.isDeleted ? [{ ...list, label: title || list.title, description }] : []
  })
  const fields = fieldsOf(
    settings,
    lists.map(({ listId }) => definitions?.get(listId) ?? []),
  ).flatMap((field, at) => {
    const asked = settings.fields[at]!
    return field ? [{ ...field, label: asked.label || field.name, required: asked.required }] : []
  })
  return { lists, fields, isOpen: !paused && lists.length > 0 }
}
