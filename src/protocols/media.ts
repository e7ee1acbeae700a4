/** Content-Type and character encodings, as ASP.NET read them (reference/asmx.md §2.1, §2.10, §4.2). */
import { isUtf8 } from 'node:buffer'
import { findDecoder } from '../lib/charset.ts'

/** The part before `;` in lower case, not trimmed: `text/xml ;x` is not `text/xml`. */
export function mediaType(contentType: string): string {
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).toLowerCase()
}

/** A parameter of a Content-Type without quotes, or undefined. */
export function mediaParameter(contentType: string, name: 'charset' | 'action'): string | undefined {
  const start = contentType.indexOf(';')
  if (start < 0) return undefined
  const found = parameterPatterns[name].exec(contentType.slice(start))
  return (found?.[1] ?? found?.[2])?.trim()
}

const parameterPatterns = {
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|([^;]*))/i,
  action: /;\s*action\s*=\s*(?:"([^"]*)"|([^;]*))/i,
}

/**
 * Decodes the text of an XML request: by a byte order mark, otherwise the charset of the Content-Type, otherwise UTF-8. The encoding in
 * the XML declaration counts only for `application/soap+xml` without a charset, as in RFC 3023 and ASP.NET.
 * @returns the text without the mark, or undefined if the bytes are invalid in the encoding
 */
export function decodeXml(body: Buffer, contentType: string): string | undefined {
  if (body.length >= 2) {
    const [a, b] = body
    if (a === 0xef && b === 0xbb && body[2] === 0xbf) return decodeUtf8(body.subarray(3))
    if (a === 0xff && b === 0xfe) return decodeAs('utf-16le', body.subarray(2))
    if (a === 0xfe && b === 0xff) return decodeAs('utf-16be', body.subarray(2))
  }
  let charset = mediaParameter(contentType, 'charset')
  if (charset === undefined && mediaType(contentType) === 'application/soap+xml') charset = declaredEncoding(body)
  return charset === undefined ? decodeUtf8(body) : decodeAs(charset, body)
}

// UTF-8 keeps non-ASCII text that is sent with a wrong charset; ASP.NET replaced it by `?`, which no client can depend on
const ascii = /^(?:utf-?8|(?:us-)?ascii)$/i

/** Whether a Content-Type names a charset that is not UTF-8. */
export function namesOtherCharset(contentType: string): boolean {
  const charset = mediaParameter(contentType, 'charset')
  return charset !== undefined && !ascii.test(charset)
}

function decodeUtf8(body: Buffer): string | undefined {
  return isUtf8(body) ? body.toString('utf8') : undefined
}

/**
 * @param charset an unknown one is read as UTF-8
 * @returns undefined for bytes that are invalid in the charset
 */
export function decodeAs(charset: string, body: Buffer): string | undefined {
  if (ascii.test(charset) && isUtf8(body)) return body.toString('utf8')
  const decoder = findDecoder(charset, { fatal: true, ignoreBOM: true })
  if (!decoder) return decodeUtf8(body)
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

function declaredEncoding(body: Buffer): string | undefined {
  if (body[0] === 0x3c && body[1] === 0) return 'utf-16le'
  if (body[0] === 0 && body[1] === 0x3c) return 'utf-16be'
  const start = body.toString('latin1', 0, 200)
  return /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1]
}
