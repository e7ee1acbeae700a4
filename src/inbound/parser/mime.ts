/**
 * Just enough MIME to read a report: headers and where the parts are, over the bytes as they came. What came back may be
 * anything, so every step is bounded by bytes and counts, and nothing here throws. RFC 5322 §2.2, RFC 2045, RFC 2046 §5.1.
 */

export interface Part {
  readonly headers: Headers
  /** `text/plain`, in lower case, without parameters. */
  readonly type: string
  /** Its bytes, still encoded. */
  readonly body: Buffer
  /** Of a multipart, in order. */
  readonly parts: readonly Part[]
}

/** Bytes of a mail that are parsed; the text of a report comes before the mail that it returns. */
const mostBytes = 4 * 1024 * 1024
const mostHeaderBytes = 64 * 1024
const mostHeaders = 500
const mostParts = 100
const deepest = 8

/** Header fields in order; folded lines are joined (RFC 5322 §2.2.3). */
export class Headers {
  readonly #fields = new Map<string, string[]>()

  add(name: string, value: string) {
    const all = this.#fields.get(name)
    if (all) all.push(value)
    else this.#fields.set(name, [value])
  }
  /** The first field of a name in lower case. */
  get(name: string): string | undefined {
    return this.#fields.get(name)?.[0]
  }
  has(name: string): boolean {
    return this.#fields.has(name)
  }
  all(name: string): readonly string[] {
    return this.#fields.get(name) ?? []
  }
  get size(): number {
    return this.#fields.size
  }
}

/** Reads a mail from its first byte. */
export function readMime(raw: Buffer): Part {
  const budget = { parts: mostParts }
  const bytes = raw.length > mostBytes ? raw.subarray(0, mostBytes) : raw
  return readPart(endsInReturns(bytes) ? withLineFeeds(bytes) : bytes, 'text/plain', 0, budget)
}

/** Its lines end in CR alone, as old programs wrote them and some transfers leave them; a last LF may have been put behind them. */
export function endsInReturns(bytes: Uint8Array): boolean {
  const feed = bytes.indexOf(10)
  return bytes.includes(13) && (feed < 0 || feed === bytes.length - 1)
}

/** A copy whose lines end in LF where they ended in CR alone. */
export function withLineFeeds(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.map(byte => (byte === 13 ? 10 : byte)))
}

/** The mail inside a message/rfc822 part, or the headers of a text/rfc822-headers. */
export function readInner(part: Part): Part {
  return readPart(trimStart(part.body), 'text/plain', deepest - 2, { parts: 20 })
}

/** All parts that are not multiparts, in their order. */
export function listLeaves(part: Part): Part[] {
  return part.type.startsWith('multipart/') && part.parts.length > 0 ? part.parts.flatMap(listLeaves) : [part]
}

/** What a part is taken for whose type its sender did not know: gateways call the fields of a report text or a file. */
export function isFile({ type }: Part): boolean {
  return type === 'text/plain' || type === 'application/octet-stream'
}

/** Fields of one block of text. @param text lines, folded or not */
export function readHeaders(text: string): Headers {
  const headers = new Headers()
  let name = ''
  let value = ''
  let count = 0
  for (const line of text.split('\n')) {
    const clean = line.endsWith('\r') ? line.slice(0, -1) : line
    const first = clean.charCodeAt(0)
    if ((first === 32 || first === 9) && name !== '') {
      if (value.length < mostHeaderBytes) value += ` ${clean.trim()}`
      continue
    }
    const colon = clean.indexOf(':')
    const isField = colon > 0 && colon < 80 && /^[!-9;-~]+[ \t]*$/.test(clean.slice(0, colon))
    if (name !== '') headers.add(name, value)
    name = ''
    if (!isField) continue
    if (++count > mostHeaders) break
    name = clean.slice(0, colon).trim().toLowerCase()
    value = clean.slice(colon + 1).trim()
  }
  if (name !== '') headers.add(name, value)
  return headers
}

