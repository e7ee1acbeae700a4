/** Cookies of requests and answers (RFC 6265). */

/** What is kept in the browser of the console: who is signed in, and which browser it is. */
export type CookieName = 'session' | 'device'

/** The cookies of a call and of its answer. */
export interface Cookies {
  /** @returns undefined where the browser sent none */
  get(name: CookieName): string | undefined
  /** @param seconds how long the browser keeps it */
  set(name: CookieName, value: string, seconds: number): void
  clear(name: CookieName): void
}

/** Why the cookies of a call do not count. */
export interface WithheldCookies {
  /** The end of a sentence for the caller: `… does not count: `. */
  readonly reason: string
  /** A session cookie came with the call. */
  readonly hasSession: boolean
}

/** Longest Cookie header that is read, in characters; the header of a request is bounded to more. */
const longestHeader = 8192

/** Every value that a Cookie header gives a name, in its order. Linear in the length. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  if (header === undefined || header.length > longestHeader) return []
  return header.split(';').flatMap(pair => {
    const equals = pair.indexOf('=')
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : []
  })
}

/**
 * The value of a Set-Cookie header for this host and all its paths, out of reach of scripts and of other sites.
 * @param value of characters that a cookie may hold (RFC 6265 §4.1.1)
 * @param seconds how long it is kept; 0 deletes it
 */
export function cookieLine(name: string, value: string, seconds: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}
