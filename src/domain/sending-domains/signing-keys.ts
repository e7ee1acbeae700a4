/**
 * DKIM keys of sending domains: made here, kept encrypted (AES-256-GCM under a key derived from the installation secret, bound
 * to the client, the domain and the algorithm), opened for signing only.
 */
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyRing } from '../access/keys.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'

export type KeyKind = 'rsa' | 'ed25519'

export interface NewKey {
  /** Base64, as the `p=` of its record. */
  readonly published: string
  readonly encrypted: Buffer
}

/** What a encrypted key is for; encrypted for one thing it opens for no other. */
export interface KeyOwner {
  readonly clientId: number
  readonly domain: string
}

const generate = promisify(generateKeyPair)

export async function makeKey(keys: KeyRing, kind: KeyKind, owner: KeyOwner): Promise<NewKey> {
  // RFC 8301 §3.2: at least 2048 bits; more would not fit one UDP answer
  const { publicKey, privateKey } =
    kind === 'rsa' ? await generate('rsa', { modulusLength: 2048 }) : await generate('ed25519')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    // RFC 8463 §4 publishes the bare key, the last 32 bytes of its SubjectPublicKeyInfo
    published: (kind === 'rsa' ? spki : spki.subarray(-32)).toString('base64'),
    encrypted: encrypt(keys.secretFor('dkim'), privateKey.export({ type: 'pkcs8', format: 'der' }), label(kind, owner)),
  }
}

/** @throws Error when it was encrypted for something else or under another installation secret */
export function openKey(keys: KeyRing, kind: KeyKind, owner: KeyOwner, encrypted: Buffer): KeyObject {
  try {
    const key = decrypt(keys.secretFor('dkim'), encrypted, label(kind, owner))
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new Error(`The DKIM keys of ${owner.domain} were encrypted under another installation secret.`, { cause })
  }
}

function label(kind: KeyKind, { clientId, domain }: KeyOwner): string {
  return `${kind}/${clientId}/${domain}`
}
