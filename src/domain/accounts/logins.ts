/** Signing in: a site, a user name and a password give the API key of a login. */
import { isIP } from 'node:net'
import { Refusal } from '../../contract/refusals.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import type { Database } from '../../store/database.ts'
import { loginOfSite, storeKeyHash } from '../../store/logins.ts'
import { line } from '../grammar.ts'
import { type KeyRing, keyHash } from '../keys.ts'
import { verifyPassword } from './passwords.ts'

export interface SignIn {
  readonly siteUrl: string | null
  readonly username: string | null
  readonly password: string | null
}

/**
 * The API key of a user of an account or of a client's login: the same one each time until it is rotated.
 * @param remote the caller's network address: attempts are limited for each user name and address
 * @throws Refusal InvalidLogin whatever is wrong, too many attempts included
 */
export async function signIn(
  db: Database,
  keys: KeyRing,
  limit: AttemptLimit,
  { siteUrl, username, password }: SignIn,
  remote: string,
): Promise<string> {
  const site = canonicalSiteUrl(siteUrl)
  const name = line(username, { max: longestUsername })?.normalize('NFC')
  if (site === undefined || !name || !password || password.length > longestPassword) throw new Refusal('InvalidLogin')
  const attempt = limit(`${site} ${name.toLowerCase()} ${network(remote)}`)
  if (!attempt) throw new Refusal('InvalidLogin')
  const login = await loginOfSite(db, site, name)
  if (!(await verifyPassword(password, login?.passwordHash)) || !login) throw new Refusal('InvalidLogin')
  attempt.succeeded()
  return keyOf(db, keys, login)
}

export const longestUsername = 100
const longestPassword = 1000

/** The key of a login; what it is looked up by is stored when it is first made. */
export async function keyOf(
  db: Database,
  keys: KeyRing,
  login: { readonly loginId: number; readonly keyVersion: number; readonly keyHash: Buffer | null },
): Promise<string> {
  const key = keys.apiKey(login.loginId, login.keyVersion)
  const hash = keyHash(key)
  if (!login.keyHash?.equals(hash)) await storeKeyHash(db, login.loginId, login.keyVersion, hash)
  return key
}

/**
 * The form site URLs are stored and compared in: `http`, host in lower case, port unless it is the scheme's own, path with one slash at
 * its end. `https://Agency.example`, `agency.example/` and `http://agency.example:80` are one site; so are all names of this machine.
 * @returns undefined for what is no web address
 */
export function canonicalSiteUrl(text: string | null): string | undefined {
  const given = line(text, { max: 500 })
  if (!given || /[\s\\]/.test(given)) return undefined
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return undefined
  const { hostname, port, pathname, username, password } = new URL(url)
  if (hostname === '' || username !== '' || password !== '') return undefined
  const host = thisMachine.has(hostname) ? 'localhost' : hostname
  return `http://${host}${port && `:${port}`}${trimEndOf(pathname, '/')}/`
}

const thisMachine = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/** Counts an attempt of a subject; undefined when it has had too many. Success gives it back. */
export type AttemptLimit = (subject: string) => { succeeded(): void } | undefined

/**
 * Failed attempts are counted in this process, per subject, and forgotten a while after the first. An attempt counts from its
 * start, so that many at once do not get through together.
 * @param now milliseconds, monotonic
 */
export function attemptLimit({
  most = 10,
  withinMs = 15 * 60_000,
  now = () => performance.now(),
}: {
  most?: number
  withinMs?: number
  now?: () => number
} = {}): AttemptLimit {
  // in the order of their beginning, so that the outdated ones come first
  const windows = new Map<string, { attempts: number; endsAt: number }>()
  return subject => {
    const at = now()
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size < mostSubjects) break
      windows.delete(key)
    }
    const window = windows.get(subject) ?? { attempts: 0, endsAt: at + withinMs }
    if (window.attempts >= most) return undefined
    window.attempts++
    windows.set(subject, window)
    return {
      succeeded() {
        window.attempts--
        if (window.attempts === 0 && windows.get(subject) === window) windows.delete(subject)
      },
    }
  }
}

/** Bounds the memory (some 20 MB); the rate limit per address keeps anybody from filling it soon. */
const mostSubjects = 100_000

/** An IPv6 caller owns a /64 and can change the rest of its address at will. */
function network(remote: string): string {
  if (isIP(remote) !== 6 || remote.startsWith('::ffff:')) return remote
  const [head = '', tail] = remote.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}
