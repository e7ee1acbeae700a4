/**
 * Keys with scopes. A key never has more than who makes it, changes it or stays its maker: rights and clients bound it.
 * See docs/decisions/identity-and-keys.md#keys-with-scopes-never-exceed-their-maker.
 */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import type { Scope } from '../../contract/rights.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readNetworks } from '../../lib/network-address.ts'
import { readClientsByPublicId } from '../../store/accounts/access.ts'
import {
  type ApiKeyDetail,
  endOverlap,
  findApiKeyByPublicId,
  insertApiKey,
  isToCome,
  type KeyScope,
  lockKeysOfPerson,
  readApiKeyById,
  readApiKeysOf,
  replaceSecret,
  revokeApiKeys,
} from '../../store/accounts/api-keys.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { checkHoldsAll, heldByKey, lackingRights } from '../access/held-rights.ts'
import { newKeySecret } from '../access/key-secrets.ts'
import { keyHash } from '../access/keys.ts'
import { clientsWithRight, grantOfRow, type Principal } from '../access/principal.ts'
import { type CursorPage, cutPage } from '../paging/cursors.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readOverlapHours } from './api-keys.ts'

/** That work, of one account. */
const mostKeys = 200
const longestLabel = 100
const mostClients = 1000
const mostNetworks = 50

export interface GivenKey {
  readonly label: string | null
  readonly scopes: readonly Scope[]
  readonly clientIds: readonly (string | null)[]
  readonly expiresDate: string | null
  readonly networks: readonly (string | null)[]
}

/** Shown once. */
export interface KeySecret {
  readonly publicId: string
  readonly secret: string
}

/**
 * @returns the secret, which cannot be read again
 * @throws Refusal MissingParameter, ValueTooLong, InvalidCharacters, InvalidParameter, InvalidClientId, InvalidDate, AccessDenied, TooManyKeys
 */
export async function createKey(db: Database, principal: Principal, given: GivenKey): Promise<KeySecret> {
  const label = cleanLine('Label', given.label, longestLabel)
  if (label === '') throw new Refusal('MissingParameter', 'A key needs a Label that says what uses it.')
  const scopes = [...new Set(given.scopes)]
  if (scopes.length === 0) throw new Refusal('MissingParameter', 'A key needs at least one of Scopes.')
  const networks = given.networks.map(readNetworkText)
  if (networks.length > mostNetworks)
    throw new Refusal('InvalidParameter', `A key has at most ${mostNetworks} Networks.`)
  const clientIds = await readClients(db, principal, given.clientIds)
  checkHoldsAll(
    principal,
    heldByKey(scopes, clientIds),
    lacking => `A key cannot have more than its maker; you lack: ${lacking}.`,
  )
  const expiresAt = await readExpiry(db, principal, given.expiresDate)
  const publicId = randomUUID().replaceAll('-', '')
  const secret = newKeySecret(publicId)
  const key = {
    ...{ publicId, accountId: principal.accountId, label, scopes, clientIds, networks, secretHash: keyHash(secret) },
    ...{ maker: makerOf(principal), createdBy: principal.username, expiresAt },
  }
  if (!(await insertApiKey(db, key, mostKeys)))
    throw new Refusal('TooManyKeys', `An account has at most ${mostKeys} keys that work; revoke one that is not used.`)
  return { publicId, secret }
}

/** Keys that the principal manages, the newest first. */
export async function listKeys(sql: Sql, principal: Principal, { after, limit }: CursorPage<readonly [number]>) {
  const rows = await readApiKeysOf(sql, scopeOf(principal), after?.[0] ?? 0, limit + 1)
  return cutPage(rows, limit, ({ keyId }) => [keyId])
}

/** @throws Refusal UnknownKey */
export async function findKey(sql: Sql, principal: Principal, publicId: string | null): Promise<ApiKeyDetail> {
  const key = isPublicId(publicId) ? await findApiKeyByPublicId(sql, scopeOf(principal), publicId) : undefined
  if (!key) throw new Refusal('UnknownKey')
  return key
}

/** A key that the principal may change or end: no key of someone who may do more. @throws Refusal UnknownKey, AccessDenied */
async function keyToChange(sql: Sql, principal: Principal, publicId: string | null): Promise<ApiKeyDetail> {
  const key = await findKey(sql, principal, publicId)
  checkHoldsAll(
    principal,
    heldByKey(key.scopes, key.clientIds),
    lacking => `This key has rights that you lack: ${lacking}. Ask someone who has all of them, such as an Owner.`,
  )
  return key
}

/**
 * Gives a key a new secret, which the caller learns.
 * @returns the key as it is now, and the secret
 * @throws Refusal UnknownKey, AccessDenied, KeyEnded, KeyInOverlap, InvalidParameter
 */
