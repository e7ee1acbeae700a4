/**
 * `/join/<token>` confirms what was sent off with a form: GET asks, POST acts, once. `/stop/<token>` stops all mails that ask the address to
 * confirm, and allows them again. Both are in the mail about a sign-up.
 */

import { boxesOf, isSameBox } from '../../../domain/forms/boxes.ts'
import { confirmSignUp, readSignUpToShow, stopMails } from '../../../domain/forms/confirming.ts'
import { formIn } from '../../../domain/forms/languages.ts'
import type { LiveForm } from '../../../domain/forms/open-forms.ts'
import { listsOf } from '../../../domain/forms/standings.ts'
import { type Texts, textsIn } from '../../../domain/texts/texts.ts'
import { html } from '../../../lib/html.ts'
import type { Answer, Request } from '../../../lib/http.ts'
import type { SignUp } from '../../../store/forms/sign-ups.ts'
import { page, redirect, webUrl } from '../answers.ts'
import { pageForm } from '../form.ts'
import type { PublicLink, PublicParts } from '../link.ts'
import { origin, textsOf } from '../reader.ts'
import { brandOfForm } from './document.ts'

export const join: PublicLink = {
  prefix: '/join/',

  async get(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return invalid(request)
    const { form, signUp } = found
    const texts = textsIn(signUp.language)
    const brand = brandOfForm(form, await parts.findBrand(form.clientId))
    if (signUp.state === 'confirmed') return page(200, texts, joinedPage(texts, form, signUp), brand)
    if (signUp.state !== 'asked' || listsOf(form, signUp).length === 0)
      return page(410, texts, texts.signUp.ended, brand)
    const { title, question, agreed, button: label } = texts.signUp.join
    const ticked = boxesOf(form.settings).filter(box =>
      signUp.consents.some(one => isSameBox(one, box) && one.version === box.version),
    )
    const text = html`${question(signUp.email, namesOf(form, signUp), form.companyName)}${
      ticked.length > 0 && html`\n\n${agreed}${ticked.map(({ wording }) => html`\n– ${wording}`)}`
    }`
    return page(200, texts, { title, text, button: { label, leadsAway: webUrl(signUp.nextPage) !== undefined } }, brand)
  },

  async post(request, rest, parts) {
    const named = parts.tokens.verify('sign-up', rest)
    const done = named
      ? await confirmSignUp(parts.db, named[0], named[1], origin(request))
      : ({ kind: 'unknown' } as const)
    if (done.kind === 'unknown') return invalid(request)
    const { form } = done
    const brand = brandOfForm(form, await parts.findBrand(form.clientId))
    if (done.kind === 'ended') {
      const texts = textsOf(request)
      return page(410, texts, texts.signUp.ended, brand)
    }
    const texts = textsIn(done.signUp.language)
    const next = done.kind === 'confirmed' ? webUrl(done.signUp.nextPage) : undefined
    return next === undefined ? page(200, texts, joinedPage(texts, form, done.signUp), brand) : redirect(303, next)
  },
}

export const stop: PublicLink = {
  prefix: '/stop/',

  async get(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return invalid(request)
    const texts = textsIn(found.signUp.language)
    const { title, question, button: label } = texts.signUp.stop
    return page(200, texts, { title, text: question(found.signUp.email), button: { label } })
  },

  async post(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return invalid(request)
    const { signUp } = found
    const isUndone = pageForm(request)?.from === 'undo'
    await stopMails(parts.db, signUp.clientId, signUp.signUpId, !isUndone)
    const { stopped, resumed } = textsIn(signUp.language).signUp
    const texts = textsIn(signUp.language)
    if (isUndone) return page(200, texts, { title: resumed.title, text: resumed.text(signUp.email) })
    return page(200, texts, {
      title: stopped.title,
      text: stopped.text(signUp.email),
      button: { label: stopped.undo, from: 'undo' },
    })
  },
}

async function find(token: string, { db, tokens }: PublicParts) {
  const named = tokens.verify('sign-up', token)
  return named && readSignUpToShow(db, named[0], named[1])
}

function invalid(request: Request): Answer {
  const texts = textsOf(request)
  return page(404, texts, texts.invalidLink)
}

function namesOf(form: LiveForm, signUp: SignUp): string {
  return listsOf(formIn(form, signUp.language), signUp)
    .map(({ label }) => label)
    .join(', ')
}

function joinedPage(texts: Texts, form: LiveForm, signUp: SignUp) {
  const { title, text } = texts.signUp.joined
  const own = formIn(form, signUp.language).settings.successText
  return { title, text: own === '' ? text(signUp.email, namesOf(form, signUp), form.companyName) : own }
}
