/**
 * Secrets that are kept in the database: AES-256-GCM under a key derived from the installation secret, bound to what they are
 * for, so that one put in another's place does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** @param secret 32 bytes. @param about what it is for. @returns nonce, tag, text */
export function seal(secret: Buffer, text: Buffer, about: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when it was sealed for something else or under another secret */
export function unseal(secret: Buffer, sealed: Buffer, about: string): Buffer {
  const [nonce, tag, text] = [sealed.subarray(0, 12), sealed.subarray(12, 28), sealed.subarray(28)]
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()])
}
