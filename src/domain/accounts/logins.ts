/** Signing in: a site, a user name and a password give the API key of a login. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { networkOf } from '../../lib/network-address.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import { type LoginOfSite, readLoginOfSite, storeKeyHash } from '../../store/accounts/logins.ts'
import type { Database } from '../../store/connection/database.ts'
import { countAttempt, withdrawAttempt } from '../../store/limits/attempts.ts'
import { type KeyRing, keyHash } from '../access/keys.ts'
import { line } from '../text-rules/single-line.ts'
import { verifyPassword } from './passwords.ts'

export interface SignIn {
  readonly siteUrl: string | null
  readonly username: string | null
  readonly password: string | null
}

/** Whom a sign-in that failed was at. */
export interface FailedSignIn {
  readonly accountId: number
  /** Undefined for a name that the account does not have. */
  readonly login: { readonly loginId: number; readonly username: string; readonly clientId: number | null } | undefined
}

/**
 * The API key of a user of an account or of a client's login: the same one each time until it is rotated.
 * @param remote the caller's network address: attempts are limited for each user name and network
 * @param onFailure is called with whom the attempt was at, where the site is one
 * @throws Refusal as `findLoginFor`; KeyNotGiven where a password alone does not prove enough
 */
export async function signIn(
  db: Database,
  keys: KeyRing,
  limit: AttemptLimit,
  given: SignIn,
  remote: string,
  onFailure: (failure: FailedSignIn) => void = () => {},
): Promise<string> {
  const login = await findLoginFor(db, limit, given, remote, onFailure)
  if (login.needsFactor) {
    throw new Refusal(
      'KeyNotGiven',
      'This login is protected by a second factor, or its account requires one: sign in to the console and create a key there.',
    )
  }
  return readKeyOf(db, keys, login)
}

/**
 * The login that a site, a user name and a password name.
 * @param onFailure is called with whom the attempt was at, where the site is one
 * @throws Refusal InvalidLogin whatever is wrong, too many attempts included; TooManyRequests when too many wait for a check
 */
export async function findLoginFor(
  db: Database,
  limit: AttemptLimit,
  { siteUrl, username, password }: SignIn,
  remote: string,
  onFailure: (failure: FailedSignIn) => void = () => {},
): Promise<LoginOfSite> {
  const site = canonicalSiteUrl(siteUrl)
  const name = line(username, { max: longestUsername })?.normalize('NFC')
  if (site === undefined || !name) throw new Refusal('InvalidLogin')
  const { folded, accountId, login } = await readLoginOfSite(db, site, name)
  // folded as logins are found: a letter in another case, or another letter with the same lower case, is no further attempt
  try {
    await provePassword(db, limit, loginSubject(site, folded), password, login?.passwordHash, remote)
  } catch (error) {
    if (accountId !== null && error instanceof Refusal && error.refusal === 'InvalidLogin')
      onFailure({ accountId, login })
    throw error
  }
  if (!login) throw new Refusal('InvalidLogin')
  return login
}

/** What attempts at the password of a login count for, however the login is named. @param folded its name as names are compared */
export function loginSubject(siteUrl: string, folded: string): string {
  return `${siteUrl} ${folded}`
}

/**
 * Has a password checked, as one of the limited attempts of its subject from a network.
 * @param db no transaction: the attempt counts whatever becomes of the call
 * @param hash undefined without a stored password: the check takes as long and is refused in the same way
 * @throws Refusal InvalidLogin, TooManyRequests
 */
export async function provePassword(
  db: Database,
  limit: AttemptLimit,
  subject: string,
  password: string | null,
  hash: string | undefined,
  remote: string,
): Promise<void> {
  if (!password || password.length > longestPassword) throw new Refusal('InvalidLogin')
  const attempt = await limit(db, `${subject} ${networkOf(remote)}`)
  if (!attempt) throw new Refusal('InvalidLogin')
  const isRight = await verifyPassword(password, hash, remote).catch(async error => {
    await attempt.withdraw() // the password was not looked at
    throw error
  })
  if (!isRight) throw new Refusal('InvalidLogin')
  await attempt.withdraw()
}

export const longestUsername = 100
const longestPassword = 1000

/** The key of a login; its hash, by which it is looked up, is stored when the key is first made. */
export async function readKeyOf(
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

/** Counts an attempt of a subject; undefined when it has had too many. One that succeeded, or was not made, is withdrawn. */
export type AttemptLimit = (
  db: Database,
  subject: string,
) => Promise<{ readonly withdraw: () => Promise<void> } | undefined>

/**
 * Failed attempts are counted in the database, so that all processes together grant no more than one would, and forgotten a
 * while after the first (a fixed window: one row for each subject). An attempt counts from its start, so that many at once do not get through together.
 * What strangers can leave there is bounded: each attempt that stays has cost a hash.
 */
export function attemptLimit({ most = 10, minutes = 15 } = {}): AttemptLimit {
  return async (db, subject) => {
    const counted = await countAttempt(db, createHash('sha256').update(subject).digest(), { most, minutes })
    return counted && { withdraw: () => withdrawAttempt(db, counted) }
  }
}
