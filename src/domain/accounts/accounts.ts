/** The first account, made at the first start. */
import { Refusal } from '../../contract/refusals.ts'
import { findFirstAccountUser, hasAccount, insertFirstAccount } from '../../store/accounts/logins.ts'
import type { Database } from '../../store/connection/database.ts'
import type { KeyRing } from '../access/keys.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { canonicalSiteUrl, longestUsername, readKeyOf } from './logins.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { readTimeZone } from './time-zone.ts'

export interface FirstAccount {
  readonly name: string
  readonly siteUrl: string
  readonly username: string
  readonly password: string
  /** IANA name or display string. */
  readonly timeZone: string
}

export interface FirstLogin {
  readonly loginId: number
  readonly username: string
  /** As accounts are found by; its scheme is of no meaning. */
  readonly siteUrl: string
  readonly apiKey: string
}

/**
 * Creates the first account and its user, unless there is an account already; then what is given is not looked at.
 * @returns the login of the first account's user; undefined where no account has one any more
 * @throws Refusal InvalidLogin for an invalid site URL; InvalidUsername, InvalidPassword, UnsafePassword, InvalidTimezone
 */
export async function createFirstAccount(
  db: Database,
  keys: KeyRing,
  account: FirstAccount,
): Promise<{ readonly login: FirstLogin | undefined; readonly created: boolean }> {
  if (await hasAccount(db)) return { login: await findFirstLogin(db, keys), created: false }
  const siteUrl = canonicalSiteUrl(account.siteUrl)
  if (siteUrl === undefined) throw new Refusal('InvalidLogin', 'The site URL is not a web address.')
  const username = cleanLine('Username', account.username, longestUsername).normalize('NFC')
  if (username === '') throw new Refusal('InvalidUsername')
  checkPassword(account.password, username)
  const { timeZone } = await readTimeZone(db, account.timeZone)
  const created = await insertFirstAccount(db, {
    name: cleanLine('Name', account.name, 200),
    siteUrl,
    timeZone,
    username,
    passwordHash: await hashPassword(account.password),
  })
  return { login: await findFirstLogin(db, keys), created }
}

/** The first account's user with its API key, or undefined where none has a login. */
export async function findFirstLogin(db: Database, keys: KeyRing): Promise<FirstLogin | undefined> {
  const user = await findFirstAccountUser(db)
  if (!user) return undefined
  const { loginId, username, siteUrl } = user
  return { loginId, username, siteUrl, apiKey: await readKeyOf(db, keys, user) }
}
