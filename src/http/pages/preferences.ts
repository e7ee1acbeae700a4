/**
 * `/p/<token>`: what a person gets from a client, list by list, and how to leave each or all. GET shows, POST acts.
 * See docs/decisions/unsubscribing.md#the-preferences-page-changes-list-by-list.
 */

import {
  changePreferences,
  leaveEverything,
  type Preferences,
  preferencesOf,
  type Wanted,
} from '../../domain/subscribers/preferences.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { languages } from '../../domain/texts/texts.ts'
import { type Html, html, markup } from '../../lib/html.ts'
import type { Answer } from '../../lib/http.ts'
import { page, submit } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { brandFor, origin, type Recipient, textsOf } from './reader.ts'

export const preferences: PublicLink = {
  prefix: '/p/',

  async get(request, rest, parts) {
    const member = await parts.findRecipient(rest)
    return show(textsOf(request, member), member, parts, undefined)
  },

  async post(request, rest, parts) {
    const member = await parts.findRecipient(rest)
    const form = pageForm(request)
    if (!member || member.deleted || (form?.from !== 'preferences' && form?.from !== 'leave-all'))
      return show(textsOf(request, member), member, parts, undefined)
    const { db, subscriptions } = parts
    const { campaignId, number } = member
    const evidence = { by: 'page', ...origin(request), campaignId, number, detail: form.from }
    const contact = { client: member, ...member }
    if (form.from === 'leave-all') {
      await leaveEverything(db, subscriptions, contact, evidence)
      return show(textsOf(request, member), member, parts, { asked: false })
    }
    const wanted = wantedBy(form.fields)
    const publicUrl = parts.mailLinks.base()
    const done = await changePreferences(db, subscriptions, contact, wanted, { evidence, publicUrl, now: new Date() })
    // in the language chosen just now
    const ownLanguage = wanted.language === undefined ? member.ownLanguage : wanted.language
    return show(textsOf(request, { ...member, ownLanguage }), member, parts, done)
  },
}

function wantedBy(fields: URLSearchParams): Wanted {
  const language = fields.get('language')
  return {
    shown: new Set(fields.getAll('shown')),
    lists: new Set(fields.getAll('list')),
    tracking: fields.get('tracking') === 'yes' ? true : fields.get('tracking') === 'no' ? false : undefined,
    language:
      language === '' ? null : languages.some(texts => texts.language === language) ? (language as string) : undefined, // some: it is one of them
  }
}

/** @param done what was just saved, undefined when nothing was */
async function show(
  texts: Texts,
  member: Recipient | undefined,
  parts: PublicParts,
  done: { readonly asked: boolean } | undefined,
): Promise<Answer> {
  const found = member && !member.deleted && (await preferencesOf(parts.db, { client: member, ...member }, new Date()))
  const brand = await brandFor(member, parts)
  if (!found) return page(404, texts, texts.invalidLink, brand)
  const { email, companyName } = member
  const said = texts.preferences
  const shown = {
    title: said.title,
    done: done && (done.asked ? `${said.saved} ${said.asked}` : said.saved),
    text: said.intro(email, companyName),
    form: form(texts, found, email, companyName),
  }
  return page(200, texts, shown, brand)
}

function form(texts: Texts, { lists, blocked, tracking, language }: Preferences, email: string, company: string): Html {
  const said = texts.preferences
  const leavable = lists.some(({ state }) => state !== 'Unsubscribed')
  return html`
<fieldset>
<legend>${said.lists}</legend>
${blocked && html`<p>${said.blocked(email, company)}</p>\n`}${lists.length === 0 && html`<p>${said.noLists}</p>\n`}${lists
  .filter(({ state }) => !blocked || state !== 'Unsubscribed')
  .map(
    ({ listPublicId, title, state }) => html`<input type="hidden" name="shown" value="${listPublicId}">
${choice('checkbox', 'list', listPublicId, state !== 'Unsubscribed', html`${bdi(title)}${state === 'Unconfirmed' && html` (${said.unconfirmed})`}`)}
`,
  )}</fieldset>
${
  tracking !== undefined &&
  html`<fieldset>
<legend>${said.tracking}</legend>
${choice('radio', 'tracking', 'yes', tracking.chosen === true, said.trackingLabel(company), 'tracking-hint')}
${choice('radio', 'tracking', 'no', tracking.chosen === false, said.noTracking, 'tracking-hint')}
<p class="hint" id="tracking-hint">${said.trackingHint}${tracking.chosen === null && html` ${tracking.isTracked ? said.tracked : said.notTracked}`}</p>
</fieldset>
`
}<fieldset>
<legend>${said.language}</legend>
<label for="language">${said.languageLabel}</label>
<select id="language" name="language" autocomplete="language">
<option value=""${language === null && selected}>${said.anyLanguage}</option>
${languages.map(
  ({ language: tag, name }) =>
    html`<option value="${tag}" lang="${tag}"${tag === language && selected}>${name}</option>\n`,
)}</select>
</fieldset>
<p class="buttons">${submit(said.save, 'preferences')}${leavable && html`\n${submit(said.leaveAll, 'leave-all', true)}`}</p>
`
}

const selected = markup(' selected')

function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

function choice(
  type: 'checkbox' | 'radio',
  name: string,
  value: string,
  checked: boolean,
  label: Html | string,
  describedBy?: string,
): Html {
  return html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${checked && markup(' checked')}${
    describedBy !== undefined && html` aria-describedby="${describedBy}"`
  }><span>${label}</span></label>`
}
