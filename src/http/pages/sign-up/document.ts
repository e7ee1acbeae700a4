/** The page of a sign-up form: its fields, the answers that were given already, and the script of the proof of work. */
import type { Brand, FindBrand } from '../../../domain/clients/brand.ts'
import { paletteOf } from '../../../domain/content/contrast.ts'
import { formIn, languagesOf, textsOfSpoken } from '../../../domain/forms/languages.ts'
import type { LiveForm, ShownField } from '../../../domain/forms/open-forms.ts'
import type { RenderForm } from '../../../domain/forms/previewing.ts'
import type { Challenge } from '../../../domain/forms/proof.ts'
import type { Fault, Submission } from '../../../domain/forms/submitting.ts'
import { type Texts, textsFor, textsIn } from '../../../domain/texts/texts.ts'
import { type Html, html, markup } from '../../../lib/html.ts'
import type { Answer, Request } from '../../../lib/http.ts'
import { choice, type Page, page, submit } from '../answers.ts'
import { pageScript, workerScript } from './script.ts'

/** The language that the address names (`?lang=de`), else that of the browser, as far as the form has it, else its own. */
export function textsOfForm(
  { headers, query }: Pick<Request, 'headers' | 'query'>,
  form: Pick<LiveForm, 'settings'> | undefined,
): Texts {
  const wished = headers['accept-language']
  if (!form) return textsFor(wished)
  return textsOfSpoken(form.settings, new URLSearchParams(query).get('lang'), wished)
}

/** The same page in another language of the form. */
export interface OtherLanguage extends Pick<Texts, 'language' | 'name'> {
  readonly href: string
}

/** Links to the other languages that the owner turned on, with what the address fills in. */
export function otherLanguages({ query }: Pick<Request, 'query'>, form: LiveForm, shown: Texts): OtherLanguage[] {
  if ((form.settings.translations ?? []).length === 0) return []
  return languagesOf(form.settings)
    .filter(({ language }) => language !== shown.language)
    .map(({ language, name }) => {
      const fields = new URLSearchParams(query)
      fields.set('lang', language)
      return { language, name, href: `?${fields}` }
    })
}

/** The client's branding, with the form's own colours. */
export function brandOfForm({ settings, companyName }: LiveForm, brand: Brand | undefined): Brand {
  const { primaryColor, backgroundColor } = settings
  const plain: Brand = {
    companyName,
    footer: { text: '', postalAddress: '', imprintUrl: '' },
    from: { name: '', email: '' },
    wordings: [],
  }
  const own = brand ?? plain
  if (primaryColor === '' && backgroundColor === '') return own
  const palette = paletteOf(primaryColor || (own.palette?.accent ?? ''), backgroundColor || (own.palette?.paper ?? ''))
  return { ...own, palette }
}

export type Given = Pick<Submission, 'email' | 'name' | 'lists' | 'fields' | 'next' | 'page'>

export const nothingGiven: Given = { email: '', name: '', lists: [], fields: [], next: '', page: '' }

export interface FormPage {
  /** In the language of the texts. */
  readonly form: LiveForm
  readonly brand: Brand
  readonly texts: Texts
  /** Empty on a page that answers a POST: a link would lose what was given. */
  readonly others: readonly OtherLanguage[]
  readonly given: Given
  readonly token: string
  /** The public archive of a list of the form, where one has it. */
  readonly archive?: string | undefined
  /** undefined where the page has no script. */
  readonly challenge: Challenge | undefined
  readonly faults: readonly Fault[]
  /** The page is shown once more. */
  readonly isAgain: boolean
}

/** Renders pages for previews, without their script. */
export function formRenderer(findBrand: FindBrand): RenderForm {
  return async (form, language) => {
    const texts = textsIn(language)
    const shown: FormPage = {
      form: formIn(form, language),
      brand: brandOfForm(form, await findBrand(form.clientId)),
      texts,
      others: otherLanguages({ query: '' }, form, texts),
      given: nothingGiven,
      token: 'A'.repeat(54),
      challenge: undefined,
      faults: [],
      isAgain: false,
    }
    const served = formPage(200, { ...shown, challenge: exampleTask })
    const bytes = Buffer.byteLength(String(served.body)) + Buffer.byteLength(workerScript)
    return { html: String(formPage(200, shown).body), bytes }
  }
}

/** As long as any. */
const exampleTask: Challenge = {
  algorithm: 'SHA-256',
  challenge: 'a'.repeat(64),
  maxnumber: 100_000,
  salt: 'A'.repeat(55),
  signature: 'a'.repeat(64),
}

/** The page as it is served. */
export function formPage(status: number, shown: FormPage): Answer {
  const { form, brand, texts, others, challenge, archive } = shown
  const { settings } = form
  const content: Page = {
    title: settings.heading || texts.signUp.heading(form.companyName),
    ...(settings.introduction !== '' && { text: settings.introduction }),
    ...(others.length > 0 && { languages: { label: texts.preferences.languageLabel, links: others } }),
    done: noteOf(shown),
    form: fieldsOf(shown),
    script: challenge && pageScript,
    link: archive === undefined ? undefined : { label: texts.archive.earlier, href: archive },
  }
  return page(status, texts, content, brand)
}

