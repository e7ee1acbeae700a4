/** Secrets of webhooks as they are kept: sealed under the installation secret, each for its webhook. */
import type { KeyRing } from '../keys.ts'
import { seal, unseal } from '../sealed.ts'

export function sealSecret(keys: KeyRing, webhookPublicId: string, secret: Buffer): Buffer {
  return seal(keys.secretFor('webhook'), secret, webhookPublicId)
}

/** @throws Error when it was sealed for another webhook or under another installation secret */
function openSecret(keys: KeyRing, webhookPublicId: string, sealed: Buffer): Buffer {
  try {
    return unseal(keys.secretFor('webhook'), sealed, webhookPublicId)
  } catch (cause) {
    throw new Error(`The secret of webhook ${webhookPublicId} was sealed under another installation secret.`, { cause })
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
  return [secret, ...(oldSecret ? [oldSecret] : [])].map(sealed => openSecret(keys, publicId, sealed))
}
