/**
 * `/leave/<token>`: a page of a client for people who have none of its mails at hand: the address goes in, the link to the preferences out by
 * mail. The answer is the same for every address.
 * See docs/decisions/preferences.md#leaving-without-a-mail.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Rate } from '../../domain/limits/rate-limit.ts'
import { askForLink } from '../../domain/subscribers/asking-for-link.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { type Html, html } from '../../lib/html.ts'
import { networkOf } from '../../lib/network-address.ts'
import { readSenderOfClient } from '../../store/campaigns/system-mail.ts'
import { page, submit } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { findBrandFor, textsOf } from './reader.ts'

/** Of a network: enough for the people of an office, too few to fill the queue of mails. */
export const leaveRate: Rate = { perSecond: 1 / 30, burst: 20 }

export const leave: PublicLink = {
  prefix: '/leave/',

  async get(request, rest, parts) {
    const texts = textsOf(request)
    const found = await find(rest, parts)
    if (!found) return page(404, texts, texts.invalidLink)
    return page(200, texts, form(texts, found.company, '', undefined), await findBrandFor(found, parts))
  },

  async post(request, rest, parts) {
    const texts = textsOf(request)
    const found = await find(rest, parts)
    if (!found) return page(404, texts, texts.invalidLink)
    const brand = await findBrandFor(found, parts)
    const said = texts.reader.leave
    const sent = pageForm(request)
    const email = sent?.fields.get('email') ?? ''
    if (sent?.from !== 'leave') return page(200, texts, form(texts, found.company, '', undefined), brand)
    if (!mayAsk(request.remote, parts)) return page(429, texts, form(texts, found.company, email, said.enough), brand)
    if (!(await askForLink(parts.db, found.clientId, email, parts.mailLinks.base())))
      return page(400, texts, form(texts, found.company, email, said.invalid), brand)
    return page(200, texts, { title: said.asked.title, text: said.asked.text(found.company) }, brand)
  },
}

function mayAsk(remote: string, { limitLeaving }: PublicParts): boolean {
  try {
    limitLeaving(networkOf(remote))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** @returns undefined for an invalid link, and for one whose client is gone */
async function find(token: string, { db, tokens }: PublicParts) {
  const [clientId, second] = tokens.verify('leave', token) ?? []
  if (clientId === undefined || second !== 0) return undefined
  const company = (await readSenderOfClient(db, clientId))?.companyName
  return company === undefined ? undefined : { clientId, company }
}

function form({ reader: { leave: said } }: Texts, company: string, email: string, fault: string | undefined) {
  const fields: Html = html`
<p class="field"><label for="email">${said.label}</label>
<input id="email" name="email" type="email" required maxlength="260" autocomplete="email" value="${email}"></p>
<p class="buttons">${submit(said.button, 'leave')}</p>
`
  return { title: said.title, text: said.text(company), form: fields, ...(fault !== undefined && { done: fault }) }
}
