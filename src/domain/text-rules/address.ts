/** The one grammar of email addresses. See docs/decisions/subscribers.md#one-grammar-for-email-web-and-phone-addresses. */
import { domainToASCII, domainToUnicode } from 'node:url'
import { remember } from '../../lib/remember.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import { trimBlanks } from './single-line.ts'

export interface Address {
  /** As it came, without white space around it: what is shown, and what mail is addressed to. */
  readonly email: string
  /** The key addresses are compared by everywhere: local part in lower case (NFC), domain in lower-case A-labels. */
  readonly address: string
}

/**
 * Reads one email address: a dot-atom local part (RFC 5322 §3.2.3; no quoted strings, no comments) of at most 64 octets,
 * in UTF-8 too (RFC 6531), and a domain of at least two labels (RFC 5321 §2.3.5; no address literals), at most 254 octets in
 * all (RFC 5321 §4.5.3.1, with the erratum's reckoning of the path). Spaces and tabs around it are cut off; any other
 * control, format or separator character refuses it. Case of the local part does not distinguish subscribers, although
 * RFC 5321 would let it: no mail host in use does.
 * @returns undefined for anything else, null and the empty string included. Linear in the length of the text.
 */
export function parseAddress(text: string | null): Address | undefined {
  if (text === null || text.length > longestInput) return undefined
  const email = trimBlanks(text)
  const at = email.lastIndexOf('@')
  if (at < 1 || octets(email) > longestAddress) return undefined
  const local = parseLocalPart(email.slice(0, at))
  const domain = knownDomain(email.slice(at + 1))
  if (local === undefined || domain === '') return undefined
  const address = `${local}@${domain}`
  return octets(address) > longestAddress ? undefined : { email, address }
}

/** True for text that is an address and nothing else. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined
}

const longestAddress = 254
const longestLocalPart = 64
const longestDomain = 253
const longestLabel = 63
/** More than any address with blanks around it; the rest of the work is done on short text only. */
const longestInput = 1000

/** Quotation marks and dashes that word processors put in the place of `"`, `'` and `-`. */
const typographic = /[\p{Pi}\p{Pf}\u201a\u201e\u301d-\u301f\uff02\uff07]|(?!-)[\p{Pd}\u2212]/u
/**
 * atext of RFC 5322, or what RFC 6531 adds: any non-ASCII character, here without controls, formats, surrogates, unassigned, white
 * space, and quotation marks and dashes, which are a slip in each case that was seen.
 */
const atom = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u
/** The same of ASCII alone, as most are: a dot-atom, whose normal form is itself in lower case. */
const plainLocalPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

function parseLocalPart(text: string): string | undefined {
  if (plainLocalPart.test(text)) return text.length > longestLocalPart ? undefined : text.toLowerCase()
  if (!isLocalPart(text)) return undefined
  const local = text.normalize('NFC').toLowerCase().normalize('NFC')
  // a Greek question mark becomes a semicolon
  return isLocalPart(local) ? local : undefined
}

function isLocalPart(text: string): boolean {
  return octets(text) <= longestLocalPart && text.split('.').every(part => atom.test(part)) && !typographic.test(text)
}

/** ASCII must be letters, digits, hyphens and dots already: the URL machinery behind domainToASCII would decode and truncate the rest. */
const domainText = /^(?:[A-Za-z0-9.-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** Lists have few domains beside their addresses. @returns '' for an invalid domain */
const knownDomain = remember(2_000, text => parseDomain(text) ?? '')

function parseDomain(text: string): string | undefined {
  if (!domainText.test(text)) return undefined
  const domain = domainToASCII(text)
  if (domain === '' || domain.length > longestDomain) return undefined
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every(part => part.length <= longestLabel && label.test(part))) return undefined
  if (!labels.every(isIdnaLabel)) return undefined
  // a last label of digits is an IPv4 address or part of one (RFC 3696 §2)
  return /^\d+$/.test(labels.at(-1)!) ? undefined : domain
}

/**
 * What IDNA2008 allows in a label (RFC 5892): letters, marks and digits, and some characters between letters. domainToASCII goes by
 * UTS 46, which lets symbols and punctuation pass, and an A-label that encodes nothing beyond ASCII (RFC 5890 §2.3.2.1).
 */
function isIdnaLabel(part: string): boolean {
  if (!part.startsWith('xn--')) return true
  const text = domainToUnicode(part)
  return /[^\x00-\x7f]/.test(text) && idnaLabel.test(text)
}

/** The further characters are a middle dot, keraia, geresh, gershayim, katakana middle dot, ditto marks and joiners (RFC 5892 §2.6, appendix A). */
const idnaLabel =
  /^(?:[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\u00b7\u0375\u05f3\u05f4\u30fb\u3007\u06fd\u06fe\u0f0b-]|\u200c|\u200d)+$/u

/**
 * What was most likely meant by a text that is no address: one that a word processor, a mail program or a link wrote, with plain
 * quotation marks and dashes, and without the text around it.
 * @returns undefined where that is no address, either
 */
export function plainAddress(text: string): string | undefined {
  if (text.length > longestInput || isAddress(text)) return undefined
  const straight = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2039\u203a\u301d-\u301f]/g, '"')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
  const [, inBrackets] = /<([^<>]*)>$/.exec(straight) ?? []
  const begun = (inBrackets ?? straight).replace(/^["'([<\s]*(?:mailto:)?\s*/i, '')
  const [local = '', domain = '', ...more] = trimEndOf(begun, '"\')]> .,;:').split('@')
  const bare = more.length > 0 ? '' : `${trimBlanks(local)}@${trimBlanks(domain)}`
  return isAddress(bare) ? bare : undefined
}

function octets(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}
