/**
 * Versions of the key that signs links. A new one is announced before it signs, so every process knows it by the time its
 * first link comes back; older ones go on to be accepted until they are revoked.
 * See docs/decisions/identity-and-keys.md#link-keys-have-versions-that-outlive-rotation.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import {
  insertLinkKey,
  type LinkKeyRow,
  linkKeyRows,
  lockLinkKeys,
  markRevoked,
} from '../../store/accounts/link-keys.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { areProcessesSince } from '../../store/processes.ts'
import type { KeyRing } from '../access/keys.ts'
import { decrypt, encrypt } from './encryption.ts'
import { firstLinkKey, type LinkKey, type Tokens, tokens } from './tokens.ts'

/** Seconds between two looks of a process. */
const refreshSeconds = 10
/** A version signs when every process has looked, and has failed to once. */
const announceSeconds = 3 * refreshSeconds
/** The schema of the first program that reads tokens with a client (tokens.ts). */
const firstToReadClients = 72
/** The byte of a token with its version. */
const mostVersions = 255

/** The tokens of this installation, with the versions of their key as they are now and will be. `stop` ends looking. */
export async function startTokens(
  db: Database,
  keys: KeyRing,
  log: Log,
): Promise<{ readonly tokens: Tokens; stop(): void }> {
  const links = tokens(
    keys,
    () => readLinkKeys(db, keys, log),
    () => areProcessesSince(db, firstToReadClients, announceSeconds),
  )
  await links.refresh()
  const timer = setInterval(
    () => links.refresh().catch(err => log.warn({ err }, 'the keys of links could not be read; those known stay')),
    refreshSeconds * 1000,
  )
  timer.unref()
  return { tokens: links, stop: () => clearInterval(timer) }
}

export async function readLinkKeys(db: Database, keys: KeyRing, log: Log): Promise<readonly LinkKey[]> {
  return (await linkKeyRows(db)).map(row => ({
    version: row.version,
    secretFor: row.revokedAt === null ? secretOf(row, keys, log) : undefined,
    signs: row.signs,
  }))
}

function secretOf({ version, key }: LinkKeyRow, keys: KeyRing, log: Log): LinkKey['secretFor'] {
  if (key === null) return firstLinkKey(keys).secretFor
  try {
    const secret = decrypt(keys.secretFor('link keys'), key, label(version))
    return purpose => createHmac('sha256', secret).update(`token/${purpose}`).digest()
  } catch (err) {
    log.error(
      { err, version },
      'a key of links was encrypted under another installation secret: its links are not accepted',
    )
    return undefined
  }
}

const label = (version: number) => `link key/${version}`

/** Makes a new version. Campaigns that start once it signs are signed with it. @throws OperatorError when there is no number left */
export function rotateLinkKey(
  db: Database,
  keys: KeyRing,
): Promise<{ readonly version: number; readonly signsAt: Date }> {
  return transaction(db, async sql => make(sql, keys, announceSeconds))
}

/**
 * Ends a version: links signed with it get the plain page from now on, for good; its key is forgotten. Where no other signs,
 * a new one does at once.
 * @returns the version made in its place, if any
 * @throws OperatorError for a version that does not exist or is revoked
 */
export function revokeLinkKey(db: Database, keys: KeyRing, version: number): Promise<number | undefined> {
  return transaction(db, async sql => {
    await lockLinkKeys(sql)
    if (!(await markRevoked(sql, version)))
      throw new OperatorError(`There is no version ${version} that is not revoked.`)
    if ((await linkKeyRows(sql)).some(({ signs }) => signs)) return undefined
    return (await make(sql, keys, 0)).version
  })
}

async function make(sql: Parameters<typeof lockLinkKeys>[0], keys: KeyRing, afterSeconds: number) {
  const version = (await lockLinkKeys(sql)) + 1
  if (version > mostVersions)
    throw new OperatorError(`There are ${mostVersions} versions already; a token has no room for more.`)
  const encrypted = encrypt(keys.secretFor('link keys'), randomBytes(32), label(version))
  return { version, signsAt: await insertLinkKey(sql, version, encrypted, afterSeconds) }
}
