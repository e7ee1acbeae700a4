/**
 * Cookies count for calls that a page of this service makes, and for no others: another origin could have a browser send them along.
 * See docs/decisions/identity-and-keys.md#session-cookies-count-for-same-origin-json-calls-only.
 */
import { isPrivateHost } from '../lib/addresses.ts'
import { type CookieName, type Cookies, cookieLine, cookieValues, type WithheldCookies } from '../lib/cookies.ts'
import type { Head } from '../lib/http.ts'
import { mediaType } from './media.ts'

/** Cookies of a call, with what its answer sets. */
export interface CookieJar extends Cookies {
  /** Values of Set-Cookie headers. */
  readonly lines: readonly string[]
}

export type BrowserCookies =
  | { readonly cookies: CookieJar; readonly withheld?: undefined }
  | { readonly cookies?: undefined; readonly withheld: WithheldCookies }

type Asked = Pick<Head, 'headers' | 'publicUrl'>

/** Names in the browser. The prefix has it refuse a cookie that is not Secure, or that another host set (RFC 6265bis §4.1.3.2). */
const plainNames = { session: 'lettershop', device: 'lettershop-device' } as const
const securePrefix = '__Host-'

/** The cookies of a call on the JSON wire: its body must be said to be JSON, which no form can send. */
export function cookiesOfCall(request: Asked): BrowserCookies {
  const type = request.headers['content-type']
  const isJson = type !== undefined && mediaType(type).trim() === 'application/json'
  return cookiesIf(isJson ? undefined : 'the Content-Type is not application/json.', request)
}

/** Of the header below. */
const streamHeader = 'x-lettershop-stream'

/** The cookies of a reader of the live stream: its header is one that no other origin can send without asking first. */
export function cookiesOfStream(request: Asked): BrowserCookies {
  const isAsked = request.headers[streamHeader] === '1'
  return cookiesIf(isAsked ? undefined : 'the header X-Lettershop-Stream: 1 is missing.', request)
}

/** @param flaw why they do not count, known already */
function cookiesIf(flaw: string | undefined, request: Asked): BrowserCookies {
  const { headers } = request
  // most calls are no browser's
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined && headers.cookie === undefined)
    return noBrowser
  const isSecure = request.publicUrl.startsWith('https:')
  const prefix = isSecure ? securePrefix : ''
  const sessions = cookieValues(headers.cookie, prefix + plainNames.session).length
  const reason = flaw ?? flawOf(request, isSecure, sessions)
  if (reason !== undefined) return { withheld: { reason, hasSession: sessions > 0 } }
  return { cookies: cookieJar(headers.cookie, prefix, isSecure) }
}

const elsewhere =
  'no page of this service made the call (Sec-Fetch-Site: same-origin or, where browsers send no such header, Origin).'
const noBrowser: BrowserCookies = { withheld: { reason: elsewhere, hasSession: false } }

function flawOf({ headers, publicUrl }: Asked, isSecure: boolean, sessions: number): string | undefined {
  const own = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined // a Host may be 999.0.0.1
  if (!own || !isSameOrigin(headers, own)) return elsewhere
  if (!isSecure && !isPrivateHost(own.hostname)) {
    return 'on a public address sessions need https, and LETTERSHOP_PUBLIC_URL set to the https URL.'
  }
  return sessions > 1 ? 'the browser sent two of them; delete the cookies of this site and sign in again.' : undefined
}

/** Browsers send Sec-Fetch-Site to https and to loopback (Fetch Metadata §2.2); elsewhere Origin says where a POST comes from. */
function isSameOrigin(headers: Head['headers'], own: URL): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === own.origin : site === 'same-origin'
}

function cookieJar(header: string | undefined, prefix: string, isSecure: boolean): CookieJar {
  const lines = new Map<CookieName, string>()
  const write = (name: CookieName, value: string, seconds: number) =>
    void lines.set(name, cookieLine(prefix + plainNames[name], value, seconds, isSecure))
  return {
    get: name => cookieValues(header, prefix + plainNames[name])[0] || undefined,
    set: write,
    clear: name => write(name, '', 0),
    get lines() {
      return [...lines.values()]
    },
  }
}
