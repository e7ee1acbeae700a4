/** `/confirm/<token>`: the double opt-in. As with opting out, GET asks and POST acts, as often as one likes. */

import type { Texts } from '../../domain/texts/texts.ts'
import { listMember, type Member } from '../../store/ledger/recipients.ts'
import { type Page, page, redirect, webUrl } from './answers.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { origin, textsOf } from './reader.ts'

export const confirm: PublicLink = {
  prefix: '/confirm/',

  async get(request, rest, parts) {
    const member = await find(rest, parts)
    const texts = textsOf(request, member)
    if (!member) return page(404, texts, texts.invalidLink)
    if (member.state === 'Active') return page(200, texts, confirmed(texts, member))
    if (member.state !== 'Unconfirmed') return page(410, texts, notConfirmable(texts, member))
    return page(200, texts, {
      title: texts.confirm.title,
      text: texts.confirm.question(member.email, member.listTitle, member.companyName),
      button: { label: texts.confirm.button, leadsAway: webUrl(member.confirmationSuccessPage) !== undefined },
    })
  },

  async post(request, rest, parts) {
    const member = await find(rest, parts)
    const texts = textsOf(request, member)
    if (!member) return page(404, texts, texts.invalidLink)
    const active = await parts.subscriptions.confirm(member, member.listId, member.subscriberId, {
      by: 'page',
      ...origin(request),
    })
    if (!active) return page(410, texts, notConfirmable(texts, member))
    const own = webUrl(member.confirmationSuccessPage)
    return own === undefined ? page(200, texts, confirmed(texts, member)) : redirect(303, own)
  },
}

async function find(token: string, { db, tokens }: PublicParts): Promise<Member | undefined> {
  const membership = tokens.verify('membership', token)
  const member = membership && (await listMember(db, ...membership))
  return member?.deleted ? undefined : member
}

function confirmed({ confirmed: { title, text } }: Texts, { email, listTitle, companyName }: Member): Page {
  return { title, text: text(email, listTitle, companyName) }
}

function notConfirmable({ notConfirmable: { title, text } }: Texts, { email, listTitle, companyName }: Member): Page {
  return { title, text: text(email, listTitle, companyName) }
}
