/** What a web site needs to show a form: plain HTML without script, and the addresses of the JSON interface. */
import { type Html, html, markup } from '../../lib/html.ts'
import type { Texts } from '../texts/texts.ts'
import { publicPaths } from '../tokens/tokens.ts'
import type { LiveForm, ShownField } from './open-forms.ts'

export interface FormAddresses {
  readonly page: string
  readonly token: string
  readonly submit: string
}

/** @param language where the addresses name one */
export function formAddresses(base: string, publicId: string, language?: string): FormAddresses {
  const page = base + publicPaths.form(publicId)
  const query = language === undefined ? '' : `?lang=${language}`
  return { page: page + query, token: `${page}/token${query}`, submit: `${page}/submit${query}` }
}

/**
 * A form that leads to ours with what was entered. It has no boxes for consent: they are on the page that follows, where no other site can
 * tick them.
 * @param texts of the language that the form is in
 */
export function embedHtml(form: LiveForm, texts: Texts, address: string): string {
  const { settings, lists, fields } = form
  const said = texts.signUp
  const nameLabel = settings.name === 'Required' ? said.name : `${said.name} (${said.optional})`
  return html`<form action="${address}" method="post" lang="${texts.language}">
  <p><label>${said.email}<br>
  <input type="email" name="email" autocomplete="email" required></label></p>
${
  settings.name !== 'NotAsked' &&
  html`  <p><label>${nameLabel}<br>
  <input type="text" name="name" autocomplete="name" maxlength="250"${settings.name === 'Required' && required}></label></p>\n`
}${fields.map(field => fieldOf(field, said.optional, said.choose))}${
  lists.length > 1 &&
  html`  <fieldset>
  <legend>${said.lists}</legend>
${lists.map(({ listPublicId, label }) => html`  <p><label><input type="checkbox" name="list" value="${listPublicId}"> ${label}</label></p>\n`)}  </fieldset>\n`
}  <p><button type="submit">${settings.buttonText || said.button}</button></p>
</form>
`.toString()
}

const required = markup(' required')

function fieldOf(
  { key, label, dataType, options, required: isRequired }: ShownField,
  optional: string,
  choose: string,
): Html {
  const shown = isRequired ? label : `${label} (${optional})`
  const name = `f.${key}`
  if (dataType === 'MultiSelectMany')
    return html`  <fieldset>
  <legend>${shown}</legend>
${options.map(option => html`  <p><label><input type="checkbox" name="${name}" value="${option}"> ${option}</label></p>\n`)}  </fieldset>\n`
  if (options.length > 0)
    return html`  <p><label>${shown}<br>
  <select name="${name}"${isRequired && required}>
  <option value="">${choose}</option>
${options.map(option => html`  <option>${option}</option>\n`)}  </select></label></p>\n`
  return html`  <p><label>${shown}<br>
  <input type="${dataType === 'Date' ? 'date' : 'text'}" name="${name}" maxlength="250"${isRequired && required}></label></p>\n`
}
