/**
 * The JSON interface of a form: a token with a task by GET, the answers with token and proof by POST. Pages of other sites may call it from
 * the origins of the form's settings; programs may, too, and need the proof as well.
 */

import { formIn, languagesOf } from '../../../domain/forms/languages.ts'
import type { LiveForm } from '../../../domain/forms/open-forms.ts'
import { challengeFor } from '../../../domain/forms/proof.ts'
import type { Fault, Outcome, Submission } from '../../../domain/forms/submitting.ts'
import { youngestSeconds } from '../../../domain/forms/tokens.ts'
import type { Answer, Request } from '../../../lib/http.ts'
import { retrySeconds } from '../../../lib/unavailable.ts'
import { guarded } from '../answers.ts'
import type { PublicParts } from '../link.ts'
import { origin } from '../reader.ts'
import { textsOfForm } from './document.ts'

export async function apiToken(request: Request, form: LiveForm | undefined, { forms }: PublicParts): Promise<Answer> {
  const refused = refusal(request, form)
  if (refused || !form) return refused ?? unknown(request)
  if (!form.isOpen)
    return answer(request, form, 410, { Code: 'Closed', Message: 'The form takes no sign-ups at the moment.' })
  const token = forms.tokens.issue(form.formId, 'first', forms.now())
  const task = await challengeFor(forms.tokens, token, await forms.effortFor(form))
  forms.submitting.count(form, 'shown')
  const { language } = textsOfForm(request, form)
  const spoken = formIn(form, language)
  const boxes = spoken.settings.consents.map(({ purpose, name, wording, hash }) => ({
    Purpose: purpose,
    Name: name,
    Wording: wording,
    Hash: hash,
  }))
  return answer(request, form, 200, {
    Token: token,
    Task: task,
    NotBeforeSeconds: youngestSeconds,
    Language: language,
    Languages: languagesOf(form.settings).map(one => one.language),
    Lists: spoken.lists.map(({ listPublicId, label, description }) => ({
      ListID: listPublicId,
      Title: label,
      Description: description,
    })),
    Boxes: boxes,
  })
}

export async function apiSubmit(request: Request, form: LiveForm | undefined, { forms }: PublicParts): Promise<Answer> {
  const refused = refusal(request, form)
  if (refused || !form) return refused ?? unknown(request)
  const [type] = (request.headers['content-type'] ?? '').split(';', 1)
  // any site may post the types of plain forms without asking first
  if (type!.trim().toLowerCase() !== 'application/json')
    return answer(request, form, 415, { Code: 'MediaType', Message: 'The Content-Type must be application/json.' })
  const given = readSubmission(request, form)
  if (!given)
    return answer(request, form, 400, {
      Code: 'InvalidRequest',
      Message: 'The body must be a JSON object with texts and lists of texts.',
    })
  return answered(request, form, await forms.submitting.submit(form, given, 'needed'))
}

function answered(request: Request, form: LiveForm, outcome: Outcome): Answer {
  switch (outcome.kind) {
    case 'taken':
      return answer(request, form, 202, { Code: 'Taken', Message: textsOfForm(request, form).signUp.taken.text })
    case 'again':
      return answer(request, form, 409, {
        Code: outcome.reason,
        Message: 'Get a new token, solve its task, and send the answers again.',
      })
    case 'faulty':
      return answer(request, form, 400, {
        Code: 'Incomplete',
        Message: 'Some answers cannot be taken.',
        Fields: outcome.faults.map(nameOf),
      })
    case 'busy':
      return answer(
        request,
        form,
        429,
        { Code: 'TooMany', Message: 'Too many sign-ups came at once; try again later.' },
        { 'Retry-After': `${retrySeconds}` },
      )
    case 'closed':
      return answer(request, form, 410, { Code: 'Closed', Message: 'The form takes no sign-ups at the moment.' })
  }
}

