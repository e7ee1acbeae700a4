/**
 * What text from callers must look like before anything else sees it: the one address grammar, single lines and web
 * addresses. Control characters never pass, so nothing stored can break out of a header, a line or an SMTP command.
 * See docs/decisions/subscribers.md#one-grammar-for-email-web-and-phone-addresses.
 */
import { domainToASCII, domainToUnicode } from 'node:url'
import { Refusal } from '../contract/refusals.ts'

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
 * control, format or separator character refuses it. Case of the local part does not tell subscribers apart, although
 * RFC 5321 would let it: no mail host in use does.
 * @returns undefined for anything else, null and the empty string included. Linear in the length of the text.
 */
export function parseAddress(text: string | null): Address | undefined {
  if (text === null || text.length > longestInput) return undefined
  const email = trimBlanks(text)
  const at = email.lastIndexOf('@')
  if (at < 1 || octets(email) > longestAddress) return undefined
  const local = parseLocalPart(email.slice(0, at))
  const domain = parseDomain(email.slice(at + 1))
  if (local === undefined || domain === undefined) return undefined
  const address = `${local}@${domain}`
  return octets(address) > longestAddress ? undefined : { email, address }
}

/**
 * Reads text of one line: blanks around it are cut off, control characters and line separators refuse it.
 * @param max most UTF-16 units
 * @returns the text, '' for null and blank text, undefined when it is too long or not one clean line
 */
export function line(text: string | null, { max }: { readonly max: number }): string | undefined {
  const trimmed = trimBlanks(text ?? '')
  if (trimmed.length > max || unprintable.test(trimmed) || !trimmed.isWellFormed()) return undefined
  return trimmed
}

/**
 * Reads a parameter that is text of one line, saying what is wrong with it.
 * @param max most UTF-16 units
 * @returns the text, '' for null and blank text
 * @throws Refusal ValueTooLong, InvalidCharacters
 */
export function cleanLine(parameter: string, text: string | null, max: number): string {
  const clean = line(text, { max: Number.POSITIVE_INFINITY })
  if (clean === undefined) {
    throw new Refusal('InvalidCharacters', `${parameter} must be one line without control characters.`)
  }
  if (clean.length > max) throw new Refusal('ValueTooLong', `${parameter} is longer than ${max} characters.`)
  return clean
}

/**
 * Reads an absolute http or https URL of at most 2,000 characters that carries no user name or password.
 * @returns the URL as it came, without blanks around it; undefined for anything else, null and the empty string included
 */
export function webAddress(text: string | null): string | undefined {
  const url = line(text, { max: longestUrl })
  // the parser would quietly drop or encode white space and forgive missing or backward slashes
  if (!url || !/^https?:\/\/[^\s/\\]/i.test(url) || /\s/.test(url)) return undefined
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') return undefined
  return url
}

/** Text on one line: a run of control characters and line separators becomes a space, blanks around it are cut off. */
export function asOneLine(text: string): string {
  return text.replace(lineBreaking, ' ').trim()
}

/**
 * Text as a header of a mail may carry it: on one line, and without invisible characters that change how the rest
 * is shown or compared (right-to-left overrides and other direction controls, zero-width spaces, soft hyphens, tag
 * characters). Joiners stay, which Persian, Indic scripts and emoji need, and so do the tags of a regional flag.
 */
export function headerText(text: string): string {
  return asOneLine(text.toWellFormed().replace(unseen, '$<flag>'))
}

const lineBreaking = /[\p{Cc}\u2028\u2029]+/gu
/** U+FFF9 to U+FFFB, the interlinear annotations, are not among the default ignorable characters. */
const unseen =
  /(?<flag>\u{1F3F4}[\u{E0030}-\u{E007A}]{3,7}\u{E007F})|(?![\u200c\u200d])(?=\p{Default_Ignorable_Code_Point})\p{Cf}|[\ufff9-\ufffb]/gu

const longestAddress = 254
const longestLocalPart = 64
const longestDomain = 253
const longestLabel = 63
const longestUrl = 2000
/** More than any address with blanks around it; the rest of the work is done on short text only. */
const longestInput = 1000

/** C0 and C1 controls, and the separators some readers break lines at. */
const unprintable = /[\p{Cc}\u2028\u2029]/u

/** atext of RFC 5322, or what RFC 6531 adds: any non-ASCII character, here without controls, formats, surrogates, unassigned and white space. */
const atom = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u

function parseLocalPart(text: string): string | undefined {
  if (!isLocalPart(text)) return undefined
  const local = text.normalize('NFC').toLowerCase().normalize('NFC')
  // a Greek question mark becomes a semicolon
  return isLocalPart(local) ? local : undefined
}

function isLocalPart(text: string): boolean {
  return octets(text) <= longestLocalPart && text.split('.').every(part => atom.test(part))
}

/** ASCII must be letters, digits, hyphens and dots already: the URL machinery behind domainToASCII would decode and truncate the rest. */
const domainText = /^(?:[A-Za-z0-9.-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

function parseDomain(text: string): string | undefined {
  if (!domainText.test(text)) return undefined
  const domain = domainToASCII(text)
  if (domain === '' || domain.length > longestDomain) return undefined
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every(part => part.length <= longestLabel && label.test(part))) return undefined
  if (labels.some(isFalseAlabel)) return undefined
  // a last label of digits is an IPv4 address or part of one (RFC 3696 §2)
  return /^\d+$/.test(labels.at(-1)!) ? undefined : domain
}

/** Begins like an A-label and encodes nothing beyond ASCII (RFC 5890 §2.3.2.1); newer versions of Node let it pass domainToASCII. */
function isFalseAlabel(part: string): boolean {
  return part.startsWith('xn--') && !/[^\x00-\x7f]/.test(domainToUnicode(part))
}

function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function octets(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}
