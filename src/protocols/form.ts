/** `name=value&…` of query strings and form bodies, read as ASP.NET read them (reference/asmx.md §4.2). */
import { decodeAs } from './media.ts'

/** Values by lower-case name; names are case-insensitive and may repeat. */
export type Form = ReadonlyMap<string, readonly string[]>

const mostPairs = 1000

/**
 * A name without `=` is no parameter. `+` is a space, `%XX` a byte of the charset, `%uXXXX` a UTF-16 unit.
 * Bytes that are none of the charset become a lone surrogate, which binding refuses as broken text.
 * @param text one character per byte, as sent
 * @returns undefined when there are more pairs than any request needs
 */
export function readForm(text: string, charset = 'utf-8'): Form | undefined {
  const form = new Map<string, string[]>()
  if (text === '') return form
  let pairs = 0
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('&', start)
    const stop = end < 0 ? text.length : end
    const equals = text.indexOf('=', start)
    if (++pairs > mostPairs) return undefined
    if (equals >= 0 && equals < stop) {
      const name = decode(text.slice(start, equals), charset).toLowerCase()
      const value = decode(text.slice(equals + 1, stop), charset)
      const values = form.get(name)
      if (values) values.push(value)
      else form.set(name, [value])
    }
    start = stop + 1
  }
  return form
}

/** A path: as above, but `+` is itself. */
export function decodePath(path: string): string {
  return path.includes('%') ? decodeBytes(path, 'utf-8') : path
}

function decode(text: string, charset: string): string {
  if (!/[%+\x80-\uffff]/.test(text)) return text
  return decodeBytes(text.replaceAll('+', ' '), charset)
}

function decodeBytes(text: string, charset: string): string {
  // %uXXXX stands for a character, all else for bytes: pieces between the former are decoded as bytes
  let decoded = ''
  let start = 0
  for (const match of text.matchAll(/%u([0-9a-fA-F]{4})/g)) {
    decoded += fromBytes(text.slice(start, match.index), charset)
    decoded += String.fromCharCode(Number.parseInt(match[1]!, 16)) // the pattern has one group
    start = match.index + match[0].length
  }
  return decoded + fromBytes(text.slice(start), charset)
}

function fromBytes(text: string, charset: string): string {
  if (text === '') return ''
  const bytes = text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decodeAs(charset, Buffer.from(bytes, 'latin1')) ?? '\udfff'
}
