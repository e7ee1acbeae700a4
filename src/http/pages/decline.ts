/**
 * `/n/<sealed friend>`: whoever a letter was sent on to asks to be written to no more. GET asks, POST acts, as often as one likes.
 * See docs/decisions/a-friend-gets-a-neutral-letter.md.
 */
import { leaveAlone } from '../../domain/campaigns/declining.ts'
import { companyOf } from '../../store/notices.ts'
import { page } from './answers.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { origin, textsOf } from './reader.ts'

export const decline: PublicLink = {
  prefix: '/n/',

  async get(request, rest, parts) {
    const texts = textsOf(request)
    const found = await find(rest, parts)
    if (!found) return page(404, texts, texts.invalidLink)
    const { title, question, button } = texts.decline
    return page(200, texts, { title, text: question(found.friend.email, found.company), button: { label: button } })
  },

  async post(request, rest, parts) {
    const texts = textsOf(request)
    const found = await find(rest, parts)
    if (!found) return page(404, texts, texts.invalidLink)
    await leaveAlone(parts.db, found.friend, { by: 'page', ...origin(request), detail: 'forward' })
    const { title, text } = texts.declined
    return page(200, texts, { title, text: text(found.friend.email, found.company) })
  },
}

/** @returns undefined for a link that is none, or whose client is gone */
async function find(sealed: string, { db, friends }: PublicParts) {
  const friend = friends.open(sealed)
  const company = friend && (await companyOf(db, friend.clientId))
  return friend && company ? { friend, company } : undefined
}
