/** `/confirm/<token>`: the double opt-in. As with opting out, GET asks and POST acts, as often as one likes. */

import type { Brand } from '../../domain/clients/brand.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { readMemberToken } from '../../domain/tokens/named.ts'
import { findListMember, type Member } from '../../store/ledger/recipients.ts'
import { type Page, page, redirect, webUrl } from './answers.ts'
import { chooseWording } from './brand.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { findBrandFor, origin, textsOf } from './reader.ts'

export const confirm: PublicLink = {
  prefix: '/confirm/',

  async get(request, rest, parts) {
    const member = await find(rest, parts)
    const texts = textsOf(request, member)
    if (!member) return page(404, texts, texts.invalidLink)
    const brand = await findBrandFor(member, parts)
    if (member.state === 'Active') return page(200, texts, confirmedPage(texts, member, brand), brand)
    if (member.state !== 'Unconfirmed') return page(410, texts, notConfirmable(texts, member), brand)
    const { title, question, button: label } = texts.confirm
    const ours = { title, text: question(member.email, member.listTitle, member.companyName) }
    const button = { label, leadsAway: webUrl(member.confirmationSuccessPage) !== undefined }
    return page(200, texts, { ...chooseWording(brand, 'Confirm', texts, member, ours), button }, brand)
  },

  async post(request, rest, parts) {
    const member = await find(rest, parts)
    const texts = textsOf(request, member)
    if (!member) return page(404, texts, texts.invalidLink)
    const active = await parts.subscriptions.confirm(member, member.listId, member.subscriberId, {
      by: 'page',
      ...origin(request),
    })
    const own = active ? webUrl(member.confirmationSuccessPage) : undefined
    if (own !== undefined) return redirect(303, own)
    const brand = await findBrandFor(member, parts)
    return active
      ? page(200, texts, confirmedPage(texts, member, brand), brand)
      : page(410, texts, notConfirmable(texts, member), brand)
  },
}

async function find(token: string, { db, tokens }: PublicParts): Promise<Member | undefined> {
  const membership = readMemberToken(tokens, 'membership', token)
  const member = membership && (await findListMember(db, membership))
  return member?.deleted ? undefined : member
}

function confirmedPage(texts: Texts, member: Member, brand: Brand | undefined): Page {
  const { title, text } = texts.confirmed
  const ours = { title, text: text(member.email, member.listTitle, member.companyName) }
  return chooseWording(brand, 'Confirmed', texts, member, ours)
}

function notConfirmable({ notConfirmable: { title, text } }: Texts, { email, listTitle, companyName }: Member): Page {
  return { title, text: text(email, listTitle, companyName) }
}
