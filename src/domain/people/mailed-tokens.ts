/**
 * The tokens of links that are mailed to people: 256 bits at random. Only a token's hash is stored; on its way to the mail it lies in a
 * job, encrypted under the installation secret.
 */
import { randomBytes } from 'node:crypto'
import { tokenHash } from '../access/authentication.ts'
import type { KeyRing } from '../access/keys.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'

/** Where the links lead, behind the base; the token is in the fragment, which browsers send to no server. */
export const mailedPaths = {
  invitation: (token: string) => `/accept-invitation#${token}`,
  reset: (token: string) => `/reset-password#${token}`,
} as const

export interface MailedToken {
  readonly token: string
  readonly hash: Buffer
}

export function newToken(): MailedToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** What is stored of a token that came with a call; undefined for what none looks like. */
export function hashOfToken(text: string | null): Buffer | undefined {
  const token = (text ?? '').trim()
  return /^[\w-]{43}$/.test(token) ? tokenHash(token) : undefined
}

/** @param about the invitation whose token it is, so that one put in another's place does not open */
export function encryptToken(keys: KeyRing, token: string, about: number): string {
  return encrypt(keys.secretFor('mailed tokens'), Buffer.from(token), `invitation ${about}`).toString('base64')
}

/** @throws Error when it was encrypted for another invitation or under another secret */
export function decryptToken(keys: KeyRing, encrypted: string, about: number): string {
  return decrypt(keys.secretFor('mailed tokens'), Buffer.from(encrypted, 'base64'), `invitation ${about}`).toString()
}
