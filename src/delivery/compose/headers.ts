/**
 * Header lines (RFC 5322 §2.2, RFC 2047). Values are cleaned of everything that could end a line before they are folded, so
 * no value can add a header. Lines stay within 76 columns if they can be folded.
 */
import { domainToASCII } from 'node:url'
import { headerText, subjectText } from '../../domain/text-rules/single-line.ts'
import { remember } from '../../lib/remember.ts'

const crlf = '\r\n'
/** RFC 2047 §2: a line that holds an encoded word has at most 76 characters. */
const mostColumns = 76

/** A header whose value is our own ASCII: identifiers, addresses of pages. Written on one line. */
export function plainHeader(name: string, value: string): string {
  return `${name}: ${headerText(value)}${crlf}`
}

/** Says that a POST to the address of `List-Unsubscribe` ends the mail at once (RFC 8058 §3.1). */
export const oneClickHeader = plainHeader('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')

/** A header of free text: `Subject`. */
export function textHeader(name: string, text: string): string {
  return `${name}: ${writeUnstructured(subjectText(text), name.length + 2)}${crlf}`
}

/** A header of one mailbox: `From`, `To`, `Reply-To`. */
export function mailboxHeader(name: string, displayName: string, email: string): string {
  return mailboxLine(name, displayPhrase(name, displayName), wireAddress(email))
}

/** The display name of a mailbox, encoded for its header. */
export function displayPhrase(headerName: string, displayName: string): string {
  return phrase(headerText(displayName), headerName.length + 2)
}

/** @param shown made by `displayPhrase`. @param address made by `wireAddress` */
export function mailboxLine(name: string, shown: string, address: string): string {
  if (shown === '') return `${name}: <${address}>${crlf}`
  const last = shown.length - (shown.lastIndexOf('\n') + 1) + (shown.includes('\n') ? 0 : name.length + 2)
  return `${name}: ${shown}${last + 3 + address.length > mostColumns ? `${crlf} ` : ' '}<${address}>${crlf}`
}

/** `List-Id` (RFC 2919): a phrase and an identifier in a domain. */
export function listIdHeader(title: string, identifier: string): string {
  return `List-Id: ${phrase(headerText(title), 9)}${crlf} <${headerText(identifier)}>${crlf}`
}

/**
 * An address as it goes into envelopes and headers: the domain in A-labels, the local part as it came.
 * @throws Error for what could not stand between angle brackets
 */
export function wireAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = asciiDomain(email.slice(at + 1))
  const local = email.slice(0, at)
  if (at < 1 || domain === '' || /[\p{Cc}\p{Cf}\p{Z}<>"(),:;[\]\\@]/u.test(local))
    throw new Error('not an address mail can be sent to')
  return `${local}@${domain}`
}

const asciiDomain = remember(5000, domainToASCII)

/** Does the address need SMTPUTF8 (RFC 6531)? */
export function needsUtf8(address: string): boolean {
  return /[^\0-\x7f]/.test(address)
}

/** `Sat, 21 Nov 2026 01:00:00 +0000` */
export function dateHeader(at: Date): string {
  const second = Math.floor(at.getTime() / 1000)
  if (second !== latestDate.second) {
    latestDate = { second, header: `Date: ${at.toUTCString().replace('GMT', '+0000')}${crlf}` }
  }
  return latestDate.header
}

let latestDate = { second: Number.NaN, header: '' }

function writeUnstructured(text: string, column: number): string {
  if (!isPrintable(text) || text.includes('=?') || text.includes('  ')) return encodedWords(text, column)
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    if (word.length > mostColumns - 2) return encodedWords(text, column)
    const used = lines.length === 0 ? column : 1
    if (current !== '' && used + current.length + 1 + word.length > mostColumns) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  lines.push(current)
  return lines.join(`${crlf} `)
}

/** A display name: in quotes when it is short ASCII, otherwise encoded. Cut where no mail program would show more. */
function phrase(text: string, column: number): string {
  const name = [...text].slice(0, 200).join('').trim()
  if (name === '') return ''
  if (isPrintable(name) && name.length <= 60 && !name.includes('=?')) return `"${name.replace(/["\\]/g, '\\$&')}"`
  return encodedWords(name, column)
}

/** RFC 2047 §5: words of at most 75 characters, no character split between two of them. */
function encodedWords(text: string, column: number): string {
  if (text === '') return ''
  const words: string[] = []
  let chunk = ''
  let bytes = 0
  const room = () => Math.floor((Math.min(75, mostColumns - (words.length === 0 ? column : 1)) - 12) / 4) * 3
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > room()) {
      words.push(chunk)
      chunk = ''
      bytes = 0
    }
    chunk += character
    bytes += size
  }
  words.push(chunk)
  return words.map(word => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(`${crlf} `)
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
