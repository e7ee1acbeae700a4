/**
 * Images of clients at `/files/client/<ClientID>/<SHA-256>.<extension>`, `?w=<width>` for a smaller copy, with `&x=2` in twice the
 * pixels. What is at an address never changes, so it may be kept for good. Only what was rebuilt as an image is served, as the type
 * it was rebuilt as, without cookies and in a sandbox (reference/market.md, attack class 7).
 */
import { type FindImage, isCopySize } from '../../domain/images/copies.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { asset, isKnown, notFound, readOnly } from './assets.ts'

const prefix = '/files/client/'

export function imageRoute(find: FindImage): Route {
  return request => (request.path.startsWith(prefix) ? readOnly(request, () => serve(request, find)) : undefined)
}

const forGood = 'public, max-age=31536000, immutable'
/** Headers of the image in place of a copy that could not be made now. */
const forNow = 'public, max-age=60'

async function serve(request: Request, find: FindImage): Promise<Answer> {
  const [clientPublicId = '', name = '', ...rest] = request.path.slice(prefix.length).split('/')
  const width = readWidth(request.query)
  const found = rest.length > 0 || width === 'none' ? undefined : await find({ clientPublicId, name, width })
  if (!found) return notFound(request)
  const ETag = `"${found.tag}"`
  const whole = { ...asset(found.mediaType, forGood), ETag }
  if (isKnown(request, ETag)) return { status: 304, headers: whole, body: '' }
  const loaded = await found.load()
  if (!loaded) return notFound(request)
  return { status: 200, headers: loaded.isFinal ? whole : asset(found.mediaType, forNow), body: loaded.bytes }
}

/** @returns pixels, undefined for no width, `none` for a size in which no copies are made */
function readWidth(query: string): number | undefined | 'none' {
  if (query === '') return undefined
  const parameters = new URLSearchParams(query)
  const width = digits(parameters.get('w'))
  const density = digits(parameters.get('x') ?? '1')
  const names = [...parameters.keys()]
  const isRead = names.every(name => name === 'w' || name === 'x') && new Set(names).size === names.length
  return isRead && isCopySize(width, density) ? width * density : 'none'
}

function digits(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN
}
