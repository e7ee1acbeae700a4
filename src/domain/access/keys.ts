/**
 * API keys are derived from the installation secret, the login and its key version: the same key each time until it is
 * rotated, never stored in clear, looked up by hash (design §3).
 * See docs/decisions/identity-and-keys.md#api-keys-are-derived-from-the-installation-secret.
 */
import { createHmac, hash } from 'node:crypto'
import { readInstallationSecret, type SecretOptions } from '../../store/accounts/installation.ts'
import type { Database } from '../../store/connection/database.ts'

export interface KeyRing {
  /** The API key of a login: 32 hexadecimal digits, 128 bits. */
  apiKey(loginId: number, version: number): string
  /** A secret for one purpose, 32 bytes; no two purposes share one. */
  secretFor(purpose: string): Buffer
}

/** @param secret the installation secret, at least 32 bytes */
export function keyRing(secret: Buffer): KeyRing {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  return {
    apiKey: (loginId, version) => derive(`api-key/${loginId}/${version}`).toString('hex', 0, 16),
    secretFor: purpose => derive(`purpose/${purpose}`),
  }
}

/** The keys of the installation whose database it is, which its statements use from now on. @throws SecretRefused */
export async function readInstallationKeys(db: Database, options: SecretOptions): Promise<KeyRing> {
  const keys = keyRing(await readInstallationSecret(db, options))
  useKeys(db, keys)
  return keys
}

/** Gives a pool what its statements need of the keys. */
export function useKeys(db: Database, keys: KeyRing): void {
  db.secrets.addressKey = keys.secretFor('address hashes')
}

/** What is stored and looked up in place of a key. */
export function keyHash(apiKey: string): Buffer {
  return hash('sha256', apiKey.toLowerCase(), 'buffer')
}
