/** The documents the service says about itself: WSDL, discovery, help pages, OpenAPI and its page. */

import { xmlOperations } from '../contract/operations.ts'
import { type Addressed, escapeJson, fillAddress } from '../describe/addressed.ts'
import { apiPage, apiScript, apiStyle } from '../describe/api-page.ts'
import { clientFile, pathsFile } from '../describe/client-files.ts'
import { disco } from '../describe/disco.ts'
import { helpStyle, listPage, operationPage } from '../describe/help.ts'
import { openapi } from '../describe/openapi.ts'
import { pageHeaders } from '../describe/page.ts'
import { restOpenapi } from '../describe/rest-openapi.ts'
import { restHelpPage } from '../describe/rest-page.ts'
import { type Place, wsdl } from '../describe/wsdl.ts'
import { escapeHtml } from '../lib/html.ts'
import type { Answer, Request, Route } from '../lib/http.ts'
import { version } from '../lib/version.ts'
import { escapeAttribute } from '../lib/xml.ts'
import { asmxPath } from '../protocols/asmx-path.ts'
import { choices } from './choices.ts'
import { documentAnswers } from './documents.ts'

/** Answers GET and HEAD; what these documents say of our address is the request's `publicUrl`. */
export function describeRoutes({ namespace }: { readonly namespace: string }): Route[] {
  const answer = documentAnswers()
  const placeAt = (publicUrl: string): Place => ({ namespace, address: `${publicUrl}${asmxPath}` })
  const documents = {
    wsdl: fillAddress(publicUrl => wsdl(placeAt(publicUrl)), escapeAttribute),
    disco: fillAddress(publicUrl => disco(placeAt(publicUrl)), escapeAttribute),
    openapi: fillAddress(publicUrl => JSON.stringify(openapi({ publicUrl, version, choices })), escapeJson),
    api: fillAddress(publicUrl => apiPage({ publicUrl, choices }), escapeHtml),
    restOpenapi: fillAddress(publicUrl => JSON.stringify(restOpenapi({ publicUrl, version })), escapeJson),
    rest: fillAddress(publicUrl => restHelpPage({ publicUrl }), escapeHtml),
    list: fillAddress(publicUrl => listPage(placeAt(publicUrl)), escapeHtml),
  }
  const operationPages = new Map<string, Addressed>()

  /** Pages of existing operations are kept; the answer for an unknown one is cheap to build. */
  function helpOn(operation: string): Addressed {
    const build = (publicUrl: string) => operationPage(operation, placeAt(publicUrl))
    if (!xmlOperations.some(({ name }) => name === operation)) return build
    const found = operationPages.get(operation) ?? fillAddress(build, escapeHtml)
    operationPages.set(operation, found)
    return found
  }

  function text(request: Request, name: keyof typeof documents, headers: Answer['headers']): Promise<Answer> {
    const { publicUrl } = request
    return answer(request, { name: `${name} ${publicUrl}`, headers, make: () => documents[name](publicUrl) })
  }

  async function endpoint(request: Request): Promise<Answer> {
    const { publicUrl } = request
    const asked = askedOf(request.query)
    switch (asked.document) {
      case 'wsdl':
      case 'disco':
        return text(request, asked.document, { ...fresh, 'Content-Type': 'text/xml; charset=utf-8' })
      case 'schema by id':
        return unknownId('Schema not found.')
      case 'wsdl by id':
        return unknownId('XML Web service description was not found.')
      case 'help': {
        const headers = pageHeaders(helpStyle, { formTarget: publicUrl })
        if (asked.operation === undefined) return text(request, 'list', headers)
        return { status: 200, headers, body: helpOn(asked.operation)(publicUrl) } // short
      }
    }
  }

  return [
    on(
      path => path === '/',
      async () => ({ status: 302, headers: { Location: '/api/' }, body: '' }),
    ),
    on(path => path.toLowerCase() === asmxPath, endpoint),
    on(
      path => path === '/api/openapi.json',
      request => text(request, 'openapi', openapiHeaders),
    ),
    on(
      path => path === '/api/rest/openapi.json',
      request => text(request, 'restOpenapi', openapiHeaders),
    ),
    on(
      path => path === '/api/rest' || path === '/api/rest/',
      request => text(request, 'rest', pageHeaders(apiStyle, {})),
    ),
    on(
      path => path === '/api' || path === '/api/',
      request => text(request, 'api', pageHeaders(apiStyle, { script: true })),
    ),
    on(
      path => path === apiScript.path,
      request => answer(request, { name: apiScript.path, headers: scriptHeaders, make: () => apiScript.text }),
    ),
    ...[clientFile, pathsFile].map(file =>
      on(
        asked => asked === file.path,
        request => answer(request, { name: file.path, headers: sourceHeaders, make: () => file.text }),
      ),
    ),
  ]
}

const fresh = { 'Cache-Control': 'private, max-age=0', 'X-Content-Type-Options': 'nosniff' }

const openapiHeaders = {
  ...fresh,
  'Content-Type': 'application/json; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
}

/** Headers that let browsers show the source, and other programs save it, under its own type. */
const sourceHeaders = {
  ...fresh,
  'Content-Type': 'text/plain; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
}

const scriptHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
}

function on(matches: (path: string) => boolean, answer: (request: Request) => Promise<Answer>): Route {
  return request => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !matches(request.path)) return undefined
    return answer(request)
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

function unknownId(text: string): Answer {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' }
  return { status: 500, headers, body: `${text}\r\n` }
}
