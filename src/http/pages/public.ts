/** The public pages: what the links in mails lead to (design §6). Every address holds a signed token; none holds a URL. */
import type { Subscriptions } from '../../domain/subscribers/subscriptions.ts'
import type { Tokens } from '../../domain/tokens.ts'
import type { Hits } from '../../feedback/hits.ts'
import type { Answer, Request } from '../../protocols/exchange.ts'
import type { Database } from '../../store/database.ts'
import type { Route } from '../route.ts'
import { page } from './answers.ts'
import { confirm } from './confirm.ts'
import { click, open } from './opens-and-clicks.ts'
import { textsFor } from './texts.ts'
import { unsubscribe } from './unsubscribe.ts'
import { webVersion } from './web-version.ts'

/**
 * The HTML of a campaign as its recipient got it, or undefined when there is none.
 * @param number in the campaign's audience
 */
export type RenderWebVersion = (
  clientId: number,
  campaignId: number,
  number: number,
  publicUrl: string,
) => Promise<string | undefined>

export interface PublicParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly hits: Hits
  readonly subscriptions: Subscriptions
  readonly renderWebVersion: RenderWebVersion
}

/** One kind of public link: everything below its prefix is its own. */
export interface PublicLink {
  readonly prefix: string
  /** Answers GET and HEAD. @param rest of the path after the prefix */
  get(request: Request, rest: string, parts: PublicParts): Promise<Answer>
  /** Acts; absent where there is nothing to do. */
  post?(request: Request, rest: string, parts: PublicParts): Promise<Answer>
}

const links: readonly PublicLink[] = [open, click, unsubscribe, webVersion, confirm]

export function publicRoutes(parts: PublicParts): Route[] {
  return links.map(link => request => {
    if (!request.path.startsWith(link.prefix)) return undefined
    return answer(link, request, parts)
  })
}

async function answer(link: PublicLink, request: Request, parts: PublicParts): Promise<Answer> {
  const rest = request.path.slice(link.prefix.length)
  if (request.method === 'GET' || request.method === 'HEAD') return link.get(request, rest, parts)
  const texts = textsFor(request.headers['accept-language'])
  if (request.method === 'POST' && link.post)
    return request.tooLarge ? page(413, texts, texts.tooLarge) : link.post(request, rest, parts)
  const refused = page(405, texts, texts.wrongVerb)
  return { ...refused, headers: { ...refused.headers, Allow: link.post ? 'GET, HEAD, POST' : 'GET, HEAD' } }
}
