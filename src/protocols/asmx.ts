/**
 * Chooses the protocol for `/api/api.asmx` (reference/asmx.md §1.1). Requests for documents are handled elsewhere.
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

/** @returns the protocol for a request, or undefined for other paths and for GET of the path itself */
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

/** Limits of request bodies: forms contain no records. */
export function asmxBodyLimits(options: WireOptions): BodyLimitOf {
  const ofEnvelope = soapBodyLimits(options)
  return head => {
    const info = pathInfo(head.path)
    if (info === undefined) return undefined
    return info === '' ? ofEnvelope(head) : { most: callBytes }
  }
}

/** A plain 405, where ASP.NET sent its error page without Allow. */
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
