/**
 * `/p/<token>`: what a person gets from a client, list by list, how to leave each or all, and what may be recorded. GET shows, POST acts.
 * See docs/decisions/unsubscribing.md#the-preferences-page-changes-list-by-list.
 */

import { answerAsPerson, type OwnAnswers, ownAnswersOf } from '../../domain/subscribers/own-answers.ts'
import {
  changePreferences,
  findPreferences,
  leaveEverything,
  type Preferences,
  type Wanted,
} from '../../domain/subscribers/preferences.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { languages } from '../../domain/texts/texts.ts'
import { type Html, html, markup } from '../../lib/html.ts'
import type { Answer } from '../../lib/http.ts'
import { choice, page, submit } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { findBrandFor, origin, type Recipient, textsOf } from './reader.ts'
import { aboutAnswers, givenAnswers, trackingAnswers } from './tracking-answers.ts'

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
      const texts = textsOf(request, member)
      return show(texts, member, parts, html`${texts.preferences.saved}`)
    }
    const wanted = wantedBy(form.fields)
    const publicUrl = parts.mailLinks.base()
    const { given, everywhere } = givenAnswers(form.fields, textsOf(request, member), member.companyName)
    // without the token, which would open the page to who reads the evidence
    const proof = { ...evidence, source: `${publicUrl ?? ''}${preferences.prefix}` }
    const answered = await answerAsPerson(db, contact, given, everywhere, proof)
    const done = await changePreferences(db, subscriptions, contact, wanted, { evidence, publicUrl, now: new Date() })
    // in the language chosen just now
    const ownLanguage = wanted.language === undefined ? member.ownLanguage : wanted.language
    const texts = textsOf(request, { ...member, ownLanguage })
    const { saved, asked } = texts.preferences
    const about = answered && aboutAnswers(texts, answered, member.companyName)
    return show(texts, member, parts, done && html`${saved}${about}${done.asked && ` ${asked}`}`)
  },
}

function wantedBy(fields: URLSearchParams): Wanted {
  const language = fields.get('language')
  return {
    shown: new Set(fields.getAll('shown')),
    lists: new Set(fields.getAll('list')),
    language:
      language === '' ? null : languages.some(texts => texts.language === language) ? (language as string) : undefined, // some: it is one of them
  }
}

/** @param done says that it was saved, undefined when nothing was */
async function show(
  texts: Texts,
  member: Recipient | undefined,
  parts: PublicParts,
  done: Html | undefined,
): Promise<Answer> {
  const contact = member && !member.deleted && { client: member, ...member }
  const found = contact && (await findPreferences(parts.db, contact, new Date()))
  const answers = contact && (await ownAnswersOf(parts.db, contact))
  const brand = await findBrandFor(member, parts)
  if (!contact || !found || !answers) return page(404, texts, texts.invalidLink, brand)
  const said = texts.preferences
  const shown = {
    title: said.title,
    done,
    text: said.intro(contact.email, contact.companyName),
    form: form(texts, found, answers, contact),
  }
  return page(200, texts, shown, brand)
}

function form(texts: Texts, { lists, blocked, language }: Preferences, answers: OwnAnswers, member: Recipient): Html {
  const said = texts.preferences
  const leavable = lists.some(({ state }) => state !== 'Unsubscribed')
  return html`
<fieldset>
<legend>${said.lists}</legend>
${blocked && html`<p>${said.blocked(member.email, member.companyName)}</p>\n`}${lists.length === 0 && html`<p>${said.noLists}</p>\n`}${lists
  .filter(({ state }) => !blocked || state !== 'Unsubscribed')
  .map(
    ({ listPublicId, title, state }) => html`<input type="hidden" name="shown" value="${listPublicId}">
${choice({ type: 'checkbox', name: 'list', value: listPublicId, checked: state !== 'Unsubscribed' }, html`${bdi(title)}${state === 'Unconfirmed' && html` (${said.unconfirmed})`}`)}
`,
  )}</fieldset>
${trackingAnswers(texts, answers, member)}<fieldset>
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
