/**
 * API keys are replaced: at once, or with an overlap in which the old key works beside the new one.
 * See docs/decisions/identity-and-keys.md#api-key-rotation-and-revocation.
 */
import { Refusal } from '../../contract/refusals.ts'
import { loginOfClient, replaceKey } from '../../store/accounts/logins.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef, Principal } from '../access.ts'
import { type KeyRing, keyHash } from '../keys.ts'

/** Longest time the old key works beside the new one: a week. */
export const mostOverlapHours = 168

/**
 * Gives a login a new key. A key that was replaced before ends now, whatever was left of its overlap.
 * @param overlapHours how long the present key goes on working; 0 refuses it from the next call on
 * @returns the new key
 * @throws Refusal InvalidParameter for an overlap that is not 0 to 168 hours
 */
export async function rotateKey(db: Database, keys: KeyRing, loginId: number, overlapHours: number): Promise<string> {
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > mostOverlapHours) {
    throw new Refusal('InvalidParameter', `OverlapHours must be 0 to ${mostOverlapHours}.`)
  }
  const version = await replaceKey(db, loginId, overlapHours, version => keyHash(keys.apiKey(loginId, version)))
  return keys.apiKey(loginId, version)
}

/**
 * The caller's own key. A key in its overlap cannot do it: who holds an old key must not get at the new one.
 * @throws Refusal AccessDenied, and as rotateKey does
 */
export async function rotateOwnKey(
  db: Database,
  keys: KeyRing,
  { loginId, keyIsReplaced }: Principal,
  overlapHours: number,
): Promise<string> {
  if (loginId === 0) throw new Refusal('AccessDenied', 'Only logins have such a key.')
  if (keyIsReplaced) throw new Refusal('AccessDenied', 'This key was replaced already; call with the new one.')
  return rotateKey(db, keys, loginId, overlapHours)
}

/** The key of a client's login, also while its access is withdrawn. @throws Refusal NoClientLogin, and as rotateKey does */
export async function rotateClientKey(
  db: Database,
  keys: KeyRing,
  client: ClientRef,
  overlapHours: number,
): Promise<string> {
  const loginId = await loginOfClient(db, client.clientId)
  if (loginId === undefined) {
    throw new Refusal('NoClientLogin', 'The client has no login; Client.UpdateAccessAndBilling gives it one.')
  }
  return rotateKey(db, keys, loginId, overlapHours)
}
