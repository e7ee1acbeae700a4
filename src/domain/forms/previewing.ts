/** The page of a form before its settings are saved. */
import type { Sql } from '../../store/connection/database.ts'
import { readListsOfForms } from '../../store/forms/forms.ts'
import type { ClientRef } from '../access/access.ts'
import { readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { withVersions } from './boxes.ts'
import type { GivenForm } from './given.ts'
import { readShownLanguage } from './languages.ts'
import { type LiveForm, present } from './open-forms.ts'
import { readForm } from './settings.ts'

/** Renders the page in one of its languages, without its script. @returns the HTML, and the octets of the page with the script as it is served */
export type RenderForm = (
  form: LiveForm,
  language: string,
) => Promise<{ readonly html: string; readonly bytes: number }>

/** @param shown its language; that of the form when left out @throws Refusal as readForm does, and InvalidLanguage */
export async function previewForm(
  sql: Sql,
  client: ClientRef & { readonly companyName: string },
  given: GivenForm,
  shown: string | null,
): Promise<{ readonly form: LiveForm; readonly language: string }> {
  const read = await readForm(sql, client, given)
  const { consents, translations } = withVersions(read, [])
  const settings = { ...read.settings, consents, translations, tagIds: [] }
  const ids = settings.lists.map(({ listId }) => listId)
  const [lists, definitions] = await Promise.all([
    readListsOfForms(sql, client.clientId, ids),
    readCustomFieldsOfLists(sql, client.clientId, ids),
  ])
  // a form that is paused is shown as it will be
  const form = { ...client, formId: 0, publicId: '', title: read.title, paused: false, settings }
  const live = { ...form, ...present(form, lists, definitions) }
  return { form: live, language: readShownLanguage(settings, shown) }
}
