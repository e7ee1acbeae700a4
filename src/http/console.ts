/**
 * The web console at `/`: one page with a nonce of its own for each answer, and files whose names hold a hash of their content.
 * See docs/decisions/console.md#the-consoles-page-has-a-strict-policy.
 */
import { randomBytes } from 'node:crypto'
import { contentOrigin } from '../domain/content/content-origin.ts'
import { chooseEncoding } from '../lib/accepted-encoding.ts'
import type { Answer, Request, Route } from '../lib/http.ts'
import { isLoopbackHost } from '../lib/network-address.ts'
import { type BuiltFile, type ConsoleBuild, plainBytes } from './console-build.ts'
import { encodings } from './documents.ts'

export interface ConsoleParts {
  /** Undefined where it was not built: then the root says what to do. */
  readonly build: ConsoleBuild | undefined
  /** LETTERSHOP_CONTENT_URL: previews are framed from there and from nowhere else. */
  readonly contentUrl: string | null
}

/** Answers GET and HEAD for the page, at each address of a screen, and for the files it loads. */
export function consoleRoute({ build, contentUrl }: ConsoleParts): Route {
  return request => {
    const { method, path } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const [, first = ''] = path.split('/', 2)
    if (!build) return path === '/' ? Promise.resolve(notBuilt) : undefined
    if (first === 'console') return file(request, build.files.get(path))
    if (path !== '/' && !build.screens.has(first)) return undefined
    return Promise.resolve(page(build, request.publicUrl, contentOrigin(contentUrl, request.publicUrl)))
  }
}

function page(build: ConsoleBuild, publicUrl: string, contentFrom: string): Answer {
  const nonce = randomBytes(18).toString('base64url')
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(nonce, contentFrom),
      ...(isTrustworthy(new URL(publicUrl)) && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...guarded,
    },
    body: build.page.join(nonce),
  }
}

/** Origins on which browsers apply the opener policy; on others they log a warning (W3C Secure Contexts §3.1). */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname)
}

const guarded = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
} as const

/** Scripts are those of the page and what they load; markup as text is refused by the one Trusted Types policy, `default`. */
function policy(nonce: string, contentFrom: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${contentFrom}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${contentFrom}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

async function file({ headers }: Request, found: BuiltFile | undefined): Promise<Answer> {
  if (!found) return notFound
  const encoding = chooseEncoding(headers['accept-encoding'], encodings)
  const packed = encoding && 'br' in found.bytes ? found.bytes[encoding] : undefined
  return {
    status: 200,
    headers: {
      'Content-Type': found.mediaType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(packed && { 'Content-Encoding': encoding! }),
    },
    body: packed ?? (await plainBytes(found)),
  }
}

const sentence = (status: number, text: string): Answer => ({
  status,
  headers: { ...guarded, 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})
const notFound = sentence(404, 'The console has no such file; reload the page.')
const notBuilt = sentence(
  503,
  'The console is not built. Where Lettershop is installed run "npm ci" and "npm run build", then start it again. The API page is at /api/.',
)
