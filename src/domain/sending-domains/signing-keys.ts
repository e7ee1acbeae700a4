/**
 * DKIM keys of sending domains: made here, kept sealed (AES-256-GCM under a key derived from the installation secret, bound
 * to the client, the domain and the algorithm), opened for signing only.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyRing } from '../keys.ts'

export type KeyKind = 'rsa' | 'ed25519'

export interface NewKey {
  /** Base64, as the `p=` of its record. */
  readonly published: string
  readonly sealed: Buffer
}

/** What a sealed key is for; sealed for one thing it opens for no other. */
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
    sealed: seal(keys, privateKey.export({ type: 'pkcs8', format: 'der' }), label(kind, owner)),
  }
}

/** @throws Error when it was sealed for something else or under another installation secret */
export function openKey(keys: KeyRing, kind: KeyKind, owner: KeyOwner, sealed: Buffer): KeyObject {
  const [nonce, tag, text] = [sealed.subarray(0, 12), sealed.subarray(12, 28), sealed.subarray(28)]
  const decipher = createDecipheriv('aes-256-gcm', keys.secretFor('dkim'), nonce, { authTagLength: 16 })
  decipher.setAAD(label(kind, owner))
  decipher.setAuthTag(tag)
  try {
    const key = Buffer.concat([decipher.update(text), decipher.final()])
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new Error(`The DKIM keys of ${owner.domain} were sealed under another installation secret.`, { cause })
  }
}

/** Nonce, tag, text. */
function seal(keys: KeyRing, text: Buffer, about: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.secretFor('dkim'), nonce, { authTagLength: 16 })
  cipher.setAAD(about)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function label(kind: KeyKind, { clientId, domain }: KeyOwner): Buffer {
  return Buffer.from(`${kind}/${clientId}/${domain}`)
}
