/** The part of the preferences page that says what may be recorded, purpose by purpose, with yes and no; and what its form sent. */
import type { Evidence } from '../../domain/audit/evidence.ts'
import type { Answered, GivenAnswer, OwnAnswer, OwnAnswers } from '../../domain/subscribers/own-answers.ts'
import { plainText } from '../../domain/texts/language.ts'
import { languages, localeOf, type Texts } from '../../domain/texts/texts.ts'
import { type Html, html } from '../../lib/html.ts'
import { consentPreferences, type Purpose, purposes } from '../../store/subscribers/purposes.ts'
import { choice } from './answers.ts'
import type { Reader } from './reader.ts'

/** No answer is preselected that was not given: a box ticked in advance is no consent. */
export function trackingAnswers(
  texts: Texts,
  { listTitle, isOnSeveral, answers }: OwnAnswers,
  member: Reader,
): Html {
  if (answers.length === 0) return html``
  const said = texts.tracking
  return html`<fieldset id="tracking">
<legend>${said.title}</legend>
<input type="hidden" name="words" value="${texts.language}">
${isOnSeveral && html`<p>${said.about(listTitle)}</p>\n`}${answers.map(answer => question(texts, answer, member))}${
  isOnSeveral &&
  html`${choice({ type: 'checkbox', name: 'everywhere', value: 'yes' }, said.everywhere(member.companyName))}\n`
}</fieldset>
`
}

function question(texts: Texts, answer: OwnAnswer, member: Reader): Html {
  const said = texts.tracking
  const { purpose, granted, otherLists } = answer
  const field = consentPreferences[purpose]
  const radio = (value: 'yes' | 'no', checked: boolean) =>
    choice({ type: 'radio', name: field, value, checked, describedBy: `${field}-hint` }, said[value])
  return html`<fieldset class="purpose">
<legend>${said.purposes[purpose].question(member.companyName)}</legend>
<p class="hint" id="${field}-hint">${said.purposes[purpose].hint}${otherLists.length > 0 && html` ${said.otherLists(otherLists.join(', '))}`}</p>
<input type="hidden" name="shown-${field}" value="${shownAs(granted)}">
<div class="answers">${radio('yes', granted === true)}${radio('no', granted === false)}</div>
<p class="hint">${state(texts, answer, member)}</p>
</fieldset>
`
}

function state(texts: Texts, answer: OwnAnswer, { companyName, timeZone }: Reader): Html {
  const said = texts.tracking
  const { done, notDone } = said.purposes[answer.purpose]
  const present = answer.isDone !== null && html` ${answer.isDone ? done : notDone}`
  if (answer.granted === null) return html`${said.unanswered}${present}`
  const { proof } = answer
  const since = proof && dayOf(proof, texts, timeZone)
  const how = proof && html` ${recorded(texts, proof.evidence, companyName)}`
  return html`${said.answered(answer.granted ? said.yes : said.no, since)}${present}${how}`
}

/** When the person answered, which may be before it was recorded. */
function dayOf({ at, evidence }: NonNullable<OwnAnswer['proof']>, texts: Texts, timeZone: string): string {
  const given = new Date(evidence.givenAt ?? at)
  const day = new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'long', timeZone })
  return day.format(Number.isNaN(given.getTime()) ? at : given)
}

function recorded({ tracking: said }: Texts, { by, wording, source }: Partial<Evidence>, company: string): Html {
  if (wording) return html`${said.words} <q><bdi>${wording}</bdi></q>`
  if (by === 'page') return html`${said.recorded.page}`
  if (source) return said.recorded.source(source)
  return by === 'import' ? said.recorded.imported(company) : said.recorded.other(company)
}

function shownAs(granted: boolean | null): string {
  return granted === null ? 'unknown' : granted ? 'yes' : 'no'
}

/** What the form says of each purpose, with the words of the page that was shown. @param texts where the form does not say its language */
export function givenAnswers(fields: URLSearchParams, texts: Texts, company: string) {
  const shown = languages.find(({ language }) => language === fields.get('words')) ?? texts
  const everywhere = fields.get('everywhere') === 'yes'
  const given = purposes.flatMap((purpose): GivenAnswer[] => {
    const field = consentPreferences[purpose]
    const granted = granting(fields.get(field))
    if (granted === undefined) return []
    const wording = wordingOf(shown, purpose, granted, everywhere, company)
    return [{ purpose, granted, shown: granting(fields.get(`shown-${field}`)), wording }]
  })
  return { given, everywhere }
}

function granting(value: string | null): boolean | undefined {
  return value === 'yes' ? true : value === 'no' ? false : undefined
}

function wordingOf(
  { tracking: said }: Texts,
  purpose: Purpose,
  granted: boolean,
  everywhere: boolean,
  company: string,
) {
  const { question, hint } = said.purposes[purpose]
  const words = html`${question(company)} ${hint} ${granted ? said.yes : said.no}.${everywhere && html` ${said.everywhere(company)}.`}`
  return plainText(words)
}

/** What the person should know of the answers that were just saved. */
export function aboutAnswers({ tracking: said }: Texts, { withdrawn, notAsked }: Answered, company: string): Html {
  const title = withdrawn?.listTitle
  return html`${title && html` ${said.about(title)}`}${withdrawn && ` ${said.withdrawn}`}${notAsked.map(purpose => html` ${said.notAsked(said.purposes[purpose].question(company))}`)}`
}
