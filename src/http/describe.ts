/** The documents the service says about itself: WSDL, discovery, help pages, OpenAPI and its page. */
import { apiPage, apiScript, apiStyle } from '../describe/api-page.ts'
import { disco } from '../describe/disco.ts'
import { helpStyle, listPage, operationPage } from '../describe/help.ts'
import { openapi } from '../describe/openapi.ts'
import { pageHeaders } from '../describe/page.ts'
import { type Place, wsdl } from '../describe/wsdl.ts'
import { version } from '../lib/version.ts'
import { asmxPath } from '../protocols/asmx-path.ts'
import type { Answer, Request } from '../protocols/exchange.ts'
import type { Route } from './route.ts'

/** Answers GET and HEAD; what these documents say of our address is the request's `publicUrl`. */
export function describeRoutes({ namespace }: { readonly namespace: string }): Route[] {
  const cachedWsdl = lastOf(address => wsdl({ namespace, address }))
  const cachedOpenapi = lastOf(publicUrl => JSON.stringify(openapi({ publicUrl, version })))
  const cachedPage = lastOf(publicUrl => apiPage({ publicUrl }))

  const endpoint = (request: Request): Answer => {
    const place: Place = { namespace, address: `${request.publicUrl}${asmxPath}` }
    const asked = askedOf(request.query)
    switch (asked.document) {
      case 'wsdl':
        return xml(cachedWsdl(place.address))
      case 'disco':
        return xml(disco(place))
      case 'schema by id':
        return unknownId('Schema not found.')
      case 'wsdl by id':
        return unknownId('XML Web service description was not found.')
      case 'help': {
        const body = asked.operation === undefined ? listPage(place) : operationPage(asked.operation, place)
        return { status: 200, headers: pageHeaders(helpStyle, { formTarget: request.publicUrl }), body }
      }
    }
  }

  return [
    on(
      path => path === '/',
      () => ({ status: 302, headers: { Location: '/api/' }, body: '' }),
    ),
    on(path => path.toLowerCase() === asmxPath, endpoint),
    on(
      path => path === '/api/openapi.json',
      request => ({
        status: 200,
        headers: { ...fresh, 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
        body: cachedOpenapi(request.publicUrl),
      }),
    ),
    on(
      path => path === '/api' || path === '/api/',
      request => ({
        status: 200,
        headers: pageHeaders(apiStyle, { script: true }),
        body: cachedPage(request.publicUrl),
      }),
    ),
    on(
      path => path === apiScript.path,
      () => ({
        status: 200,
        headers: {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Content-Type-Options': 'nosniff',
        },
        body: apiScript.text,
      }),
    ),
  ]
}

function on(matches: (path: string) => boolean, answer: (request: Request) => Answer): Route {
  return request => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !matches(request.path)) return undefined
    return Promise.resolve(answer(request))
  }
}

type Asked =
  | { readonly document: 'wsdl' | 'disco' | 'schema by id' | 'wsdl by id' }
  | { readonly document: 'help'; readonly operation: string | undefined }

/**
 * What a query asks the endpoint for (reference/asmx.md §1.1): names in any case; items without `=` are one value,
 * joined by commas, so `?wsdl&foo` is neither.
 */
function askedOf(query: string): Asked {
  const items = query.split('&')
  const parameters = new URLSearchParams(items.filter(item => item.includes('=')).join('&'))
  const named = (wanted: string) =>
    [...parameters].filter(([name]) => name.toLowerCase() === wanted).map(pair => pair[1])
  if (named('schema').length > 0) return { document: 'schema by id' }
  if (named('wsdl').length > 0) return { document: 'wsdl by id' }
  const valueless = decode(items.filter(item => !item.includes('=')).join(',')).toLowerCase()
  if (valueless === 'wsdl' || valueless === 'disco') return { document: valueless }
  return { document: 'help', operation: named('op')[0] }
}

function decode(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? ''
}

const fresh = { 'Cache-Control': 'private, max-age=0', 'X-Content-Type-Options': 'nosniff' }

function xml(body: string): Answer {
  return { status: 200, headers: { ...fresh, 'Content-Type': 'text/xml; charset=utf-8' }, body }
}

function unknownId(text: string): Answer {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' }
  return { status: 500, headers, body: `${text}\r\n` }
}

/** Keeps the latest document: nearly all callers use one address, and a made-up Host cannot fill the memory. */
function lastOf(make: (address: string) => string): (address: string) => string {
  let last: { readonly address: string; readonly document: string } | undefined
  return address => {
    if (last?.address !== address) last = { address, document: make(address) }
    return last.document
  }
}
