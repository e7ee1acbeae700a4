/**
 * Pieces → quoted-printable (RFC 2045 §6.7), canonical by construction (reference/delivery.md §3): 7-bit, CRLF only, lines of
 * at most 76 characters, no white space at the end of a line, no dot at its beginning. So dot-stuffing is never needed, no relay
 * has a reason to change a line, simple DKIM canonicalisation changes nothing, and SMTP smuggling is impossible.
 */
import { tokenLength } from '../../domain/tokens/tokens.ts'
import type { Branch } from './branches.ts'
import { type Field, type Pieces, token } from './pieces.ts'

/** Encoded once per campaign; per recipient, tokens are patched in place and values put between the fixed parts. */
export interface Encoded {
  /** One more than there are places between them. */
  readonly fixed: readonly { readonly bytes: Uint8Array; readonly tokens: readonly number[] }[]
  /** A value, or the beginning or end of a branch. */
  readonly between: readonly (Field | Branch)[]
}

/** Leaves room for the `=` of a soft line break. */
const mostColumns = 75
const softBreak = '=\r\n'

/**
 * Encodes pieces. The result ends with the line break that belongs to the boundary after it (RFC 2046 §5.1.1).
 * @param goesOn the text goes on in what is encoded next: the result ends at the end of a line, without a line break of the text
 */
export function encodePieces(pieces: Pieces, goesOn = false): Encoded {
  const fixed: { bytes: Buffer; tokens: number[] }[] = []
  const between: (Field | Branch)[] = []
  let writer = lineWriter()
  let offsets: number[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') writer.text(piece)
    else if (piece === token) offsets.push(writer.atom('T'.repeat(tokenLength)))
    else {
      // a value and a branch have lines of their own, so that the fixed text never shifts
      writer.breakSoftly()
      fixed.push({ bytes: Buffer.from(writer.done(), 'latin1'), tokens: offsets })
      between.push(piece)
      writer = lineWriter()
      offsets = []
    }
  }
  if (goesOn) writer.breakSoftly()
  else writer.hardBreak()
  fixed.push({ bytes: Buffer.from(writer.done(), 'latin1'), tokens: offsets })
  return { fixed, between }
}

/** A value on lines of its own. */
export function encodeValue(value: string): string {
  // most values are a word or two that mean themselves
  if (value.length <= mostColumns && plainWords.test(value)) return value + softBreak
  const writer = lineWriter()
  writer.text(value)
  return writer.done() + softBreak
}

/** The number of octets after decoding. */
export function decodedLength(encoded: Uint8Array): number {
  let length = encoded.length
  for (let at = encoded.indexOf(0x3d); at >= 0; at = encoded.indexOf(0x3d, at + 3))
    // a soft line break decodes to nothing, an escape to one octet
    length -= encoded[at + 1] === 0x0d ? 3 : 2
  return length
}

/** Printable ASCII with single spaces inside, without what is escaped at the beginning of a line. */
const plainWords = /^(?![.]|From )[!-<>-~]+(?: [!-<>-~]+)*$/

function lineWriter() {
  let out = ''
  let column = 0

  function put(unit: string) {
    if (column + unit.length > mostColumns) {
      out += softBreak
      column = 0
    }
    out += unit
    column += unit.length
  }

  return {
    text(text: string) {
      const bytes = Buffer.from(text.replace(/\r\n?|\n/g, '\n'), 'utf8')
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index]!
        if (byte === 0x0a) {
          out += '\r\n'
          column = 0
          continue
        }
        const next = bytes[index + 1]
        const first = column === 0 || column + 1 > mostColumns
        if (byte === 0x20 || byte === 0x09) {
          // only a blank at the end of a line could be lost on the way
          put(next === undefined || next === 0x0a ? hex(byte) : String.fromCharCode(byte))
        } else if (byte < 0x21 || byte > 0x7e || byte === 0x3d || (byte === 0x2e && first)) put(hex(byte))
        // "From " at the beginning of a line is changed by mail stores (RFC 4155)
        else if (byte === 0x46 && first && bytes.toString('latin1', index, index + 5) === 'From ') put(hex(byte))
        else put(String.fromCharCode(byte))
      }
    },
    /** @returns where it begins */
    atom(text: string): number {
      put(text)
      return out.length - text.length
    },
    breakSoftly() {
      if (column > 0) out += softBreak
      column = 0
    },
    hardBreak() {
      out += '\r\n'
      column = 0
    },
    done: () => out,
  }
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
