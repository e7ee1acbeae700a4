/**
 * `/rc/<token>` and `/rs/<token>`: an address confirms that it wants reports by mail, and stops them. GET asks, POST acts, as often as one
 * likes; a mail program stops them by one click (RFC 8058).
 */
import { type Texts, textsIn } from '../../domain/texts/texts.ts'
import { changeRecipientState, findReportRecipient, type ReportRecipient } from '../../store/report-mails/settings.ts'
import { type Page, page, plain } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { textsOf } from './reader.ts'

export const reportConfirm: PublicLink = {
  prefix: '/rc/',

  async get(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return unknown(request)
    const texts = textsIn(found.language)
    if (found.state === 'confirmed') return answer(found, texts, texts.reportMail.confirmed, parts)
    const { button, ...asked } = texts.reportMail.confirm
    return answer(found, texts, asked, parts, button)
  },

  async post(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found || !(await changeRecipientState(parts.db, found, 'confirmed'))) return unknown(request)
    const texts = textsIn(found.language)
    return answer(found, texts, texts.reportMail.confirmed, parts)
  },
}

export const reportStop: PublicLink = {
  prefix: '/rs/',

  async get(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return unknown(request)
    const texts = textsIn(found.language)
    if (found.state === 'stopped') return answer(found, texts, texts.reportMail.stopped, parts)
    const { button, ...asked } = texts.reportMail.stopPage
    return answer(found, texts, asked, parts, button)
  },

  async post(request, rest, parts) {
    const found = await find(rest, parts)
    if (!found) return unknown(request)
    await changeRecipientState(parts.db, found, 'stopped')
    const texts = textsIn(found.language)
    if (!pageForm(request)) return plain(200, texts.reportMail.stopped.title, texts)
    return answer(found, texts, texts.reportMail.stopped, parts)
  },
}

/** Used for invalid tokens, so that they cost the same look-up. */
const nothing: readonly [number, number] = [0, 0]

/** @returns undefined for an invalid link, and for one whose client is gone or who was taken out */
async function find(token: string, { db, tokens }: PublicParts): Promise<ReportRecipient | undefined> {
  const [clientId, recipientId] = tokens.verify('report mail', token) ?? nothing
  const found = await findReportRecipient(db, { clientId, recipientId })
  return found?.isWanted || found?.state === 'stopped' ? found : undefined
}

function unknown(request: Parameters<PublicLink['get']>[0]) {
  const texts = textsOf(request)
  return page(404, texts, texts.invalidLink)
}

async function answer(
  { clientId, email, companyName }: ReportRecipient,
  texts: Texts,
  { title, text }: { readonly title: string; readonly text: (email: string, company: string) => Page['text'] },
  { findBrand }: PublicParts,
  button?: string,
) {
  const shown = { title, text: text(email, companyName), ...(button !== undefined && { button: { label: button } }) }
  return page(200, texts, shown, await findBrand(clientId))
}
