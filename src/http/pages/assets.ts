/**
 * Previews of templates and the assets of templates and campaigns: other people's content. It is served without cookies,
 * in a sandbox, as media types of a closed list only (reference/market.md, attack class 7).
 * See docs/decisions/content.md#previews-and-assets-are-public-by-unguessable-address.
 */

import { createHash } from 'node:crypto'
import { withAssets } from '../../domain/content/assets.ts'
import { isKnownMediaType } from '../../domain/content/media.ts'
import { pictureOfStarters } from '../../domain/templates/starter-letters.ts'
import { publicPaths } from '../../domain/tokens/tokens.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { isPublicId } from '../../lib/ids.ts'
import { findAssetOfCampaign, findAssetOfTemplate } from '../../store/campaigns/assets.ts'
import { readTemplatePreview } from '../../store/campaigns/templates.ts'
import type { Database } from '../../store/connection/database.ts'
import { plain } from './answers.ts'
import { notFoundPage } from './not-found.ts'

export function assetRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    request => {
      const rest = after(request.path, '/preview/template/')
      return rest === undefined ? undefined : readOnly(request, () => preview(db, request, rest))
    },
    request => {
      const rest = after(request.path, '/files/')
      return rest === undefined ? undefined : readOnly(request, () => file(db, request, rest))
    },
  ]
}

const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const

async function preview(db: Database, request: Request, publicId: string): Promise<Answer> {
  const template = isPublicId(publicId) ? await readTemplatePreview(db, publicId) : undefined
  if (!template) return notFound(request)
  const base = request.publicUrl + publicPaths.asset('template', publicId.toLowerCase(), '')
  return answerUnlessKnown(request, Buffer.from(withAssets(template.html, base)), {
    ...safety,
    'Content-Type': 'text/html; charset=utf-8',
    // images that could not be kept are where the page's author put them
    'Content-Security-Policy': `sandbox; default-src 'none'; img-src http: https: data:; font-src http: https: data:; style-src 'unsafe-inline' http: https:; base-uri 'none'; form-action 'none'`,
    'Cache-Control': 'no-cache',
  })
}

async function file(db: Database, request: Request, rest: string): Promise<Answer> {
  const picture = pictureOfStarters(/^starter\/([a-z]+)\.png$/.exec(rest)?.[1] ?? '')
  if (picture) return answerUnlessKnown(request, picture, asset('image/png', 'public, max-age=86400'))
  const [owner, publicId, ...parts] = rest.split('/')
  const path = decode(parts.join('/'))
  if (!isPublicId(publicId ?? null) || path === undefined) return notFound(request)
  const found =
    owner === 'template'
      ? await findAssetOfTemplate(db, publicId!, path)
      : owner === 'campaign'
        ? await findAssetOfCampaign(db, publicId!, path)
        : undefined
  if (!found) return notFound(request)
  // a template's files change with it; within the hour is soon enough
  const cached = owner === 'campaign' ? 'public, max-age=86400' : 'public, max-age=3600'
  return answerUnlessKnown(request, found.bytes, asset(found.mediaType, cached))
}

/** The headers of a file that is served to anyone: as a download unless it is of the list of media types. */
export function asset(mediaType: string, cached: string): Readonly<Record<string, string>> {
  const isKnown = isKnownMediaType(mediaType)
  return {
    ...safety,
    'Content-Type': isKnown ? mediaType : 'application/octet-stream',
    ...(isKnown ? {} : { 'Content-Disposition': 'attachment' }),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    // mail programs and the sandboxed preview, which has no origin, show them
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cached,
  }
}

/** The answer with its tag, or 304 for who has it already (RFC 9110 §13.1.2). */
export function answerUnlessKnown(request: Request, body: Buffer, headers: Readonly<Record<string, string>>): Answer {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return isKnown(request, tag)
    ? { status: 304, headers: { ...headers, ETag: tag }, body: '' }
    : { status: 200, headers: { ...headers, ETag: tag }, body }
}

/** Whether the caller has what is served under this tag (RFC 9110 §13.1.2). @param tag in quotes */
export function isKnown({ headers }: Request, tag: string): boolean {
  const known = headers['if-none-match'] ?? ''
  return known.trim() === '*' || known.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === tag)
}

export async function readOnly({ method }: Request, answer: () => Promise<Answer>): Promise<Answer> {
  if (method === 'GET' || method === 'HEAD') return answer()
  const refused = plain(405, 'Only GET and HEAD work here.')
  return { ...refused, headers: { ...refused.headers, Allow: 'GET, HEAD' } }
}

export function notFound(request: Request): Answer {
  return notFoundPage(request) ?? plain(404, 'There is nothing here.')
}

function after(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/** undefined for what is not percent-encoded UTF-8, or holds a NUL, which no path in the database does. */
function decode(text: string): string | undefined {
  try {
    const path = decodeURIComponent(text)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}