/** A parameter of a structured field: `boundary` of `multipart/report; boundary="x"`. */
export function parameter(field: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[;\\s])${name}\\*?\\s{0,10}=\\s{0,10}(?:"([^"]{0,300})"|([^\\s;"]{1,300}))`, 'i').exec(
    field.slice(0, 2000),
  )
  return found?.[1] ?? found?.[2]
}

function readPart(bytes: Buffer, fallbackType: string, depth: number, budget: { parts: number }): Part {
  const end = endOfHeaders(bytes)
  const headerBytes = bytes.subarray(0, Math.min(end.headers, mostHeaderBytes))
  const headers = readHeaders(decodeLoosely(headerBytes))
  const body = bytes.subarray(end.body)
  const field = headers.get('content-type')
  const type =
    field === undefined
      ? fallbackType
      : (/^[\w.+-]{1,60}\/[\w.+-]{1,80}/.exec(field.trim())?.[0].toLowerCase() ?? fallbackType)
  const boundary = type.startsWith('multipart/') ? parameter(field ?? '', 'boundary') : undefined
  if (boundary === undefined || boundary === '' || depth >= deepest) return { headers, type, body, parts: [] }
  const inner = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  const parts: Part[] = []
  for (const piece of split(body, boundary, budget)) parts.push(readPart(piece, inner, depth + 1, budget))
  return { headers, type, body, parts }
}

/** Where the header ends and the body begins. A part may begin with its empty line: it has no headers then. */
function endOfHeaders(bytes: Buffer): { headers: number; body: number } {
  if (bytes[0] === 10) return { headers: 0, body: 1 }
  if (bytes[0] === 13 && bytes[1] === 10) return { headers: 0, body: 2 }
  const within = bytes.subarray(0, mostHeaderBytes * 4)
  const crlf = within.indexOf('\r\n\r\n')
  const lf = within.indexOf('\n\n')
  if (crlf < 0 && lf < 0) return { headers: bytes.length, body: bytes.length }
  return crlf >= 0 && (lf < 0 || crlf < lf) ? { headers: crlf, body: crlf + 4 } : { headers: lf, body: lf + 2 }
}

/** The pieces between the delimiters of a multipart (RFC 2046 §5.1.1). One that is never closed reaches to the end. */
function split(body: Buffer, boundary: string, budget: { parts: number }): Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const pieces: Buffer[] = []
  let start = -1
  let at = 0
  for (;;) {
    const found = body.indexOf(delimiter, at)
    if (found < 0) break
    at = found + delimiter.length
    const atLineStart = found === 0 || body[found - 1] === 10
    const next = body[at]
    const closes = next === 45 && body[at + 1] === 45
    // a longer boundary that begins with this one is another's
    if (!atLineStart || !(closes || next === 10 || next === 13 || next === 32 || next === 9 || next === undefined))
      continue
    if (start >= 0) {
      pieces.push(body.subarray(start, beforeLineEnd(body, found, start)))
      if (--budget.parts <= 0) return pieces
    }
    if (closes) return pieces
    const lineEnd = body.indexOf(10, at)
    start = lineEnd < 0 ? body.length : lineEnd + 1
    at = start
  }
  if (start >= 0 && start < body.length) {
    pieces.push(body.subarray(start))
    budget.parts--
  }
  return pieces
}

function beforeLineEnd(body: Buffer, at: number, start: number): number {
  let end = at
  if (end > start && body[end - 1] === 10) end--
  if (end > start && body[end - 1] === 13) end--
  return end
}

function trimStart(bytes: Buffer): Buffer {
  let at = 0
  while (at < bytes.length && (bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 32)) at++
  return bytes.subarray(at)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** UTF-8 where it is, otherwise a character for each byte, so that the bytes can be read again in a charset (`headerText`). */
function decodeLoosely(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }
}
