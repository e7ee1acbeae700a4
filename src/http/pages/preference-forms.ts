/** The forms of the preference page: lists, fields, language, a pause, another address. */
import type { OwnAnswers } from '../../domain/subscribers/own-answers.ts'
import type { GivenField, ShownField } from '../../domain/subscribers/own-fields.ts'
import { pauseDays } from '../../domain/subscribers/pausing.ts'
import type { Preferences } from '../../domain/subscribers/preferences.ts'
import { languages, localeOf, type Texts } from '../../domain/texts/texts.ts'
import { type Html, html, markup } from '../../lib/html.ts'
import { choice, submit } from './answers.ts'
import type { Reader } from './reader.ts'
import { trackingAnswers } from './tracking-answers.ts'

/** Before the number of days in the name of a button. */
export const pausePrefix = 'pause-'

/** Lists, answers, fields and the language, which are saved together. The button that saves comes first, so that Enter saves. */
export function mainForm(texts: Texts, found: Preferences, answers: OwnAnswers, member: Reader): Html {
  const said = texts.preferences
  const leavable = found.lists.some(({ state }) => state !== 'Unsubscribed')
  return html`
${listChoices(texts, found, member)}${joinChoices(texts, found)}${fieldGroups(texts, found)}${trackingAnswers(texts, answers, member)}<fieldset>
<legend>${said.language}</legend>
<label for="language">${said.languageLabel}</label>
<select id="language" name="language" autocomplete="language">
<option value=""${found.language === null && selected}>${said.anyLanguage}</option>
${languages.map(
  ({ language: tag, name }) =>
    html`<option value="${tag}" lang="${tag}"${tag === found.language && selected}>${name}</option>\n`,
)}</select>
</fieldset>
<p class="buttons">${submit(said.save, 'preferences')}${leavable && html`\n${submit(said.leaveAll, 'leave-all', true)}`}</p>
`
}

function listChoices(texts: Texts, { lists, blocked }: Preferences, member: Reader): Html {
  const said = texts.preferences
  return html`<fieldset>
<legend>${said.lists}</legend>
${blocked && html`<p>${said.blocked(member.email, member.companyName)}</p>\n`}${lists.length === 0 && html`<p>${said.noLists}</p>\n`}${lists
  .filter(({ state }) => !blocked || state !== 'Unsubscribed')
  .map(list =>
    listChoice(
      { ...list, checked: list.state !== 'Unsubscribed' },
      list.state === 'Unconfirmed' && html` (${said.unconfirmed})`,
    ),
  )}</fieldset>
`
}

function joinChoices({ reader }: Texts, { joinable }: Preferences): Html {
  if (joinable.length === 0) return html``
  return html`<fieldset>
<legend>${reader.otherLists}</legend>
${joinable.map(list => listChoice({ ...list, checked: false }, false))}</fieldset>
`
}

interface ListChoice {
  readonly listPublicId: string
  readonly title: string
  readonly description: string
  readonly checked: boolean
}

function listChoice({ listPublicId, title, description, checked }: ListChoice, more: Html | false): Html {
  const about = description !== '' && html`<span class="hint"><bdi>${description}</bdi></span>`
  return html`<input type="hidden" name="shown" value="${listPublicId}">
${choice({ type: 'checkbox', name: 'list', value: listPublicId, checked }, html`${bdi(title)}${more}${about}`)}
`
}

/** The reader's own values, a group for each list where there are several. */
function fieldGroups({ reader: { fields: said } }: Texts, { lists, fields }: Preferences): Html {
  const groups = lists
    .map(list => ({ list, own: fields.filter(field => field.listPublicId === list.listPublicId) }))
    .filter(({ own }) => own.length > 0)
  return html`${groups.map(
    ({ list, own }) => html`<fieldset>
<legend>${groups.length > 1 ? said.ofList(list.title) : said.title}</legend>
${own.map(field => fieldInput(field, said.none))}</fieldset>
`,
  )}`
}

function fieldInput(field: ShownField, none: string): Html {
  const { listPublicId, key, name, dataType, access, options, values } = field
  const id = `field-${listPublicId}-${key}`
  if (access === 'read')
    return html`<p class="field">${bdi(name)}: <b><bdi>${values.length === 0 ? '–' : values.join(', ')}</bdi></b></p>\n`
  const marker = html`<input type="hidden" name="field" value="${listPublicId} ${key}">`
  if (dataType === 'MultiSelectMany')
    return html`<fieldset class="purpose">
<legend>${bdi(name)}</legend>${marker}
${options.map(option => html`${choice({ type: 'checkbox', name: id, value: option, checked: values.includes(option) }, bdi(option))}\n`)}</fieldset>
`
  return html`<p class="field"><label for="${id}">${bdi(name)}</label>
${marker}${options.length > 0 ? select(id, options, values, none) : input(id, dataType, values[0] ?? '')}</p>
`
}

function select(id: string, options: readonly string[], values: readonly string[], none: string): Html {
  return html`<select id="${id}" name="${id}">
<option value="">${none}</option>
${options.map(option => html`<option${values.includes(option) && selected}>${option}</option>\n`)}</select>`
}

function input(id: string, dataType: ShownField['dataType'], value: string): Html {
  const type = dataType === 'Date' ? 'date' : 'text'
  return html`<input id="${id}" name="${id}" type="${type}"${dataType === 'Number' && markup(' inputmode="decimal"')} maxlength="250" autocomplete="off" value="${value}">`
}

/** The fields of a form by `mainForm`. */
export function givenFields(form: URLSearchParams): readonly GivenField[] {
  return form.getAll('field').flatMap(marker => {
    const [, listPublicId, key] = /^([0-9a-f]{32}) (.+)$/.exec(marker) ?? []
    if (!listPublicId || !key) return []
    return [{ listPublicId, key, values: form.getAll(`field-${listPublicId}-${key}`) }]
  })
}

/** A pause, or its end. */
export function pauseForm(texts: Texts, { pausedUntil, blocked }: Preferences, { companyName }: Reader): readonly Html[] {
  const { pause: said } = texts.reader
  if (blocked && pausedUntil === undefined) return []
  const inside =
    pausedUntil === undefined
      ? html`<p class="hint">${said.hint(companyName)}</p>
<p class="buttons">${pauseDays.map(days => html`${submit(said.button(String(days)), `${pausePrefix}${days}`, true)}\n`)}</p>`
      : html`<p>${said.until(companyName, dayText(texts, pausedUntil))}</p>
<p class="buttons">${submit(said.resume, 'resume', true)}</p>`
  return [html`<fieldset id="pause">
<legend>${said.title}</legend>
${inside}
</fieldset>
`]
}

/** @param value typed before, where it has to be corrected */
export function addressForm({ reader: { address: said } }: Texts, value: string): Html {
  return html`<fieldset id="address">
<legend>${said.title}</legend>
<p class="field"><label for="new-address">${said.label}</label>
<input id="new-address" name="new-address" type="email" required maxlength="260" autocomplete="email" aria-describedby="address-hint" value="${value}"></p>
<p class="hint" id="address-hint">${said.hint}</p>
<p class="buttons">${submit(said.button, 'address', true)}</p>
</fieldset>
`
}

/** A day as the language writes it. @param day `YYYY-MM-DD` */
export function dayText(texts: Texts, day: string): string {
  const format = new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

const selected = markup(' selected')

function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`
}
