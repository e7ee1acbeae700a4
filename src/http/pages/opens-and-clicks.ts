/** The open pixel and the links of a campaign's mails. */
import type { Hits, Visit } from '../../feedback/hits.ts'
import type { Answer, Request } from '../../protocols/exchange.ts'
import { guarded, page, redirect, webUrl } from './answers.ts'
import type { PublicLink } from './link.ts'
import { textsFor } from './texts.ts'

/** `/o/<token>.gif`. Whatever the token, the answer is the pixel: nothing is learnt from it and no mail shows a broken image. */
export const open: PublicLink = {
  prefix: '/o/',
  async get(request, rest, { tokens, hits }) {
    const recipient = rest.endsWith('.gif') ? tokens.verify('recipient', rest.slice(0, -4)) : undefined
    if (recipient && request.method === 'GET') await hits.open(visit(request, recipient))
    return pixel
  },
}

/** `/c/<link>/<token>`. Leads to the stored link and nowhere else; HEAD is told where, but is no click. */
export const click: PublicLink = {
  prefix: '/c/',
  async get(request, rest, { tokens, hits }) {
    const [, link, token] = /^([1-9][0-9]{0,8})\/([^/]+)$/.exec(rest) ?? []
    const recipient = token === undefined ? undefined : tokens.verify('recipient', token)
    const url = recipient && (await target(hits, request, recipient, Number(link)))
    const to = url === undefined ? undefined : webUrl(url)
    if (to !== undefined) return redirect(302, to)
    const texts = textsFor(request.headers['accept-language'])
    return page(404, texts, texts.invalidLink)
  },
}

function target(hits: Hits, request: Request, recipient: readonly [number, number], link: number) {
  return request.method === 'GET'
    ? hits.click(visit(request, recipient), link)
    : hits.target(recipient[0], recipient[1], link)
}

function visit({ remote, headers }: Request, [campaignId, number]: readonly [number, number]): Visit {
  return { campaignId, number, remote, agent: headers['user-agent'] ?? '' }
}

/** A transparent GIF of one pixel. */
const pixel: Answer = {
  status: 200,
  headers: { ...guarded, 'Content-Type': 'image/gif' },
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
}
