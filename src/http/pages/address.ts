/**
 * `/address/<token>`: a new address is confirmed by who reads it; `/address-undo/<token>`: the change is undone by who reads the old one. GET
 * asks, POST acts, once.
 * See docs/decisions/preferences.md#a-new-address-is-confirmed-there-and-undone-at-the-old-one.
 */
import { confirmAddress, confirmable, readAddressRequest, undoAddress, undoable } from '../../domain/subscribers/own-address.ts'
import { type Texts, textsFor } from '../../domain/texts/texts.ts'
import type { TokenPurpose } from '../../domain/tokens/tokens.ts'
import type { Answer, Request } from '../../lib/http.ts'
import type { AddressRequest } from '../../store/subscribers/address-requests.ts'
import { page } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { findBrandFor, origin } from './reader.ts'

export const newAddress: PublicLink = {
  prefix: '/address/',

  async get(request, rest, parts) {
    const found = await find('new address', rest, request, parts)
    if (!found.asked) return page(404, found.texts, found.texts.invalidLink)
    const can = confirmable(found.asked, new Date())
    const said = found.texts.reader.newAddress
    if (can === 'changed') return say(200, found, said.done, found.asked.newEmail, parts)
    if (can !== 'open') return say(410, found, said.over, found.asked.newEmail, parts)
    return ask(found, said, found.asked.newEmail, parts)
  },

  async post(request, rest, parts) {
    const found = await find('new address', rest, request, parts)
    if (!found.asked || pageForm(request)?.from !== 'page') return page(404, found.texts, found.texts.invalidLink)
    const { asked } = found
    const evidence = { by: 'page', ...origin(request) }
    const outcome = await confirmAddress(parts.db, asked, parts.mailLinks.base(), evidence, new Date())
    const said = found.texts.reader.newAddress
    if (outcome === 'changed') return say(200, found, said.done, asked.newEmail, parts)
    return outcome === 'conflict'
      ? say(409, found, said.conflict, asked.newEmail, parts)
      : say(410, found, said.over, asked.newEmail, parts)
  },
}

export const oldAddress: PublicLink = {
  prefix: '/address-undo/',

  async get(request, rest, parts) {
    const found = await find('old address', rest, request, parts)
    if (!found.asked) return page(404, found.texts, found.texts.invalidLink)
    const can = undoable(found.asked, new Date())
    const said = found.texts.reader.oldAddress
    if (can === 'undone') return say(200, found, said.done, found.asked.email, parts)
    if (can !== 'open') return say(410, found, said.over, found.asked.email, parts)
    return ask(found, said, found.asked.email, parts)
  },

  async post(request, rest, parts) {
    const found = await find('old address', rest, request, parts)
    if (!found.asked || pageForm(request)?.from !== 'page') return page(404, found.texts, found.texts.invalidLink)
    const evidence = { by: 'page', ...origin(request) }
    const outcome = await undoAddress(parts.db, found.asked, evidence, new Date())
    const said = found.texts.reader.oldAddress
    return outcome === 'undone'
      ? say(200, found, said.done, found.asked.email, parts)
      : say(410, found, said.over, found.asked.email, parts)
  },
}

interface Found {
  readonly texts: Texts
  /** undefined for an invalid link, and for one whose client is gone. */
  readonly asked: AddressRequest | undefined
}

async function find(purpose: TokenPurpose, token: string, request: Request, { db, tokens }: PublicParts): Promise<Found> {
  const named = tokens.verify(purpose, token)
  const asked = named && (await readAddressRequest(db, { clientId: named[0], requestId: named[1] }))
  return { texts: textsFor(request.headers['accept-language'], asked?.language), asked }
}

type Said = Texts['reader']['oldAddress']['done']

async function say(
  status: number,
  { texts, asked }: Found,
  { title, text }: Said,
  email: string,
  parts: PublicParts,
): Promise<Answer> {
  return page(status, texts, { title, text: text(email, asked?.companyName ?? '') }, await findBrandFor(asked, parts))
}

async function ask(
  { texts, asked }: Found,
  { title, question, button }: Texts['reader']['oldAddress'],
  email: string,
  parts: PublicParts,
): Promise<Answer> {
  const shown = { title, text: question(email, asked?.companyName ?? ''), button: { label: button } }
  return page(200, texts, shown, await findBrandFor(asked, parts))
}
