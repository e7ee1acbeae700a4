/**
 * `/u/<token>`: the way out, and back. GET shows a page with a button and never changes anything, because mail scanners
 * follow every link; POST acts, whatever its sender and body: an opt-out that is lost is worse than one too many, and
 * no scanner posts (reference/delivery.md §6). It is idempotent, needs no cookie and uses no token up. Only our own
 * page's button takes an opt-out back. Why the person left is asked afterwards.
 * See docs/decisions/unsubscribing.md#get-never-unsubscribes-any-post-does, docs/decisions/unsubscribing.md#an-opt-out-can-be-undone-for-30-days.
 */

import type { Brand } from '../../domain/clients/brand.ts'
import { findListsLeft } from '../../domain/subscribers/leave-reason.ts'
import { findUndoable } from '../../domain/subscribers/undoing.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { publicPaths } from '../../domain/tokens/tokens.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { type Page, page, plain, redirect, webUrl } from './answers.ts'
import { chooseWording } from './brand.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { isReason, reasonForms, takeReason } from './leave-reason.ts'
import { findBrandFor, origin, type Recipient, textsOf } from './reader.ts'

export const unsubscribe: PublicLink = {
  prefix: '/u/',

  async get(request, rest, parts) {
    const member = await parts.findRecipient(rest)
    const texts = textsOf(request, member)
    if (!member) return page(404, texts, texts.invalidLink)
    const brand = await findBrandFor(member, parts)
    if (member.state === 'Unsubscribed' || member.state === null)
      return page(200, texts, await unsubscribedPage(texts, member, rest, parts, brand), brand)
    const { email, listTitle, companyName } = member
    const { title, question, button: label } = texts.unsubscribe
    const shown = {
      ...chooseWording(brand, 'Unsubscribe', texts, member, { title, text: question(email, listTitle, companyName) }),
      button: { label, leadsAway: webUrl(member.unsubscribePage) !== undefined },
      link: preferencesLink(texts, member, rest),
    }
    return page(200, texts, shown, brand)
  },

  async post(request, rest, parts) {
    const from = pageForm(request)?.from
    const fromPage = from === 'page' || from === 'undo' || isReason(from)
    const member = await parts.findRecipient(rest)
    const texts = textsOf(request, member)
    if (!member) return fromPage ? page(404, texts, texts.invalidLink) : plain(404, texts.invalidLink.text, texts)
    if (from === 'undo') return undo(request, rest, parts, texts, member)
    if (isReason(from)) return reason(request, rest, parts, texts, member)
    const { campaignId, number } = member
    await parts.subscriptions.unsubscribeMember(member, member.listId, member.subscriberId, {
      by: fromPage ? 'page' : 'one-click',
      ...origin(request),
      campaignId,
      number,
    })
    if (!fromPage) return plain(200, texts.unsubscribed.title, texts) // RFC 8058 §3.1: never a redirect
    const own = webUrl(member.unsubscribePage)
    if (own !== undefined) return redirect(303, own)
    const brand = await findBrandFor(member, parts)
    return page(200, texts, await unsubscribedPage(texts, member, rest, parts, brand), brand)
  },
}

async function undo(
  request: Request,
  token: string,
  parts: PublicParts,
  texts: Texts,
  member: Recipient,
): Promise<Answer> {
  const { subscriptions, findRecipient } = parts
  const { listId, subscriberId, campaignId, number, email, listTitle, companyName } = member
  const evidence = { by: 'page', ...origin(request), campaignId, number }
  const undone =
    (await subscriptions.undo({ client: member, listId, subscriberId, cause: 'undone', evidence })) ||
    isMember(await findRecipient(token))
  const said = undone ? texts.undone : texts.notUndone
  const text = said.text(email, listTitle, companyName)
  const link = preferencesLink(texts, member, token)
  return page(undone ? 200 : 410, texts, { title: said.title, text, link }, await findBrandFor(member, parts))
}

/** Says why the person left. What was left is left already, so nothing else is done. */
async function reason(
  request: Request,
  token: string,
  parts: PublicParts,
  texts: Texts,
  member: Recipient,
): Promise<Answer> {
  const done = await takeReason(request, parts, texts, member)
  const brand = await findBrandFor(member, parts)
  const { forms: _, ...shown } = await unsubscribedPage(texts, member, token, parts, brand)
  return page(200, texts, { ...shown, done }, brand)
}

/** Pressed twice, or there was nothing to take back. */
function isMember(member: Recipient | undefined): boolean {
  return member?.state === 'Active' || member?.state === 'Unconfirmed'
}

async function unsubscribedPage(
  texts: Texts,
  member: Recipient,
  token: string,
  { db }: PublicParts,
  brand: Brand | undefined,
): Promise<Page> {
  const { email, listTitle, companyName } = member
  const { title, text } = texts.unsubscribed
  const undoable = await findUndoable(db, [member], new Date())
  const left = undoable.length > 0 ? await findListsLeft(db, { client: member, ...member }, new Date()) : []
  const asked = left.filter(({ subscriberId }) => subscriberId === member.subscriberId)
  return {
    ...chooseWording(brand, 'Unsubscribed', texts, member, { title, text: text(email, listTitle, companyName) }),
    button: undoable.length > 0 ? { label: texts.unsubscribed.undo, from: 'undo' } : undefined,
    forms: reasonForms(
      texts,
      asked.map(({ listPublicId }) => listPublicId),
    ),
    link: preferencesLink(texts, member, token),
  }
}

/** Relative, so that it holds behind whatever path a proxy puts before ours. */
function preferencesLink(texts: Texts, { deleted }: Recipient, token: string): Page['link'] {
  return deleted ? undefined : { label: texts.preferences.link, href: `..${publicPaths.preferences(token)}` }
}
