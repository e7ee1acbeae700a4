/**
 * Images of clients at `/files/client/<ClientID>/<SHA-256>.<extension>`, `?w=<width>` for a smaller copy, with `&x=2` in twice the
 * pixels. What is at an address never changes, so it may be kept for good. Only what was rebuilt as an image is served, as the type
 * it was rebuilt as, without cookies and in a sandbox (reference/market.md, attack class 7).
 */
import { copyWidths, densities, type FindImage } from '../../domain/images/copies.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { plain } from './answers.ts'
import { notFoundPage } from './not-found.ts'

const prefix = '/files/client/'

export function imageRoute(find: FindImage): Route {
  return request => (request.path.startsWith(prefix) ? serve(request, find) : undefined)
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  // mail programs and the sandboxed preview, which has no origin, show them
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const

const forGood = 'public, max-age=31536000, immutable'
/** Of the image in place of a copy that could not be made now. */
const forNow = 'public, max-age=60'

async function serve(request: Request, find: FindImage): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refused = plain(405, 'Only GET and HEAD work here.')
    return { ...refused, headers: { ...refused.headers, Allow: 'GET, HEAD' } }
  }
  const [clientPublicId = '', name = '', ...rest] = request.path.slice(prefix.length).split('/')
  const width = readWidth(request.query)
  const found = rest.length > 0 || width === 'none' ? undefined : await find({ clientPublicId, name, width })
  if (!found) return notFoundPage(request) ?? plain(404, 'There is nothing here.')
  const ETag = `"${found.tag}"`
  const whole = { ...headers, 'Content-Type': found.mediaType, 'Cache-Control': forGood, ETag }
  if (isKnown(request.headers['if-none-match'], ETag)) return { status: 304, headers: whole, body: '' }
  const loaded = await found.load()
  if (!loaded) return plain(404, 'There is nothing here.')
  if (loaded.isFinal) return { status: 200, headers: whole, body: loaded.bytes }
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': found.mediaType, 'Cache-Control': forNow },
    body: loaded.bytes,
  }
}

/** @returns pixels, undefined for no width, `none` for what is no width of the lists */
function readWidth(query: string): number | undefined | 'none' {
  if (query === '') return undefined
  const parameters = new URLSearchParams(query)
  const width = digits(parameters.get('w'))
  const density = digits(parameters.get('x') ?? '1')
  const isListed = copyWidths.includes(width) && densities.includes(density)
  const names = [...parameters.keys()]
  return isListed && names.every(name => name === 'w' || name === 'x') && names.length <= 2 ? width * density : 'none'
}

function digits(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN
}

/** RFC 9110 §13.1.2. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === tag)
}
