/** The words of a part: transfer encoding, charset and markup undone, as far as a report needs it. */
import { decodeHTML } from 'entities'
import { type CharsetDecoder, decodeUndeclared, findDecoder } from '../../lib/charset.ts'
import { type Part, parameter } from './mime.ts'

/** Most bytes of a part that are read as text. */
const mostText = 256 * 1024

/** The decoded bytes of a part, as text. @param most bytes looked at */
export function textOf(part: Part, most = mostText): string {
  const bytes = decodeTransfer(part.body.subarray(0, most), part.headers.get('content-transfer-encoding'))
  const charset = parameter(part.headers.get('content-type') ?? '', 'charset')
  const text = decodeCharset(bytes, charset)
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** The words of markup, a block a line. Cheap and bounded: not how a browser would show it. */
export function textOfHtml(markup: string): string {
  const bare = cutOut(cutOut(cutOut(markup, '<!--', '-->'), '<style', '</style>'), '<head', '</head>')
  const shown = bare
    .replace(/[ \t\n]+/g, ' ')
    .replace(/<(?:br|\/?(?:p|div|tr|li|ul|ol|h\d|table|pre|blockquote|hr|dd|dt))\b[^<>]{0,2000}>/gi, '\n')
    // an unescaped address in angle brackets is no tag
    .replace(/<[!/?a-z](?![^<>\s@]{0,100}@)[^<>]{0,5000}>/gi, ' ')
  return decodeHTML(shown)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n\n')
}

/** Markup without the text between two marks, as long as both are present. */
function cutOut(markup: string, open: string, close: string): string {
  const lower = markup.toLowerCase()
  if (lower.length !== markup.length) return markup
  let kept = ''
  let at = 0
  for (;;) {
    const start = lower.indexOf(open, at)
    const end = start < 0 ? -1 : lower.indexOf(close, start)
    if (end < 0) return kept + markup.slice(at)
    kept += markup.slice(at, start)
    at = end + close.length
  }
}

/**
 * RFC 2047 words of a header field → text.
 * @param charset of bytes that stand in the field as they are, against the standard and not in UTF-8
 */
export function headerText(value: string | undefined, charset?: string): string {
  if (value === undefined) return ''
  const cut = value.slice(0, 2000)
  if (!cut.includes('=?')) {
    if (cut.includes(isoJapanese)) return decodeCharset(Buffer.from(cut, 'latin1'), charset)
    return isBytes.test(cut) ? decodeCharset(Buffer.from(cut, 'latin1'), charset ?? 'windows-1252') : cut
  }
  return cut
    .replace(/\?=\s{1,20}=\?/g, '?==?')
    .replace(/=\?([^?\s]{1,40})\?([bq])\?([^?]{0,1000})\?=/gi, (_, charset: string, encoding: string, data: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(data, 'base64')
          : quotedPrintable(Buffer.from(data.replace(/_/g, ' '), 'latin1'))
      return decodeCharset(bytes, charset.split('*')[0])
    })
}

/** Bytes beyond ASCII, a character each (mime.ts), and no more than bytes. */
const isBytes = /^(?=[\x00-\x7f]*[\x80-\xff])[\x00-\xff]*$/

function decodeTransfer(bytes: Buffer, encoding: string | undefined): Buffer {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name.startsWith('base64')) {
    const text = bytes.toString('latin1')
    // text that is not base64, although its header claims it, is read unchanged
    return /[^A-Za-z0-9+/=\s_-]/.test(text.slice(0, 200)) ? bytes : Buffer.from(text, 'base64')
  }
  if (name.startsWith('quoted-printable')) return quotedPrintable(bytes)
  return bytes
}

/** RFC 2045 §6.7; a lone `=` stays. */
function quotedPrintable(bytes: Buffer): Buffer {
  if (!bytes.includes(61)) return bytes
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte !== 61) {
      out[length++] = byte
      continue
    }
    const next = bytes[at + 1]
    if (next === 10) at += 1
    else if (next === 13 && bytes[at + 2] === 10) at += 2
    else {
      const high = hex(next)
      const low = hex(bytes[at + 2])
      if (high < 0 || low < 0) out[length++] = byte
      else {
        out[length++] = high * 16 + low
        at += 2
      }
    }
  }
  return out.subarray(0, length)
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 48 && byte <= 57) return byte - 48
  const upper = byte & 0xdf
  return upper >= 65 && upper <= 70 ? upper - 55 : -1
}

/** How ISO-2022-JP (RFC 1468) begins its characters: old phones sent it without saying so, and no other charset holds it. */
const isoJapanese = '\x1b$'

const decoders = new Map<string, CharsetDecoder>()

function decodeCharset(bytes: Buffer, charset: string | undefined): string {
  const named = charset?.trim().toLowerCase() ?? ''
  const name = bytes.includes(isoJapanese) ? 'iso-2022-jp' : named
  if (name === '' || name === 'utf-8' || name === 'us-ascii' || name === 'ascii' || name === 'utf8')
    return decodeUndeclared(bytes)
  const decoder = decoders.get(name) ?? findDecoder(name)
  if (!decoder) return decodeUndeclared(bytes)
  // the names a stranger may think of are many, those a decoder knows are few
  if (decoders.size < 100) decoders.set(name, decoder)
  return decoder.decode(bytes)
}
