/**
 * Keyed hashes of addresses: HMAC-SHA-256 (RFC 2104) of the normal form under a key derived from the installation's secret. They stand
 * for contacts that were erased. Without the key, which the database does not hold, addresses cannot be tried out against them.
 * See docs/decisions/unsubscribing.md#suppression-of-erased-contacts.
 */
import { createHmac } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'

/** Before the 64 hexadecimal digits. No address begins with `@`. */
export const hashedPrefix = '@hmac:'

/** What is shown in place of an address that was erased. */
export const erasedEmail = 'erased contact'

/** The key that stands for an address in tables and on the suppression list. @param address in its normal form */
export function hashedAddress({ secrets }: Pick<Sql, 'secrets'>, address: string): string {
  return hashedPrefix + createHmac('sha256', keyOf(secrets)).update(address).digest('hex')
}

/** The same of an address that PostgreSQL reads; its core has SHA-256, of which an HMAC is made. */
export function hashedAddressOf(sql: Sql, address: Fragment): Fragment {
  const key = keyOf(sql.secrets)
  const [inner, outer] = [padded(key, 0x36), padded(key, 0x5c)]
  return sql`(${hashedPrefix}::text
    || encode(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${address}, 'UTF8'))), 'hex'))`
}

/** Whether a stored address is the hash of one that was erased. */
export function isHashedAddress(address: string): boolean {
  return address.startsWith(hashedPrefix)
}

/** The same, of an address that PostgreSQL reads. */
export function isHashed(sql: Sql, address: Fragment): Fragment {
  return sql`starts_with(${address}, ${hashedPrefix})`
}

/** Bytes of a block of SHA-256. */
const blockSize = 64

/** A key of up to one block is filled up with zeros, each byte combined with the constant of the RFC. */
function padded(key: Buffer, constant: number): Buffer {
  const block = Buffer.alloc(blockSize, constant)
  for (const [index, byte] of key.entries()) block[index] = byte ^ constant
  return block
}

/** Without the key an erased contact would be mailed again: no answer is better than a wrong one. */
function keyOf({ addressKey }: Sql['secrets']): Buffer {
  if (addressKey) return addressKey
  throw new Error('The keys of the installation were not given to this pool (useKeys).')
}
