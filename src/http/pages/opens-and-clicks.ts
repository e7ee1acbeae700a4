/** The open pixel and the links of a campaign's mails. */

import { textsFor } from '../../domain/texts/texts.ts'
import { readCampaignToken, readRecipientToken } from '../../domain/tokens/named.ts'
import type { Answer, Request } from '../../lib/http.ts'
import type { NamedRecipient } from '../../store/keys.ts'
import type { Visit } from '../../tracking/hits.ts'
import { guarded, page, redirect, webUrl } from './answers.ts'
import type { PublicLink } from './link.ts'

/** `/o/<token>.gif`. Whatever the token, the answer is the pixel: nothing is learnt from it and no mail shows a broken image. */
export const open: PublicLink = {
  prefix: '/o/',
  async get(request, rest, { tokens, hits }) {
    const recipient = rest.endsWith('.gif') ? readRecipientToken(tokens, rest.slice(0, -4)) : undefined
    if (recipient) await hits.open(visit(request, recipient))
    return pixel
  },
}

/** `/h/<token>.gif`: the pixel of hygiene mode, of which only the date of a person's last open is kept. */
export const datedOpen: PublicLink = {
  prefix: '/h/',
  async get(request, rest, { tokens, hits }) {
    const recipient = rest.endsWith('.gif') ? readRecipientToken(tokens, rest.slice(0, -4)) : undefined
    if (recipient) await hits.date(visit(request, recipient))
    return pixel
  },
}

/**
 * `/a/<token>.gif`: the pixel of a campaign, for recipients who are not to be known. Whatever the token, the answer is the pixel. HEAD and
 * prefetches count as no open.
 */
export const anonymousOpen: PublicLink = {
  prefix: '/a/',
  async get(request, rest, { tokens, countAnonymousOpen }) {
    const campaign = rest.endsWith('.gif') ? readCampaignToken(tokens, 'anonymous open', rest.slice(0, -4)) : undefined
    if (campaign && request.method === 'GET' && !isPrefetch(request)) await countAnonymousOpen(campaign)
    return pixel
  },
}

/**
 * `/c/<link>/<token>`. Leads to the stored link and nowhere else; HEAD gets the same location and counts as no click. With `v` behind
 * its number, the link has tags in its query: the recipient's own values are put in, none of them from the request.
 */
export const click: PublicLink = {
  prefix: '/c/',
  async get(request, rest, { tokens, hits, linkTarget, findRecipient, findBrand }) {
    const [, link, withValues, token] = /^([1-9][0-9]{0,8})(v?)\/([^/]+)$/.exec(rest) ?? []
    const recipient = token === undefined ? undefined : readRecipientToken(tokens, token)
    const url = recipient && (await hits.click(visit(request, recipient), Number(link)))
    const to = url && webUrl(withValues === 'v' ? await linkTarget(recipient, url) : url)
    if (to !== undefined) return redirect(302, to)
    const texts = textsFor(request.headers['accept-language'])
    const member = token === undefined ? undefined : await findRecipient(token)
    const brand = member && (await findBrand(member.clientId))
    // without the logo: its URL is relative, and this page is one level deeper
    return page(404, texts, texts.invalidLink, brand && { ...brand, logo: undefined })
  },
}

/** HEAD is no open and no click, but what a machine does before it opens and clicks. */
function visit(request: Request, recipient: NamedRecipient): Visit {
  const { remote, headers, method } = request
  return {
    ...recipient,
    remote,
    agent: headers['user-agent'] ?? '',
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    prefetch: isPrefetch(request),
  }
}

function isPrefetch({ headers }: Request): boolean {
  return prefetchHeaders.some(name => /prefetch|prerender|preview/i.test(headers[name] ?? ''))
}

/** Headers by which browsers announce a prefetch: Fetch Metadata's Sec-Purpose, and what came before it. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** A transparent GIF of one pixel. */
const pixel: Answer = {
  status: 200,
  headers: { ...guarded, 'Content-Type': 'image/gif' },
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
}
