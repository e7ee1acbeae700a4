/**
 * `/n/<sealed friend>`: a friend whom a letter was sent on to declines all further mail. GET asks, POST acts, as often as one
 * likes, whether the page's button posts or a mail program (RFC 8058 §3.1).
 * See docs/decisions/content.md#a-friend-can-decline-all-further-mail.
 */
import { leaveAlone } from '../../domain/campaigns/mails/declining.ts'
import { readCompanyOf } from '../../store/campaigns/system-mail.ts'
import { page, plain } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { findBrandFor, origin, textsOf } from './reader.ts'

export const decline: PublicLink = {
  prefix: '/n/',

  async get(request, rest, parts) {
    const texts = textsOf(request)
    const found = await find(rest, parts)
    if (!found) return page(404, texts, texts.invalidLink)
    const { title, question, button } = texts.decline
    const shown = { title, text: question(found.friend.email, found.company), button: { label: button } }
    return page(200, texts, shown, await findBrandFor(found.friend, parts))
  },

  async post(request, rest, parts) {
    const texts = textsOf(request)
    const fromPage = pageForm(request)?.from === 'page'
    const found = await find(rest, parts)
    if (!found) return fromPage ? page(404, texts, texts.invalidLink) : plain(404, texts.invalidLink.text, texts)
    const by = fromPage ? 'page' : 'one-click'
    await leaveAlone(parts.db, found.friend, { by, ...origin(request), detail: 'forward' })
    const { title, text } = texts.declined
    if (!fromPage) return plain(200, title, texts)
    const shown = { title, text: text(found.friend.email, found.company) }
    return page(200, texts, shown, await findBrandFor(found.friend, parts))
  },
}

/** @returns undefined for an invalid link, and for one whose client is gone */
async function find(sealed: string, { db, friends }: PublicParts) {
  const friend = friends.open(sealed)
  const company = friend && (await readCompanyOf(db, friend.clientId))
  return friend && company ? { friend, company } : undefined
}
