/** Secrets of webhooks as they are kept: encrypted under the installation secret, each for its webhook. */

import type { KeyRing } from '../access/keys.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'

export function encryptSecret(keys: KeyRing, webhookPublicId: string, secret: Buffer): Buffer {
  return encrypt(keys.secretFor('webhook'), secret, webhookPublicId)
}

/** @throws Error when it was encrypted for another webhook or under another installation secret */
function openSecret(keys: KeyRing, webhookPublicId: string, encrypted: Buffer): Buffer {
  try {
    return decrypt(keys.secretFor('webhook'), encrypted, webhookPublicId)
  } catch (cause) {
    throw new Error(`The secret of webhook ${webhookPublicId} was encrypted under another installation secret.`, {
      cause,
    })
  }
}

/** Those that sign at present, the newest first. */
export function signingSecrets(
  keys: KeyRing,
  {
    publicId,
    secret,
    oldSecret,
  }: { readonly publicId: string; readonly secret: Buffer; readonly oldSecret: Buffer | null },
): readonly Buffer[] {
  return [secret, ...(oldSecret ? [oldSecret] : [])].map(encrypted => openSecret(keys, publicId, encrypted))
}