export async function rotateKeyOf(db: Database, principal: Principal, publicId: string | null, overlapHours: number) {
  return replace(db, await keyToChange(db, principal, publicId), overlapHours)
}

/** The key that the call came with replaces itself. @throws Refusal AccessDenied for the old secret of an overlap, and as above */
export async function rotateCallingKey(db: Database, principal: Principal, overlapHours: number) {
  if (principal.keyIsReplaced)
    throw new Refusal('AccessDenied', 'This key was replaced already; call with the new one.')
  return replace(db, await readApiKeyById(db, principal.id), overlapHours)
}

async function replace(db: Database, { keyId, publicId }: ApiKeyDetail, overlapHours: number): Promise<KeySecret> {
  const secret = newKeySecret(publicId)
  switch (await replaceSecret(db, keyId, keyHash(secret), readOverlapHours(overlapHours))) {
    case 'ended':
      throw new Refusal('KeyEnded', 'A key that was revoked or has expired gets no new secret; create another.')
    case 'overlap':
      throw new Refusal('KeyInOverlap', 'The secret before the present one still works; Key.EndOverlap ends it.')
    case 'replaced':
      return { publicId, secret }
  }
}

/** The secret before the present one is refused from now on; idempotent. @throws Refusal UnknownKey, AccessDenied */
export async function endKeyOverlap(sql: Sql, principal: Principal, publicId: string | null): Promise<void> {
  const { keyId } = await keyToChange(sql, principal, publicId)
  await endOverlap(sql, keyId)
}

/** Every secret of the key is refused from now on; idempotent. @throws Refusal UnknownKey, AccessDenied */
export async function revokeKey(sql: Sql, principal: Principal, publicId: string | null): Promise<void> {
  const { keyId } = await keyToChange(sql, principal, publicId)
  await revokeApiKeys(sql, [keyId])
}

/**
 * Revokes the keys that have more than the person who made them has now. Called in the transaction that changes or ends grants, after
 * the change.
 */
export async function revokeExceedingKeys(sql: Transaction, personId: number): Promise<void> {
  const keys = await lockKeysOfPerson(sql, personId)
  const exceeding = keys.filter(
    ({ scopes, clientIds, grants }) => lackingRights(grants.map(grantOfRow), heldByKey(scopes, clientIds)) !== 0,
  )
  await revokeApiKeys(
    sql,
    exceeding.map(({ keyId }) => keyId),
  )
}

/** The keys that a principal manages: all of the account, or those of clients it has the right on. */
function scopeOf(principal: Principal): KeyScope {
  return { accountId: principal.accountId, within: clientsWithRight(principal, 'Keys') }
}

/** @returns null for the whole account. @throws Refusal InvalidClientId, InvalidParameter, AccessDenied */
async function readClients(
  sql: Sql,
  principal: Principal,
  publicIds: readonly (string | null)[],
): Promise<readonly number[] | null> {
  const managed = clientsWithRight(principal, 'Keys')
  if (publicIds.length === 0) return managed
  if (publicIds.length > mostClients)
    throw new Refusal('InvalidParameter', `ClientIDs names at most ${mostClients} clients.`)
  const wanted = [...new Set(publicIds.map(id => (isPublicId(id) ? id.toLowerCase() : '')))]
  const found = await readClientsByPublicId(
    sql,
    wanted.filter(id => id !== ''),
  )
  const reached = found.filter(
    ({ accountId, clientId }) =>
      accountId === principal.accountId &&
      principal.grants.some(one => one.clientId === null || one.clientId === clientId),
  )
  if (reached.length < wanted.length) throw new Refusal('InvalidClientId')
  const clientIds = reached.map(({ clientId }) => clientId)
  if (managed && clientIds.some(id => !managed.includes(id)))
    throw new Refusal('AccessDenied', 'You do not manage the keys of each of these clients.')
  return clientIds
}

async function readExpiry(sql: Sql, { accountId }: Principal, text: string | null): Promise<string | null> {
  if (text === null || text.trim() === '') return null
  const local = parseLocalTime(text)
  if (local === undefined) throw new Refusal('InvalidDate', 'ExpiresDate must be YYYY-MM-DD HH:MM:SS or left out.')
  if (!(await isToCome(sql, accountId, local))) throw new Refusal('InvalidDate', 'ExpiresDate is not in the future.')
  return local
}

/** @throws Refusal InvalidParameter */
function readNetworkText(text: string | null): string {
  const [network, ...more] = readNetworks(text ?? '') ?? []
  if (!network || more.length > 0)
    throw new Refusal('InvalidParameter', 'Networks are addresses or ranges such as 192.0.2.0/24 or 2001:db8::/32.')
  return `${network.address}/${network.bits}`
}

function makerOf({ kind, id }: Principal) {
  if (kind === 'person') return { personId: id }
  return kind === 'login' ? { loginId: id } : null
}