function nameOf(fault: Fault): string {
  return typeof fault === 'string' ? { email: 'Email', name: 'Name', lists: 'Lists' }[fault] : fault.field
}

export function preflight(request: Request, form: LiveForm | undefined): Answer {
  const allowed = form && allowedOrigin(request, form)
  return {
    status: 204,
    headers: {
      ...guarded,
      Vary: 'Origin',
      ...(allowed !== undefined && {
        'Access-Control-Allow-Origin': allowed,
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': 'Content-Type',
        'Access-Control-Max-Age': '600',
      }),
    },
    body: '',
  }
}

/** The origin that asks, if it is one of the form's. */
function allowedOrigin({ headers }: Request, { settings }: LiveForm): string | undefined {
  return settings.allowedOrigins.find(one => one === headers.origin)
}

function refusal(request: Request, form: LiveForm | undefined): Answer | undefined {
  if (!form) return undefined
  const { origin: asking } = request.headers
  if (
    asking === undefined ||
    asking === new URL(request.publicUrl).origin ||
    allowedOrigin(request, form) !== undefined
  )
    return undefined
  return answer(request, form, 403, { Code: 'Origin', Message: 'This origin is not one of the form’s.' })
}

function unknown(request: Request): Answer {
  return answer(request, undefined, 404, { Code: 'UnknownForm', Message: 'There is no such form.' })
}

function answer(
  request: Request,
  form: LiveForm | undefined,
  status: number,
  body: object,
  more: Readonly<Record<string, string>> = {},
): Answer {
  const allowed = form && allowedOrigin(request, form)
  return {
    status,
    headers: {
      ...guarded,
      'Content-Type': 'application/json',
      Vary: 'Origin, Accept-Language',
      ...(allowed !== undefined && { 'Access-Control-Allow-Origin': allowed }),
      ...more,
    },
    body: `${JSON.stringify(body)}\n`,
  }
}

const mostValues = 200

/** @returns undefined for a body of another form */
function readSubmission(request: Request, form: LiveForm): Submission | undefined {
  const body = parse(request.body)
  if (!body) return undefined
  const text = (name: string): string | undefined => {
    const value = body[name] ?? ''
    return typeof value === 'string' ? value : undefined
  }
  const texts = {
    Token: text('Token'),
    Proof: text('Proof'),
    Email: text('Email'),
    Name: text('Name'),
    Website: text('Website'),
    Next: text('Next'),
  }
  const lists = textsOf(body.Lists)
  const boxes = textsOf(body.Boxes)
  const fields = fieldsOf(body.Fields)
  if (!lists || !boxes || !fields || Object.values(texts).includes(undefined)) return undefined
  return {
    token: texts.Token!, // each is a text now
    proof: texts.Proof!,
    trap: texts.Website!,
    email: texts.Email!,
    name: texts.Name!,
    lists: lists.map(id => id.toLowerCase()),
    fields: fields.flatMap(({ key, value }) => {
      const bare = key.replace(/^\[(.*)\]$/s, '$1').toLowerCase()
      const field = form.fields.find(one => one.key.toLowerCase() === bare)
      return field ? [{ key: field.key, value }] : []
    }),
    boxes,
    next: texts.Next!,
    page: request.headers.origin ?? '',
    language: textsOfForm(request, form).language,
    remote: request.remote,
    agent: origin(request).agent ?? '',
  }
}

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return []
  return Array.isArray(value) && value.length <= mostValues && value.every(one => typeof one === 'string')
    ? value
    : undefined
}

/** Values by key: a text, or a list of texts. */
function fieldsOf(value: unknown): readonly { readonly key: string; readonly value: string }[] | undefined {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  const read: { key: string; value: string }[] = []
  for (const [key, given] of Object.entries(value)) {
    const several = typeof given === 'string' ? [given] : textsOf(given)
    if (!several || read.length > mostValues) return undefined
    read.push(...several.map(one => ({ key, value: one })))
  }
  return read
}
