/**
 * `/p/<token>`: what a person gets from a client, list by list, how to pause or leave, another address, and what may be recorded. GET shows,
 * POST acts.
 * See docs/decisions/unsubscribing.md#the-preferences-page-changes-list-by-list and docs/decisions/preferences.md.
 */

import { answerAsPerson, ownAnswersOf } from '../../domain/subscribers/own-answers.ts'
import { askForAddress } from '../../domain/subscribers/own-address.ts'
import { pauseAsPerson, pauseDays } from '../../domain/subscribers/pausing.ts'
import { changePreferences, findPreferences, leaveEverything, type Wanted } from '../../domain/subscribers/preferences.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { languages } from '../../domain/texts/texts.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { page } from './answers.ts'
import { type PageForm, pageForm } from './form.ts'
import { isReason, reasonForms, takeReason } from './leave-reason.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { addressForm, dayText, givenFields, mainForm, pauseForm, pausePrefix } from './preference-forms.ts'
import { findBrandFor, findReader, origin, type Reader, textsOf } from './reader.ts'
import { aboutAnswers, givenAnswers } from './tracking-answers.ts'

export const preferences: PublicLink = {
  prefix: '/p/',

  async get(request, rest, parts) {
    const member = await findReader(rest, parts)
    return show(textsOf(request, member), member, parts, {})
  },

  async post(request, rest, parts) {
    const member = await findReader(rest, parts)
    const form = pageForm(request)
    if (!member || member.deleted || !form) return show(textsOf(request, member), member, parts, {})
    const { texts, ...outcome } = await act(request, form, member, parts)
    return show(texts, member, parts, outcome)
  },
}

/** What a button did, for the page that follows. */
interface Outcome {
  /** undefined when nothing was done. */
  readonly done?: Html | undefined
  /** Lists that the person left just now. */
  readonly left?: readonly string[]
  /** A new address that has to be corrected. */
  readonly address?: string
  readonly status?: number
}

async function act(
  request: Request,
  form: PageForm,
  member: Reader,
  parts: PublicParts,
): Promise<Outcome & { readonly texts: Texts }> {
  const texts = textsOf(request, member)
  const { from } = form
  const { campaignId, number } = member
  const evidence = { by: 'page', ...origin(request), campaignId, number, detail: from }
  const contact = { client: member, ...member }
  if (from === 'preferences') return save(request, form, member, parts)
  if (from === 'leave-all') {
    const left = await leaveEverything(parts.db, parts.subscriptions, contact, evidence)
    return { texts, done: html`${texts.preferences.saved}`, left }
  }
  if (isReason(from)) return { texts, done: await takeReason(request, parts, texts, member) }
  if (from === 'address') {
    const address = form.fields.get('new-address') ?? ''
    const order = { publicUrl: parts.mailLinks.base(), language: texts.language }
    const asked = await askForAddress(parts.db, contact, address, order)
    const said = texts.reader.address
    return asked ? { texts, done: html`${said.asked}` } : { texts, done: html`${said.invalid}`, address, status: 400 }
  }
  const days = pauseDays.find(one => from === `${pausePrefix}${one}`)
  if (days === undefined && from !== 'resume') return { texts }
  const until = await pauseAsPerson(parts.db, contact, days ?? null, evidence, new Date())
  const said = texts.reader.pause
  return { texts, done: until === undefined ? html`${said.resumed}` : said.paused(dayText(texts, until)) }
}

async function save(
  request: Request,
  { fields }: PageForm,
  member: Reader,
  parts: PublicParts,
): Promise<Outcome & { readonly texts: Texts }> {
  const { db, subscriptions } = parts
  const { campaignId, number } = member
  const evidence = { by: 'page', ...origin(request), campaignId, number, detail: 'preferences' }
  const contact = { client: member, ...member }
  const wanted = wantedBy(fields)
  const publicUrl = parts.mailLinks.base()
  const { given, everywhere } = givenAnswers(fields, textsOf(request, member), member.companyName)
  // without the token, which would open the page to who reads the evidence
  const proof = { ...evidence, source: `${publicUrl ?? ''}${preferences.prefix}` }
  const answered = await answerAsPerson(db, contact, given, everywhere, proof)
  const done = await changePreferences(db, subscriptions, contact, wanted, { evidence, publicUrl, now: new Date() })
  // in the language chosen just now
  const ownLanguage = wanted.language === undefined ? member.ownLanguage : wanted.language
  const texts = textsOf(request, { ...member, ownLanguage })
  const { saved, asked } = texts.preferences
  const about = answered && aboutAnswers(texts, answered, member.companyName)
  if (!done) return { texts }
  const refused = done.refused.length > 0 && html` ${texts.reader.fields.refused(done.refused.join(', '))}`
  return { texts, done: html`${saved}${about}${done.asked && ` ${asked}`}${refused}`, left: done.left }
}

function wantedBy(fields: URLSearchParams): Wanted {
  const language = fields.get('language')
  return {
    shown: new Set(fields.getAll('shown')),
    lists: new Set(fields.getAll('list')),
    fields: givenFields(fields),
    language:
      language === '' ? null : languages.some(texts => texts.language === language) ? (language as string) : undefined, // some: it is one of them
  }
}

async function show(
  texts: Texts,
  member: Reader | undefined,
  parts: PublicParts,
  { done, left = [], address = '', status = 200 }: Outcome,
): Promise<Answer> {
  const contact = member && !member.deleted && { client: member, ...member }
  const found = contact && (await findPreferences(parts.db, contact, new Date()))
  const answers = contact && (await ownAnswersOf(parts.db, contact))
  const brand = await findBrandFor(member, parts)
  if (!contact || !found || !answers) return page(404, texts, texts.invalidLink, brand)
  const said = texts.preferences
  const canChangeAddress = found.lists.some(({ state }) => state === 'Active') && !found.blocked
  const shown = {
    title: said.title,
    done,
    text: said.intro(contact.email, contact.companyName),
    forms: [
      ...reasonForms(texts, left),
      mainForm(texts, found, answers, contact),
      ...pauseForm(texts, found, contact),
      ...(canChangeAddress ? [addressForm(texts, address)] : []),
    ],
  }
  return page(status, texts, shown, brand)
}
