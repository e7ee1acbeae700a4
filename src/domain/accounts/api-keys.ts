/**
 * API keys are replaced: at once, or with an overlap in which the old key works beside the new one.
 * See docs/decisions/identity-and-keys.md#api-key-rotation-and-revocation.
 */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { everyClientLevel, rightsOfLevel, rightsOfScopes, scopeNames } from '../../contract/rights.ts'
import { insertOwnKey, readOwnKeyOf } from '../../store/accounts/api-keys.ts'
import { readKeyOfClient, readLoginOfClient, replaceKey, storeKeyHash } from '../../store/accounts/logins.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef, Principal } from '../access/access.ts'
import { checkHoldsAll, heldByLogin } from '../access/held-rights.ts'
import { newKeySecret } from '../access/key-secrets.ts'
import { type KeyRing, keyHash } from '../access/keys.ts'

/** Longest time the old key works beside the new one: a week. */
export const mostOverlapHours = 168

/**
 * Gives a login a new key. A key that was replaced before ends now, whatever was left of its overlap.
 * @param overlapHours how long the present key goes on working; 0 refuses it from the next call on
 * @returns the new key
 * @throws Refusal InvalidParameter for an overlap that is not 0 to 168 hours
 */
export async function rotateKey(db: Database, keys: KeyRing, loginId: number, overlapHours: number): Promise<string> {
  const hours = readOverlapHours(overlapHours)
  const version = await replaceKey(db, loginId, hours, version => keyHash(keys.apiKey(loginId, version)))
  return keys.apiKey(loginId, version)
}

/** @throws Refusal InvalidParameter */
export function readOverlapHours(hours: number): number {
  if (Number.isInteger(hours) && hours >= 0 && hours <= mostOverlapHours) return hours
  throw new Refusal('InvalidParameter', `OverlapHours must be 0 to ${mostOverlapHours}.`)
}

/**
 * The own key of a login. A key in its overlap cannot do it: who holds an old key must not get at the new one. Neither can a session,
 * which would turn a stolen cookie into a key that outlives it.
 * @throws Refusal AccessDenied, and as rotateKey does
 */
export async function rotateOwnKey(
  db: Database,
  keys: KeyRing,
  { kind, loginId, keyIsReplaced, sessionId }: Principal,
  overlapHours: number,
): Promise<string> {
  if (kind !== 'login') throw new Refusal('AccessDenied', 'A person has no key of this kind; Key.Create makes one.')
  if (sessionId !== undefined) throw new Refusal('AccessDenied', 'A session gives no key; call with the key itself.')
  if (keyIsReplaced) throw new Refusal('AccessDenied', 'This key was replaced already; call with the new one.')
  return rotateKey(db, keys, loginId, overlapHours)
}

/**
 * The key of a client, shown to callers that use the key of a user of the account: who has that can make one anyway. It is that of the
 * client's login; a client that never had a login has a key of its own.
 * @returns empty for any other caller, and for a client whose access was withdrawn or whose own key was revoked
 */
export async function readShownClientKey(
  db: Database,
  keys: KeyRing,
  client: ClientRef,
  principal: Principal,
): Promise<string> {
  const { kind, sessionId, keyIsReplaced = false, grants } = principal
  const isAccounts = kind === 'login' && grants.some(({ clientId }) => clientId === null)
  if (!isAccounts || sessionId !== undefined || keyIsReplaced) return ''
  const login = await readKeyOfClient(db, client.clientId)
  if (!login)
    return (await readLoginOfClient(db, client.clientId)) === undefined ? ownKey(db, keys, client, principal) : ''
  const key = keys.apiKey(login.loginId, login.keyVersion)
  await storeKeyHash(db, login.loginId, login.keyVersion, keyHash(key))
  return key
}

/** What the login of a client can have at most. */
const ownScopes = scopeNames.filter(scope => (rightsOfScopes([scope]) & ~rightsOfLevel(everyClientLevel)) === 0)

/** The own key of a client, which is made when it is first asked for. It can be derived again, so that its hash alone is kept. */
async function ownKey(
  db: Database,
  keys: KeyRing,
  { accountId, clientId }: ClientRef,
  { username }: Principal,
): Promise<string> {
  const derived = (publicId: string) =>
    newKeySecret(publicId, keys.secretFor(`own key of a client/${publicId}`).subarray(0, 16))
  if (!(await readOwnKeyOf(db, clientId))) {
    const publicId = randomUUID().replaceAll('-', '')
    const secretHash = keyHash(derived(publicId))
    const key = { publicId, accountId, label: 'Own key of the client', scopes: ownScopes, secretHash }
    await insertOwnKey(db, clientId, { ...key, createdBy: username })
  }
  const { publicId, secretHash, works } = (await readOwnKeyOf(db, clientId))! // just made, and none is deleted
  const secret = derived(publicId)
  // one that was rotated has a secret that only its owner knows
  return works && keyHash(secret).equals(secretHash) ? secret : ''
}

/**
 * The key of a client's login, also while its access is withdrawn. The caller learns it.
 * @throws Refusal NoClientLogin, AccessDenied where the login has more than the caller, and as rotateKey does
 */
export async function rotateClientKey(
  db: Database,
  keys: KeyRing,
  principal: Principal,
  { clientId }: ClientRef,
  overlapHours: number,
): Promise<string> {
  const login = await readLoginOfClient(db, clientId)
  if (!login) {
    throw new Refusal('NoClientLogin', 'The client has no login; Client.UpdateAccessAndBilling gives it one.')
  }
  checkHoldsAll(
    principal,
    heldByLogin(clientId, login.accessLevel),
    lacking => `This login has rights that you lack: ${lacking}. Ask someone who has all of them, such as an Owner.`,
  )
  return rotateKey(db, keys, login.loginId, overlapHours)
}
