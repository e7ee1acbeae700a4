/** The page of a form before its settings are saved. */
import type { Sql } from '../../store/connection/database.ts'
import { readListsOfForms } from '../../store/forms/forms.ts'
import type { ClientRef } from '../access/access.ts'
import { readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { type LiveForm, present } from './open-forms.ts'
import { type GivenForm, readForm } from './settings.ts'

/** Renders the page without its script. @returns the HTML, and the octets of the page with the script as it is served */
export type RenderForm = (form: LiveForm) => Promise<{ readonly html: string; readonly bytes: number }>

/** @throws Refusal as readForm does */
export async function previewForm(
  sql: Sql,
  client: ClientRef & { readonly companyName: string },
  given: GivenForm,
): Promise<LiveForm> {
  const { settings: read, boxes, title } = await readForm(sql, client, given)
  const settings = { ...read, consents: boxes.map(box => ({ ...box, version: 1 })), tagIds: [] }
  const ids = settings.lists.map(({ listId }) => listId)
  const [lists, definitions] = await Promise.all([
    readListsOfForms(sql, client.clientId, ids),
    readCustomFieldsOfLists(sql, client.clientId, ids),
  ])
  // a form that is paused is shown as it will be
  const form = { ...client, formId: 0, publicId: '', title, paused: false, settings }
  return { ...form, ...present(form, lists, definitions) }
}
