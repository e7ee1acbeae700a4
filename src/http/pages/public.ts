/** The public pages: what the links in mails lead to (design §6). Every address holds a signed token; none holds a URL. */

import { type Brand, brandFinder, type FindBrand } from '../../domain/clients/brand.ts'
import { textsFor } from '../../domain/texts/texts.ts'
import { coalesce } from '../../lib/coalesce.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { retrySeconds, Unavailable } from '../../lib/unavailable.ts'
import { newAddress, oldAddress } from './address.ts'
import { page } from './answers.ts'
import { archive } from './archive.ts'
import { confirm } from './confirm.ts'
import { decline } from './decline.ts'
import { forward, letter } from './forward.ts'
import { leave } from './leave.ts'
import type { GivenParts, PublicLink, PublicParts } from './link.ts'
import { monthReport } from './month-report.ts'
import { anonymousOpen, click, datedOpen, open } from './opens-and-clicks.ts'
import { preferences } from './preferences.ts'
import { recipientFinder } from './reader.ts'
import { reportLinks } from './report/shared.ts'
import { report } from './report.ts'
import { reportConfirm, reportStop } from './report-mail.ts'
import { form } from './sign-up/form.ts'
import { join, stop } from './sign-up/join.ts'
import { unsubscribe } from './unsubscribe.ts'
import { webVersion } from './web-version.ts'

/** In front of several processes a proxy passes their prefixes to those with the role feedback. */
export const publicLinks: readonly PublicLink[] = [
  open,
  datedOpen,
  anonymousOpen,
  click,
  unsubscribe,
  preferences,
  webVersion,
  forward,
  letter,
  decline,
  confirm,
  newAddress,
  oldAddress,
  leave,
  report,
  monthReport,
  reportConfirm,
  reportStop,
  archive,
  form,
  join,
  stop,
]

export function publicRoutes(given: GivenParts): Route[] {
  const { db, tokens, contentUrl } = given
  const parts = {
    ...given,
    findRecipient: recipientFinder(db, tokens),
    reportLinks: reportLinks(db, tokens, given.limitReports),
    findBrand: sharedBrands(brandFinder(db, contentUrl)),
  }
  return publicLinks.map(
    (link): Route =>
      request => {
        if (!request.path.startsWith(link.prefix)) return undefined
        if (request.unread === 'busy') return Promise.resolve(busy(request))
        return answer(link, request, parts).catch(error => unavailable(error, request))
      },
  )
}

/** Pages of one client that are asked for together look its branding up once. */
function sharedBrands(find: FindBrand): FindBrand {
  return coalesce<number, Brand | undefined>(async clientIds => {
    const brands = new Map(await Promise.all([...new Set(clientIds)].map(async id => [id, await find(id)] as const)))
    return clientIds.map(clientId => brands.get(clientId))
  })
}

function unavailable(error: unknown, request: Request): Answer {
  if (error instanceof Unavailable) return busy(request)
  throw error
}

/** Nothing was done, and the answer says when to ask again; programs that post one-clicks do (RFC 9110 §10.2.3). */
function busy(request: Request): Answer {
  const texts = textsFor(request.headers['accept-language'])
  const answered = page(503, texts, texts.overloaded)
  return { ...answered, headers: { ...answered.headers, 'Retry-After': `${retrySeconds}` } }
}

async function answer(link: PublicLink, request: Request, parts: PublicParts): Promise<Answer> {
  const rest = request.path.slice(link.prefix.length)
  // of a version of the key this process does not know yet
  const token = /[\w-]{36,}(?=(?:\.gif)?$)/.exec(rest)?.[0]
  if (token !== undefined) await parts.tokens.learn(token)
  if (request.method === 'GET' || request.method === 'HEAD') return link.get(request, rest, parts)
  const texts = textsFor(request.headers['accept-language'])
  if (request.method === 'POST' && link.post)
    return request.unread ? page(413, texts, texts.tooLarge) : link.post(request, rest, parts)
  const answered = request.method === 'OPTIONS' ? await link.options?.(request, rest, parts) : undefined
  if (answered) return answered
  const refused = page(405, texts, texts.wrongVerb)
  return { ...refused, headers: { ...refused.headers, Allow: link.post ? 'GET, HEAD, POST' : 'GET, HEAD' } }
}
