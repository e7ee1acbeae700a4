/**
 * Secrets that are kept in the database: AES-256-GCM under a key derived from the installation secret, bound to what they are
 * for, so that one put in another's place does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** @param secret 32 bytes. @param about its purpose. @returns nonce, tag, text */
export function encrypt(secret: Buffer, text: Buffer, about: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** @throws Error when it was encrypted for something else or under another secret */
export function decrypt(secret: Buffer, encrypted: Buffer, about: string): Buffer {
  const [nonce, tag, text] = [encrypted.subarray(0, 12), encrypted.subarray(12, 28), encrypted.subarray(28)]
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()])
}