function noteOf({ texts, faults, isAgain, form }: FormPage): Html | undefined {
  const said = texts.signUp.faults
  if (faults.length === 0) return isAgain ? html`${texts.signUp.again}` : undefined
  const sentences = faults.map(fault =>
    typeof fault === 'string'
      ? html`${said[fault]}`
      : said.field(form.fields.find(({ key }) => key === fault.field)?.label ?? fault.field),
  )
  return html`${sentences.map((sentence, at) => html`${at > 0 && ' '}${sentence}`)}`
}

function fieldsOf({ form, texts, given, token, challenge, faults }: FormPage): Html {
  const said = texts.signUp
  const { settings, lists } = form
  return html`
<p><label for="email">${said.email}</label>
<input type="email" id="email" name="email" value="${given.email}" autocomplete="email" maxlength="320" required${isFaulty(faults, 'email')}></p>
${
  settings.name !== 'NotAsked' &&
  html`<p><label for="name">${labelOf(texts, said.name, settings.name === 'Required')}</label>
<input type="text" id="name" name="name" value="${given.name}" autocomplete="name" maxlength="250"${settings.name === 'Required' && required}${isFaulty(faults, 'name')}></p>\n`
}${form.fields.map((field, at) => fieldOf(texts, field, at, given, faults))}${
  lists.length > 1 &&
  html`<fieldset>
<legend>${said.lists}</legend>
${lists.map(
  ({ listPublicId, label, description }, at) =>
    html`${choice(
      {
        type: 'checkbox',
        name: 'list',
        value: listPublicId,
        checked: given.lists.includes(listPublicId),
        ...(description !== '' && { describedBy: `about-${at}` }),
      },
      html`<bdi>${label}</bdi>`,
    )}${description !== '' && html`<p class="hint words" id="about-${at}">${description}</p>`}\n`,
)}</fieldset>\n`
}${
  settings.consents.length > 0 &&
  html`<fieldset>
<legend>${said.consents}</legend>
${settings.consents.map(({ wording, hash }) => html`${choice({ type: 'checkbox', name: 'box', value: hash }, html`<bdi class="words">${wording}</bdi>`)}\n`)}</fieldset>\n`
}<p class="trap" aria-hidden="true"><label for="website">${said.trap}</label>
<input type="text" id="website" name="website" tabindex="-1" autocomplete="off"></p>
<input type="hidden" name="token" value="${token}">
${given.next !== '' && html`<input type="hidden" name="next" value="${given.next}">\n`}${
  given.page !== '' && html`<input type="hidden" name="page" value="${given.page}">\n`
}${
  challenge &&
  html`<input type="hidden" name="proof" value="" data-task="${JSON.stringify(challenge)}" data-wait="${said.working}">\n`
}<p class="buttons">${submit(settings.buttonText || said.button, 'form')}</p>
`
}

const required = markup(' required')
const selected = markup(' selected')

function isFaulty(faults: readonly Fault[], what: Fault | string): Html | undefined {
  const found = faults.some(fault => fault === what || (typeof fault !== 'string' && fault.field === what))
  return found ? markup(' aria-invalid="true"') : undefined
}

function labelOf(texts: Texts, label: string, isRequired: boolean): Html {
  return html`<bdi>${label}</bdi>${!isRequired && ` (${texts.signUp.optional})`}`
}

function fieldOf(texts: Texts, field: ShownField, at: number, given: Given, faults: readonly Fault[]): Html {
  const { key, dataType, options } = field
  const name = `f.${key}`
  const id = `field-${at}`
  const values = given.fields.filter(one => one.key === key).map(({ value }) => value)
  const label = labelOf(texts, field.label, field.required)
  const invalid = isFaulty(faults, key)
  switch (dataType) {
    case 'MultiSelectMany':
      return html`<fieldset>
<legend>${label}</legend>
${options.map(option => html`${choice({ type: 'checkbox', name, value: option, checked: values.includes(option) }, html`<bdi>${option}</bdi>`)}\n`)}</fieldset>
`
    case 'MultiSelectOne':
    case 'Country':
    case 'USState':
      return html`<p><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${field.required && required}${invalid}>
<option value="">${texts.signUp.choose}</option>
${options.map(option => html`<option${values.includes(option) && selected}>${option}</option>\n`)}</select></p>
`
    case 'Text':
    case 'Number':
    case 'Date': {
      const type = dataType === 'Date' ? html` type="date"` : html` type="text"`
      const mode = dataType === 'Number' && html` inputmode="decimal"`
      return html`<p><label for="${id}">${label}</label>
<input${type}${mode} id="${id}" name="${name}" value="${values[0] ?? ''}" maxlength="250"${field.required && required}${invalid}></p>
`
    }
  }
}
