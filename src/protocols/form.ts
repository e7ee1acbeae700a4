/** Parses `name=value&…` of query strings and form bodies as ASP.NET did (reference/asmx.md §4.2). */
import { decodeAs } from './media.ts'

/** Values by lower-case name; names are case-insensitive and may repeat. */
export type Form = ReadonlyMap<string, readonly string[]>

const mostPairs = 1000

/**
 * A name without `=` is not a parameter. `+` is a space, `%XX` a byte of the charset, `%uXXXX` a UTF-16 unit.
 * Bytes that are invalid in the charset become a lone surrogate, which binding refuses as broken text.
 * @param text one character per byte, as sent
 * @returns undefined if there are more pairs than any request needs
 */
export function readForm(text: string, charset = 'utf-8'): Form | undefined {
  const form = new Map<string, string[]>()
  if (text === '') return form
  let pairs = 0
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('&', start)
    const stop = end < 0 ? text.length : end
    if (++pairs > mostPairs) return undefined
    // searching only the pair keeps the total time linear
    const pair = text.slice(start, stop)
    const equals = pair.indexOf('=')
    if (equals >= 0) {
      const name = decode(pair.slice(0, equals), charset).toLowerCase()
      const value = decode(pair.slice(equals + 1), charset)
      const values = form.get(name)
      if (values) values.push(value)
      else form.set(name, [value])
    }
    start = stop + 1
  }
  return form
}

/** Decodes a path: as above, except that `+` is not a space. */
export function decodePath(path: string): string {
  return path.includes('%') ? decodeBytes(path, 'utf-8', plus) : path
}

function decode(text: string, charset: string): string {
  return /[%+\x80-\uffff]/.test(text) ? decodeBytes(text, charset, space) : text
}

const percent = 0x25
const plus = 0x2b
const space = 0x20
const letterU = 0x75
const broken = '\udfff'

/** Maximum number of `%uXXXX` in a text of another charset than UTF-8, because each splits the bytes; a text with more counts as broken. */
const mostUnits = 1000

/** One pass over the text, with a few nanoseconds per character for any content. @param plusIs replacement of `+` */
function decodeBytes(text: string, charset: string, plusIs: number): string {
  const utf8 = /^utf-?8$/i.test(charset)
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  let decoded = ''
  let units = 0
  let high = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const unit = code === percent && text.charCodeAt(at + 1) === letterU ? hex(text, at + 2, 4) : -1
    if (unit >= 0 && !utf8) {
      if (++units > mostUnits) return broken
      decoded += fromBytes(bytes.subarray(0, length), charset) + String.fromCharCode(unit)
      length = 0
    } else if (unit >= 0) {
      const isPair = high !== 0 && (unit & 0xfc00) === 0xdc00
      length = isPair
        ? write(bytes, length - 3, 0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff))
        : write(bytes, length, unit)
      high = (unit & 0xfc00) === 0xd800 ? unit : 0
    } else {
      high = 0
      const byte = code === percent ? hex(text, at + 1, 2) : -1
      bytes[length++] = byte >= 0 ? byte : code === plus ? plusIs : code
      if (byte >= 0) at += 2
    }
    at += unit >= 0 ? 6 : 1
  }
  return decoded + fromBytes(bytes.subarray(0, length), charset)
}

/** The number in hexadecimal digits, or -1 if one is invalid. */
function hex(text: string, at: number, digits: number): number {
  let value = 0
  for (let n = 0; n < digits; n++) {
    const digit = digitOf[text.charCodeAt(at + n)] ?? -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

/** By character code; -1 for other characters. */
const digitOf = Int8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[0-9a-fA-F]/.test(character) ? Number.parseInt(character, 16) : -1
})

/** Writes a character as UTF-8; a lone surrogate becomes bytes that are invalid in UTF-8. @returns the new length */
function write(bytes: Buffer, length: number, code: number): number {
  let at = length
  if (code < 0x80) bytes[at++] = code
  else {
    if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6)
    else {
      if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12)
      else {
        bytes[at++] = 0xf0 | (code >> 18)
        bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
      }
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
    }
    bytes[at++] = 0x80 | (code & 0x3f)
  }
  return at
}

function fromBytes(bytes: Buffer, charset: string): string {
  return bytes.length === 0 ? '' : (decodeAs(charset, bytes) ?? broken)
}
