/**
 * Which protocol answers at `/api/api.asmx` (reference/asmx.md §1.1). What only reads documents is left to others.
 * See docs/decisions/wires.md#malformed-requests-get-the-aspnet-answers-without-its-bugs.
 */

import { escapeHtml } from '../lib/html.ts'
import type { Request } from '../lib/http.ts'
import { pathInfo } from './asmx-path.ts'
import { type BodyLimitOf, callBytes } from './body-limits.ts'
import type { Protocol } from './exchange.ts'
import { httpRpc } from './http-rpc.ts'
import type { WireOptions } from './options.ts'
import { soap, soapBodyLimits } from './soap.ts'

/** @returns the protocol that answers a request, or undefined for other addresses and for GET of the address itself */
export function asmx(options: WireOptions): (request: Request) => Protocol | undefined {
  const envelopes = soap(options)
  const get = httpRpc(options, 'get')
  const post = httpRpc(options, 'post')

  return ({ method, path }) => {
    const info = pathInfo(path)
    if (info === undefined) return undefined
    if (info === '') {
      if (method === 'POST') return envelopes
      return method === 'GET' ? undefined : wrongVerb
    }
    if (info === '/') return unrecognized
    if (method === 'GET') return get
    return method === 'POST' ? post : unrecognized
  }
}

/** How much of a body is read: forms hold no records. */
export function asmxBodyLimits(options: WireOptions): BodyLimitOf {
  const ofEnvelope = soapBodyLimits(options)
  return head => {
    const info = pathInfo(head.path)
    if (info === undefined) return undefined
    return info === '' ? ofEnvelope(head) : { most: callBytes }
  }
}

/** A clean 405 where ASP.NET wrote its error page without Allow. */
const wrongVerb: Protocol = async () => page(405, { Allow: 'GET, POST' }, 'Request format is unrecognized.')

const unrecognized: Protocol = async ({ path }) =>
  page(500, {}, `Request format is unrecognized for URL unexpectedly ending in '${pathInfo(path) ?? path}'.`)

function page(status: number, headers: Readonly<Record<string, string>>, sentence: string) {
  const text = escapeHtml(sentence)
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private', ...headers },
    body: `<!DOCTYPE html>\r\n<html lang="en"><head><title>${text}</title></head><body><h1>${text}</h1></body></html>\r\n`,
  }
}
