/**
 * `/form/<id>`: the page of a sign-up form; plain HTML of other sites posts here too. `/form/<id>/token` and `/form/<id>/submit` are its JSON
 * interface, `/form/proof.js` the worker of the page. See docs/forms.md.
 */

import { formIn } from '../../../domain/forms/languages.ts'
import type { LiveForm } from '../../../domain/forms/open-forms.ts'
import { challengeFor } from '../../../domain/forms/proof.ts'
import { allowedPage, type Fault, type Submission } from '../../../domain/forms/submitting.ts'
import type { TokenKind } from '../../../domain/forms/tokens.ts'
import { publicPaths } from '../../../domain/tokens/tokens.ts'
import type { Answer, Request } from '../../../lib/http.ts'
import { retrySeconds } from '../../../lib/unavailable.ts'
import { guarded, page } from '../answers.ts'
import type { PublicLink, PublicParts } from '../link.ts'
import { origin } from '../reader.ts'
import {
  brandOfForm,
  type FormPage,
  formPage,
  type Given,
  nothingGiven,
  otherLanguages,
  textsOfForm,
} from './document.ts'
import { apiSubmit, apiToken, preflight } from './json.ts'
import { workerName, workerScript } from './script.ts'

export const form: PublicLink = {
  prefix: '/form/',

  async get(request, rest, parts) {
    if (rest === workerName) return worker
    const [id = '', what] = rest.split('/')
    const found = await parts.forms.find(id)
    if (what === 'token') return apiToken(request, found, parts)
    if (!found || what !== undefined) return unknown(request)
    parts.forms.submitting.count(found, 'shown')
    const others = otherLanguages(request, found, textsOfForm(request, found))
    return show(request, found, parts, { given: prefilled(found, request), kind: 'first', others })
  },

  async post(request, rest, parts) {
    const [id = '', what] = rest.split('/')
    const found = await parts.forms.find(id)
    if (what === 'submit') return apiSubmit(request, found, parts)
    if (!found || what !== undefined) return unknown(request)
    const given = submissionOf(request, found)
    const outcome = await parts.forms.submitting.submit(found, given, 'asked')
    const texts = textsOfForm(request, found)
    const brand = brandOfForm(found, await parts.findBrand(found.clientId))
    switch (outcome.kind) {
      case 'taken':
        return page(200, texts, texts.signUp.taken, brand)
      case 'closed':
        return page(410, texts, texts.signUp.closed, brand)
      case 'busy': {
        const answer = page(429, texts, texts.overloaded, brand)
        return { ...answer, headers: { ...answer.headers, 'Retry-After': `${retrySeconds}` } }
      }
      case 'again':
        return show(request, found, parts, { given, kind: 'again', others: [] })
      case 'faulty':
        return show(request, found, parts, { given, kind: 'first', others: [], faults: outcome.faults })
    }
  },

  async options(request, rest, parts) {
    const [id = '', what] = rest.split('/')
    return what === 'token' || what === 'submit' ? preflight(request, await parts.forms.find(id)) : undefined
  },
}

const worker: Answer = {
  status: 200,
  headers: {
    ...guarded,
    // the text is that of the version that runs
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
  },
  body: workerScript,
}

function unknown(request: Request): Answer {
  const texts = textsOfForm(request, undefined)
  return page(404, texts, texts.notFound)
}

async function show(
  request: Request,
  found: LiveForm,
  { forms, findBrand, tokens }: PublicParts,
  shown: Pick<FormPage, 'given' | 'others'> & { readonly kind: TokenKind; readonly faults?: readonly Fault[] },
): Promise<Answer> {
  const texts = textsOfForm(request, found)
  const brand = brandOfForm(found, await findBrand(found.clientId))
  if (!found.isOpen) return page(410, texts, texts.signUp.closed, brand)
  const { given, others, kind, faults = [] } = shown
  const token = forms.tokens.issue(found.formId, kind, forms.now())
  const challenge = await challengeFor(forms.tokens, token, await forms.effortFor(found))
  return formPage(faults.length > 0 ? 400 : 200, {
    form: formIn(found, texts.language),
    brand,
    texts,
    others,
    given,
    token,
    challenge,
    faults,
    isAgain: kind === 'again',
    archive: archiveOf(found, tokens),
  })
}

/** Relative to the page. */
function archiveOf({ clientId, lists }: LiveForm, { sign }: PublicParts['tokens']): string | undefined {
  const list = lists.find(({ hasArchive }) => hasArchive)
  return list && `..${publicPaths.archive(sign('archive', clientId, list.listId))}`
}

/** What the query may fill in. It ticks nothing. */
function prefilled(found: LiveForm, { query }: Request): Given {
  const fields = new URLSearchParams(query)
  const { prefill } = found.settings
  const textFor = (name: string) =>
    prefill.includes(name) ? (fields.get(name) ?? fields.get(name.toLowerCase()) ?? '') : ''
  const next = allowedPage(found, fields.get('next') ?? '')
  return {
    ...nothingGiven,
    email: oneLine(textFor('Email')),
    name: oneLine(textFor('Name')),
    fields: found.fields.flatMap(({ key }) =>
      prefill.includes(key) ? fields.getAll(key).map(value => ({ key, value: oneLine(value) })) : [],
    ),
    next: next === found.settings.successPage ? '' : next,
  }
}

/** Of a value in a page: control characters would not come back from the field. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 320)
}

/** What our page sent, or that of another site: then without a token, with the page it came from. */
function submissionOf(request: Request, found: LiveForm): Submission {
  const [type] = (request.headers['content-type'] ?? '').split(';', 1)
  const isForm = type!.trim().toLowerCase() === 'application/x-www-form-urlencoded'
  const fields = new URLSearchParams(isForm ? request.body.toString('utf8') : '')
  const text = (name: string) => oneLine(fields.get(name) ?? '')
  const token = fields.get('token') ?? ''
  const keys = found.fields.map(({ key }) => key)
  const own = `${request.publicUrl}${publicPaths.form(found.publicId)}`
  return {
    token,
    proof: fields.get('proof') ?? '',
    trap: text('website'),
    email: text('email'),
    name: text('name'),
    lists: fields.getAll('list'),
    fields: keys.flatMap(key => fields.getAll(`f.${key}`).map(value => ({ key, value: oneLine(value) }))),
    // a box that another site shows is not ours to believe: ours are on the page that follows
    boxes: token === '' ? [] : fields.getAll('box'),
    next: text('next'),
    page: token === '' ? refererOf(request) : text('page') || own,
    language: textsOfForm(request, found).language,
    remote: request.remote,
    agent: origin(request).agent ?? '',
  }
}

/** The page with the plain HTML; without its query, which is about people. */
function refererOf({ headers }: Request): string {
  const referer = headers.referer ?? ''
  if (!URL.canParse(referer)) return ''
  const { origin: site, pathname } = new URL(referer)
  return site === 'null' ? '' : (site + pathname).slice(0, 500)
}
