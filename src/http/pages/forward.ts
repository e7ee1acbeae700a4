/**
 * `/f/<token>`: sends a letter on to friends. GET shows the form, POST sends; `/l/<token>` is the letter they read.
 * See docs/decisions/content.md#forwarding-to-a-friend-sends-a-neutral-message.
 */
import {
  forwardLetter,
  longestMessage,
  longestName,
  mostFriends,
  readForwarding,
} from '../../domain/campaigns/mails/forwarding.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { readCampaignToken } from '../../domain/tokens/named.ts'
import { type Html, html } from '../../lib/html.ts'
import { page, submit } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink } from './link.ts'
import { findBrandFor, textsOf } from './reader.ts'
import { letterPage } from './web-version.ts'

export const forward: PublicLink = {
  prefix: '/f/',

  async get(request, rest, parts) {
    const member = await parts.findRecipient(rest)
    const texts = textsOf(request, member)
    const brand = await findBrandFor(member, parts)
    if (!member || member.deleted) return page(404, texts, texts.invalidLink, brand)
    return page(200, texts, form(texts, member.companyName, empty), brand)
  },

  async post(request, rest, parts) {
    const member = await parts.findRecipient(rest)
    const texts = textsOf(request, member)
    const brand = await findBrandFor(member, parts)
    if (!member || member.deleted) return page(404, texts, texts.invalidLink, brand)
    const sent = pageForm(request)
    if (sent?.from !== 'forward') return page(200, texts, form(texts, member.companyName, empty), brand)
    const field = (name: string) => sent.fields.get(name) ?? ''
    const given = { friends: field('friends'), name: field('name'), message: field('message') }
    const forwarding = readForwarding(given)
    const said = texts.forward
    if ('fault' in forwarding)
      return page(400, texts, { ...form(texts, member.companyName, given), done: said.faults[forwarding.fault] }, brand)
    const order = { publicUrl: parts.mailLinks.base(), language: texts.language }
    if (!(await forwardLetter(parts.db, member, forwarding, order)))
      return page(429, texts, { title: said.title, text: said.enough }, brand)
    return page(200, texts, { title: said.sent.title, text: said.sent.text(member.companyName) }, brand)
  },
}

/** The letter without a recipient. */
export const letter: PublicLink = {
  prefix: '/l/',
  async get(request, rest, { tokens, renderForFriend }) {
    const campaign = readCampaignToken(tokens, 'letter', rest)
    const written = campaign && (await renderForFriend(campaign))
    return letterPage(request, written)
  },
}

const empty = { friends: '', name: '', message: '' }

function form(texts: Texts, company: string, { friends, name, message }: typeof empty) {
  const said = texts.forward
  const fields: Html = html`
<p><label for="friends">${said.friends}</label>
<input id="friends" name="friends" type="email" multiple required maxlength="${String(mostFriends * 260)}" autocomplete="off" aria-describedby="friends-hint" value="${friends}"></p>
<p class="hint" id="friends-hint">${said.friendsHint(mostFriends)}</p>
<p><label for="name">${said.name}</label>
<input id="name" name="name" type="text" required maxlength="${String(longestName)}" autocomplete="name" value="${name}"></p>
<p><label for="message">${said.message}</label>
<textarea id="message" name="message" rows="4" maxlength="${String(longestMessage)}" aria-describedby="message-hint">${message}</textarea></p>
<p class="hint" id="message-hint">${said.messageHint}</p>
<p class="buttons">${submit(said.button, 'forward')}</p>
`
  return { title: said.title, text: said.intro(company), form: fields }
}
