/**
 * What an entry of a suppression list can be: an address, a domain, or the hash of an address as partners pass them on.
 * See docs/decisions/unsubscribing.md#suppression-by-domain-and-by-hash.
 */
import { Refusal } from '../../contract/refusals.ts'
import { hashDigits } from '../../store/subscribers/suppression-keys.ts'
import { type Address, parseAddress } from '../text-rules/address.ts'

/** Longer than any entry with blanks around it. */
const longestEntry = 1000

/**
 * Reads one entry: an address; `@` and a domain; 32, 40 or 64 hexadecimal digits, which are MD5, SHA-1 or SHA-256 of an address in its
 * normal form, alone or after `md5:`, `sha1:` or `sha256:` as the list shows them.
 * @returns undefined for anything else. Linear in the length of the text.
 */
export function parseSuppressionEntry(text: string | null): Address | undefined {
  if (text === null || text.length > longestEntry) return undefined
  const entry = text.trim()
  const key = entry.startsWith('@') ? (parseRule(entry.slice(1)) ?? parseDomainOf(entry)) : parseRule(entry)
  return key === undefined ? parseAddress(entry) : { address: key, email: key }
}

/** @throws Refusal InvalidEmail */
export function readSuppressionEntry(text: string | null): Address {
  const entry = parseSuppressionEntry(text)
  if (entry) return entry
  throw new Refusal(
    'InvalidEmail',
    'An entry is an address, @ and a domain, or the MD5, SHA-1 or SHA-256 of an address.',
  )
}

export function isRuleEntry({ address }: Pick<Address, 'address'>): boolean {
  return address.startsWith('@')
}

function parseRule(text: string): string | undefined {
  const [, named, digits] = /^(?:(md5|sha1|sha256):)?([0-9a-f]+)$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const [kind] = Object.entries(hashDigits).find(([, length]) => length === digits.length) ?? []
  if (kind === undefined || (named !== undefined && named.toLowerCase() !== kind)) return undefined
  return `@${kind}:${digits.toLowerCase()}`
}

function parseDomainOf(entry: string): string | undefined {
  const parsed = parseAddress(`x${entry}`)
  // a second @ would have made the rest a local part
  return parsed && entry.lastIndexOf('@') === 0 ? parsed.address.slice(1) : undefined
}
