/**
 * Bytes → text by a label of the WHATWG Encoding Standard, the same on every version of Node. Node 20 to 24 read windows-1252 as
 * ISO-8859-1 (nodejs/node#56542), so that 0x80–0x9f become control characters instead of ’, € and “. The standard gives that encoding to
 * the labels iso-8859-1, latin1 and ascii too, and no other of its encodings is wrong in Node. Other files do not call TextDecoder for
 * anything but UTF-8 (test/owners.test.ts).
 */

export interface CharsetOptions {
  /** Bytes that the encoding does not have are a TypeError; otherwise U+FFFD. */
  readonly fatal?: boolean
  /** A byte order mark stays in the text. */
  readonly ignoreBOM?: boolean
}

/** Decodes all bytes, or with `stream` one piece of them; a call without bytes ends the stream. */
export interface CharsetDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/** The name that the standard has for a label in any case, or undefined for a label that is not known. */
export function findCharset(label: string): string | undefined {
  return open(label)?.encoding
}

/** A new decoder for a label, or undefined for a label that is not known. */
export function findDecoder(label: string, options: CharsetOptions = {}): CharsetDecoder | undefined {
  const decoder = open(label, options)
  return decoder?.encoding === windows1252 ? { decode: decodeWindows1252 } : decoder
}

/** Text whose encoding is not declared, as browsers read it: UTF-8 if the bytes are valid UTF-8, otherwise windows-1252. */
export function decodeUndeclared(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(bytes)
  }
}

const windows1252 = 'windows-1252'

function open(label: string, options?: CharsetOptions) {
  try {
    return new TextDecoder(label, options)
  } catch {
    return undefined
  }
}

/** 0x80 … 0x9f; the standard gives a character to each, a control character to those that Windows left free. */
const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Each byte is a character, so that a piece of a stream needs no memory of the one before. */
function decodeWindows1252(bytes: Uint8Array = new Uint8Array()): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return text.replace(/[\x80-\x9f]/g, character => high[character.charCodeAt(0) - 0x80]!)
}
