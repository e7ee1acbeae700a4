/**
 * Secrets of keys with scopes: `ls_`, the KeyID, 128 random bits, and a CRC-32 of all before it. A program that looks for secrets
 * in sources recognises the form; a typing error shows without asking the database; case does not matter.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Keys with scopes begin so. */
export const keyPrefix = 'ls_'

/** @param publicId the KeyID @param random 16 bytes that are not known to others */
export function newKeySecret(publicId: string, random: Buffer = randomBytes(16)): string {
  const body = `${keyPrefix}${publicId}_${random.toString('hex')}`
  return `${body}_${checksum(body)}`
}

/** Whether a text has the form of a secret, and its checksum. */
export function isKeySecret(text: string): boolean {
  const [, body, given] = /^(ls_[0-9a-f]{32}_[0-9a-f]{32})_([0-9a-f]{8})$/.exec(text.toLowerCase()) ?? []
  return body !== undefined && checksum(body) === given
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
