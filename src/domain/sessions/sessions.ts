/** Sessions of the console: what keeps them apart from keys, how long they last, and what ends them. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import {
  endSession as endOne,
  endSessionOfToken,
  endSessions,
  moveSession,
  type OpenSession,
  openSessions,
  renewSession,
  type SessionOwner,
} from '../../store/accounts/sessions.ts'
import { readAccountsOfPerson } from '../../store/accounts/sign-in.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { sessionIdleHours, tokenHash } from '../access/authentication.ts'
import type { Principal } from '../access/principal.ts'

/** How long a session lasts at most, however much it is used. */
export const sessionDays = 30
/** Sessions that one person or login may have at a time. */
export const mostSessions = 50

/** What a browser keeps, and we keep the hash of: 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The person or the login of a session. */
export function ownerOf({ kind, id }: Principal): SessionOwner {
  return kind === 'person' ? { personId: id } : { loginId: id }
}

export function listSessions(db: Database, principal: Principal): Promise<readonly OpenSession[]> {
  return openSessions(db, ownerOf(principal), sessionIdleHours)
}

/** @throws Refusal UnknownSession for a session that is not the caller's, or ended before */
export async function endSession(db: Database, principal: Principal, publicId: string | null): Promise<void> {
  if (isPublicId(publicId) && (await endOne(db, ownerOf(principal), publicId.toLowerCase()))) return
  throw new Refusal('UnknownSession', 'There is no such session, or it has ended; Session.List shows those there are.')
}

/** Ends the session of a browser, if it has not ended. */
export async function signOut(db: Database, token: string | undefined): Promise<void> {
  if (token !== undefined) await endSessionOfToken(db, tokenHash(token))
}

/** Ends all sessions of the caller. @param keepThis but for that of the call. @returns how many ended */
export function endAllSessions(db: Database, principal: Principal, keepThis: boolean): Promise<number> {
  return endSessions(db, ownerOf(principal), keepThis ? (principal.sessionId ?? null) : null)
}

/**
 * Has the session of the call go on, under a new token, after its person has set a new password or is otherwise of a new epoch.
 * Called in the transaction that raised the epoch.
 * @returns the token for the browser; undefined where the call came with a key
 */
export async function reissueSession(sql: Sql, { sessionId }: Principal): Promise<string | undefined> {
  if (sessionId === undefined) return undefined
  const token = newToken()
  await renewSession(sql, sessionId, tokenHash(token))
  return token
}

/** @throws Refusal UnknownAccount for an account that the person has no grants in */
export async function selectAccount(db: Database, principal: Principal, publicId: string | null): Promise<number> {
  const wanted = isPublicId(publicId) && principal.kind === 'person' ? publicId.toLowerCase() : undefined
  const found = wanted && (await readAccountsOfPerson(db, principal.id)).find(account => account.publicId === wanted)
  if (!found || principal.sessionId === undefined) {
    throw new Refusal('UnknownAccount', 'You have no access to such an account; Session.Get lists those you have.')
  }
  await moveSession(db, principal.sessionId, found.accountId)
  return found.accountId
}
