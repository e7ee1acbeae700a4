/**
 * Keyed hashes of addresses: HMAC-SHA-256 (RFC 2104) of the normal form, with a key derived from the installation's secret. They replace
 * the addresses of erased contacts. The key is not in the database, so its content does not allow testing addresses against the hashes.
 * See docs/decisions/unsubscribing.md#suppression-of-erased-contacts.
 */
import { createHmac } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'

/** Prefix of the 64 hexadecimal digits. No address begins with `@`. */
export const hashedPrefix = '@hmac:'

/** Text that is shown instead of an erased address. */
export const erasedEmail = 'erased contact'

/** The hash that replaces an address in tables and on suppression lists. @param address normalised */
export function hashedAddress({ secrets }: Pick<Sql, 'secrets'>, address: string): string {
  return hashedPrefix + createHmac('sha256', keyOf(secrets)).update(address).digest('hex')
}

/** The same in SQL. PostgreSQL's core has SHA-256, from which the HMAC is built. */
export function hashedAddressOf(sql: Sql, address: Fragment): Fragment {
  const key = keyOf(sql.secrets)
  const [inner, outer] = [padded(key, 0x36), padded(key, 0x5c)]
  return sql`(${hashedPrefix}::text
    || encode(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${address}, 'UTF8'))), 'hex'))`
}

/** Whether a stored address is the hash of an erased one. */
export function isHashedAddress(address: string): boolean {
  return address.startsWith(hashedPrefix)
}

/** The same in SQL. */
export function isHashed(sql: Sql, address: Fragment): Fragment {
  return sql`starts_with(${address}, ${hashedPrefix})`
}

/** Block size of SHA-256 in bytes. */
const blockSize = 64

/** Pads a key of up to one block with zeros, and combines each byte with the constant of the RFC. */
function padded(key: Buffer, constant: number): Buffer {
  const block = Buffer.alloc(blockSize, constant)
  for (const [index, byte] of key.entries()) block[index] = byte ^ constant
  return block
}

/** Throws if the key is missing: without it an erased contact would be mailed again. */
function keyOf({ addressKey }: Sql['secrets']): Buffer {
  if (addressKey) return addressKey
  throw new Error('The keys of the installation were not given to this pool (useKeys).')
}
