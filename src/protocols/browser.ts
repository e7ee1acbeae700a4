/**
 * Accepts cookies only for calls from pages of this service, because browsers also send them with requests of other origins.
 * See docs/decisions/identity-and-keys.md#session-cookies-count-for-same-origin-json-calls-only.
 */
import { isPrivateHost } from '../lib/addresses.ts'
import { type CookieName, type Cookies, cookieLine, cookieValues, type WithheldCookies } from '../lib/cookies.ts'
import type { Head } from '../lib/http.ts'
import { remember } from '../lib/remember.ts'
import { mediaType } from './media.ts'

/** Cookies of a call, with the cookies that its response sets. */
export interface CookieJar extends Cookies {
  /** Values of Set-Cookie headers. */
  readonly lines: readonly string[]
}

export type BrowserCookies =
  | { readonly cookies: CookieJar; readonly withheld?: undefined }
  | { readonly cookies?: undefined; readonly withheld: WithheldCookies }

type Asked = Pick<Head, 'headers' | 'publicUrl'>

/**
 * Cookie names in the browser. With the prefix, browsers refuse a cookie that is not Secure or was set by another host (RFC 6265bis
 * §4.1.3.2).
 */
const plainNames = { session: 'lettershop', device: 'lettershop-device' } as const
const securePrefix = '__Host-'

/** The cookies of a call on the JSON wire, which must have the media type of JSON: no form can send it. */
export function cookiesOfCall(request: Asked): BrowserCookies {
  const type = request.headers['content-type']
  const isJson = type !== undefined && mediaType(type).trim() === 'application/json'
  return cookiesIf(isJson ? undefined : 'the Content-Type is not application/json.', request)
}

/** The cookies of an upload: forms cannot send a body of this type, and other origins only after a preflight. */
export function cookiesOfUpload(request: Asked): BrowserCookies {
  const type = request.headers['content-type']
  const isOctets = type !== undefined && mediaType(type).trim() === 'application/octet-stream'
  return cookiesIf(isOctets ? undefined : 'the Content-Type is not application/octet-stream.', request)
}

/** See `cookiesOfStream`. */
const streamHeader = 'x-lettershop-stream'

/** The cookies of a reader of the live stream: other origins can send its header only after a preflight. */
export function cookiesOfStream(request: Asked): BrowserCookies {
  const isAsked = request.headers[streamHeader] === '1'
  return cookiesIf(isAsked ? undefined : 'the header X-Lettershop-Stream: 1 is missing.', request)
}

/** @param flaw a known reason to ignore the cookies */
function cookiesIf(flaw: string | undefined, { headers, publicUrl }: Asked): BrowserCookies {
  // most calls do not come from browsers
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined && headers.cookie === undefined) {
    return noBrowser
  }
  const site = siteOf(publicUrl)
  const sessions = cookieValues(headers.cookie, site.names.session)
  const reason = flaw ?? flawOf(headers, site, sessions.length)
  if (reason !== undefined) return { withheld: { reason, hasSession: sessions.length > 0 } }
  return { cookies: new Jar(site, headers.cookie, sessions[0]) }
}

const elsewhere =
  'no page of this service made the call (Sec-Fetch-Site: same-origin or, where browsers send no such header, Origin).'
const noBrowser: BrowserCookies = { withheld: { reason: elsewhere, hasSession: false } }

/** The facts about our own address that cookies depend on. */
interface Site {
  /** Undefined if Host is not an address, such as 999.0.0.1. */
  readonly origin: string | undefined
  readonly isSecure: boolean
  /** True if it is reached over https, or within a private network. */
  readonly isSafe: boolean
  readonly names: Readonly<Record<CookieName, string>>
}

const siteOf = remember(1000, (publicUrl: string): Site => {
  const own = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  const isSecure = own?.protocol === 'https:'
  const prefix = isSecure ? securePrefix : ''
  return {
    origin: own?.origin,
    isSecure,
    isSafe: isSecure || (own !== undefined && isPrivateHost(own.hostname)),
    names: { session: prefix + plainNames.session, device: prefix + plainNames.device },
  }
})

function flawOf(headers: Head['headers'], site: Site, sessions: number): string | undefined {
  if (!isSameOrigin(headers, site)) return elsewhere
  if (!site.isSafe) return 'on a public address sessions need https, and LETTERSHOP_PUBLIC_URL set to the https URL.'
  return sessions > 1 ? 'the browser sent two of them; delete the cookies of this site and sign in again.' : undefined
}

/** Browsers send Sec-Fetch-Site to https and to loopback (Fetch Metadata §2.2); for other addresses Origin gives the origin of a POST. */
function isSameOrigin(headers: Head['headers'], { origin }: Site): boolean {
  if (origin === undefined) return false
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

class Jar implements CookieJar {
  readonly #site: Site
  readonly #header: string | undefined
  readonly #session: string | undefined
  readonly #lines = new Map<CookieName, string>()

  constructor(site: Site, header: string | undefined, session: string | undefined) {
    this.#site = site
    this.#header = header
    this.#session = session
  }

  get(name: CookieName) {
    return (name === 'session' ? this.#session : cookieValues(this.#header, this.#site.names[name])[0]) || undefined
  }

  set(name: CookieName, value: string, seconds: number) {
    this.#lines.set(name, cookieLine(this.#site.names[name], value, seconds, this.#site.isSecure))
  }

  clear(name: CookieName) {
    this.set(name, '', 0)
  }

  get lines() {
    return [...this.#lines.values()]
  }
}
