/**
 * Who calls: a historical key is of a login, a key with scopes of an account, a session of a person or a client's login. What a
 * caller gives is looked up by its hash alone; look-ups of calls that arrive together are gathered into one statement each.
 */
import { hash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { Refusal } from '../../contract/refusals.ts'
import { allRights, type RightSet, rightsOfLevel, rightsOfScopes, type Scope } from '../../contract/rights.ts'
import { coalesce } from '../../lib/coalesce.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readNetworks } from '../../lib/network-address.ts'
import { remember } from '../../lib/remember.ts'
import {
  type ApiKeyRow,
  type LoginRow,
  readApiKeysByHash,
  readLoginsByKeyHash,
  readLoginsByReplacedKeyHash,
  readSessionsByTokenHash,
  recordSessionUse,
  type ValidSession,
} from '../../store/accounts/access.ts'
import { type KeyUse, recordKeyUses } from '../../store/accounts/api-keys.ts'
import type { Database } from '../../store/connection/database.ts'
import { isKeySecret, keyPrefix } from './key-secrets.ts'
import { keyHash } from './keys.ts'
import { lastUses } from './last-uses.ts'
import { grantOfRow, type Principal } from './principal.ts'

/** What a call came with. */
export interface Credential {
  readonly apiKey: string | null
  /** The token of the session cookie; ignored if a key is given. */
  readonly session?: string | undefined
  /** The caller's network address: a key may be bound to networks. */
  readonly remote: string
  /** No use that keeps a session from ending: an open page that only looks. */
  readonly isPassive?: boolean
}

/**
 * @throws Refusal InvalidApiKey for a key that is invalid, revoked or bound to other networks; SessionEnded for a session that is
 * invalid or over
 */
export type Authenticate = (credential: Credential) => Promise<Principal>

/** How long a session may go unused. */
export const sessionIdleHours = 12
/** Minutes after which the last use of a session is written again; far less than it may go unused. */
const useMinutes = 1
const sessionTimes = { idleHours: sessionIdleHours, useMinutes }

/** Longer than any key or token of ours; what is longer is not hashed. */
const longestSecret = 200

export function authentication(db: Database): Authenticate {
  const logins = byHash(keyHash, async hashes => {
    const found = (await readLoginsByKeyHash(db, hashes)).map(({ keyHash: hash, ...row }) => [hash, row] as const)
    const others = without(hashes, found)
    if (others.length === 0) return found
    const replaced = await readLoginsByReplacedKeyHash(db, others)
    return [...found, ...replaced.map(({ keyHash: hash, ...row }) => [hash, row] as const)]
  })
  const keys = byHash(keyHash, async hashes =>
    (await readApiKeysByHash(db, hashes)).map(({ secretHash, ...row }) => [secretHash, row] as const),
  )
  const sessions = byHash(tokenHash, async hashes =>
    (await readSessionsByTokenHash(db, hashes, sessionTimes)).map(row => [row.tokenHash, row] as const),
  )

  const sessionUses = lastUses<number>(
    sessionId => sessionId,
    ids => recordSessionUse(db, ids, useMinutes),
  )
  const keyUses = lastUses<KeyUse>(
    ({ keyId, isOld }) => `${keyId} ${isOld}`,
    uses => recordKeyUses(db, uses),
  )

  return async ({ apiKey, session, remote, isPassive }) => {
    if (!isGiven(apiKey) && session !== undefined) {
      const row = session.length <= longestSecret ? await sessions(session) : undefined
      if (!row) throw new Refusal('SessionEnded')
      if (row.isUseOutdated && !isPassive) sessionUses.record(row.sessionId)
      return principalOfSession(row)
    }
    if (apiKey?.slice(0, keyPrefix.length).toLowerCase() === keyPrefix) {
      if (!isKeySecret(apiKey)) throw new Refusal('InvalidApiKey', 'The API key has a typing error or is not complete.')
      const row = await keys(apiKey)
      if (row && isFrom(row.networks, remote)) {
        if (row.useIsDue) keyUses.record({ keyId: row.keyId, isOld: row.keyIsReplaced, remote })
        return principalOfKey(row)
      }
    }
    if (isPublicId(apiKey)) {
      const row = await logins(apiKey)
      if (row) return principalOfLogin(row)
    }
    throw new Refusal('InvalidApiKey', isGiven(apiKey) ? undefined : 'The API key is missing.')
  }
}

/** Whether a parameter has a value: null and blank text count as left out. */
export function isGiven(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}

/** What is stored and looked up in place of a token. Tokens are case-sensitive, keys are not. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function byHash<Row>(
  hashOf: (secret: string) => Buffer,
  find: (hashes: readonly Buffer[]) => Promise<readonly (readonly [Buffer, Row])[]>,
) {
  return coalesce<string, Row | undefined>(async secrets => {
    const hashes = new Map([...new Set(secrets)].map(secret => [secret, hashOf(secret)] as const))
    const rows = new Map((await find([...hashes.values()])).map(([hash, row]) => [hash.toString('hex'), row] as const))
    return secrets.map(secret => rows.get(hashes.get(secret)!.toString('hex')))
  })
}

/** Those that were not found. */
function without(hashes: readonly Buffer[], found: readonly (readonly [Buffer, unknown])[]): readonly Buffer[] {
  if (found.length === hashes.length) return []
  const known = new Set(found.map(([hash]) => hash.toString('hex')))
  return hashes.filter(hash => !known.has(hash.toString('hex')))
}

/** A user of the account has every right; what the login of a client may do, its AccessLevel says. */
function principalOfLogin({ loginId, username, accountId, clientId, level, keyIsReplaced }: LoginRow): Principal {
  return {
    kind: 'login',
    id: loginId,
    loginId,
    username,
    accountId,
    grants: [{ clientId, rights: clientId === null ? allRights : rightsOfLevel(level) }],
    ...(keyIsReplaced && { keyIsReplaced }),
  }
}

function principalOfSession(row: ValidSession): Principal {
  const { sessionId, accountId, needsFactor } = row
  const ofSession = { sessionId, ...(needsFactor && { needsFactor }) }
  if (row.loginId !== null) return { ...principalOfLogin(row), ...ofSession }
  const { personId, name, grants } = row
  return {
    kind: 'person',
    id: personId,
    loginId: 0,
    username: name,
    accountId,
    grants: grants.map(grantOfRow),
    ...ofSession,
  }
}

function principalOfKey({ keyId, accountId, label, scopes, clientIds, keyIsReplaced }: ApiKeyRow): Principal {
  const rights: RightSet = rightsOfScopes(scopes as readonly Scope[]) // written by Key.Create alone
  return {
    kind: 'key',
    id: keyId,
    loginId: 0,
    username: `key ${label}`,
    accountId,
    grants: (clientIds ?? [null]).map(clientId => ({ clientId, rights })),
    ...(keyIsReplaced && { keyIsReplaced }),
  }
}

function isFrom(networks: readonly string[], remote: string): boolean {
  if (networks.length === 0) return true
  const version = isIP(remote)
  return version !== 0 && blockListOf(networks.join(',')).check(remote, version === 4 ? 'ipv4' : 'ipv6')
}

const blockListOf = remember(1000, (networks: string) => {
  const list = new BlockList()
  for (const { address, bits, family } of readNetworks(networks) ?? []) list.addSubnet(address, bits, family)
  return list
})
