/**
 * Parses XML 1.0 with namespaces to events. saxes is the authority. Most requests are plain markup, which a scanner reads
 * several times faster. The scanner handles only markup it is certain about; otherwise it gives up and saxes reads the
 * document from the start. So one parser decides what is well-formed, and which errors are reported. A test compares
 * the two. saxes takes 0.3 µs and more for some characters, so its input is limited.
 */
import { SaxesParser } from 'saxes'

export interface Attribute {
  readonly local: string
  readonly uri: string
  readonly value: string
}

export interface Tag {
  readonly name: string
  readonly local: string
  readonly uri: string
  readonly attributes: Readonly<Record<string, Attribute>>
}

/** An error thrown by a listener ends the parsing. */
export interface XmlEvents {
  /** Called before an element's attributes are read, and for each of them, so that limits can be checked. */
  begin(): void
  attribute(): void
  open(tag: Tag): void
  /** @param end offset after the element */
  close(end: number): void
  /** Text or CDATA, in any number of pieces. */
  text(text: string): void
  /** A comment or processing instruction. */
  aside(): void
}

const options = { xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const

/**
 * Strict parsing: no DTD, only the five entities and character references, version 1.0.
 * @throws Error if the document is not well-formed, and errors of the listener
 */
export function parse(xml: string, events: XmlEvents): void {
  if (new Scanner(xml, deaf).hasDtd()) throw new Error(dtdForbidden)
  if (isIntricate(xml)) throw new Error('The XML document is too intricate for its length.')
  const parser = new SaxesParser(options)
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') throw new Error(`Version number '${version}' is invalid.`)
  })
  parser.on('doctype', () => {
    throw new Error(dtdForbidden)
  })
  parser.on('opentagstart', () => events.begin())
  parser.on('attribute', () => events.attribute())
  parser.on('opentag', tag => events.open(tag))
  parser.on('closetag', () => events.close(parser.position))
  parser.on('text', text => events.text(text))
  parser.on('cdata', text => events.text(text))
  parser.on('comment', () => events.aside())
  parser.on('processinginstruction', () => events.aside())
  parser.write(xml).close()
}

const deaf: XmlEvents = { begin() {}, attribute() {}, open() {}, close() {}, text() {}, aside() {} }

const dtdForbidden = 'For security reasons DTD is prohibited in this XML document.'

/** Documents up to this number of characters are parsed whatever their content. */
const briefLength = 32_768
/** Maximum number of characters in longer documents that saxes is slow with. */
const mostIntricate = 5_000

function isIntricate(xml: string): boolean {
  if (xml.length <= briefLength) return false
  // hyphens and question marks are slow if they can end a comment or a processing instruction
  const hasAsides = xml.includes('<!') || xml.indexOf('<?', 1) > 0
  let found = 0
  for (let at = 0; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    const isSlow =
      code === lessThan ||
      code === ampersand ||
      code === carriageReturn ||
      code === closingBracket ||
      (hasAsides && (code === hyphen || code === questionMark))
    if (isSlow && ++found > mostIntricate) return true
  }
  return false
}

/**
 * Scans ordinary markup: names are ASCII, attribute values contain neither references nor line ends, there is no DTD.
 * @returns false if it gave up: the caller discards the events and calls `parse`. Errors of the listener are
 * final, because all earlier events are certain
 */
export function scan(xml: string, events: XmlEvents): boolean {
  // characters that are invalid in XML
  return !unusual.test(xml) && new Scanner(xml, events).run()
}

const unusual = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>'
const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/

/** Namespaces in scope, innermost first; the default prefix is `''`. */
interface Scope {
  readonly prefix: string
  readonly uri: string
  readonly outer: Scope | undefined
  readonly size: number
}

const outermost: Scope = { prefix: '', uri: '', outer: undefined, size: 0 }
const mostDeclared = 32

function namespaceOf(prefix: string, scope: Scope): string | undefined {
  let binding: Scope | undefined = scope
  while (binding && binding.prefix !== prefix) binding = binding.outer
  return binding?.uri
}

const noAttributes: Readonly<Record<string, Attribute>> = Object.freeze({})

class Scanner {
  readonly #xml: string
  readonly #events: XmlEvents
  #at = 0
  readonly #names: string[] = []
  readonly #scopes: Scope[] = [outermost]

  constructor(xml: string, events: XmlEvents) {
    this.#xml = xml
    this.#events = events
  }

  run(): boolean {
    const xml = this.#xml
    if (!this.#prolog() || xml.charCodeAt(this.#at) !== lessThan || !this.#tag()) return false
    while (this.#names.length > 0) {
      const next = xml.indexOf('<', this.#at)
      if (next < 0) return false
      if (next > this.#at && !this.#text(this.#at, next)) return false
      this.#at = next
      if (!this.#markup(xml.charCodeAt(next + 1))) return false
    }
    return this.#asides() && this.#at === xml.length
  }

  /** Whether the document has a DTD at a place where one is allowed. */
  hasDtd(): boolean {
    return this.#prolog() && this.#xml.startsWith('<!DOCTYPE', this.#at)
  }

  /** Reads up to the first element. */
  #prolog(): boolean {
    const xml = this.#xml
    if (xml.startsWith(usualDeclaration)) {
      this.#at = usualDeclaration.length
    } else if (xml.startsWith('<?')) {
      const found = declaration.exec(xml)
      if (!found) return false
      this.#at = found[0].length
    }
    return this.#asides()
  }

  /** White space, comments and processing instructions outside of the root. */
  #asides(): boolean {
    const xml = this.#xml
    for (;;) {
      this.#space()
      if (xml.startsWith('<?', this.#at)) {
        if (!this.#instruction()) return false
      } else if (xml.startsWith('<!--', this.#at)) {
        if (!this.#comment()) return false
      } else return true
    }
  }

  /** @param code character code after `<` */
  #markup(code: number): boolean {
    switch (code) {
      case slash:
        return this.#endTag()
      case questionMark:
        return this.#instruction()
      case exclamationMark:
        return this.#xml.startsWith('<![CDATA[', this.#at) ? this.#cdata() : this.#comment()
      default:
        return this.#tag()
    }
  }

  #comment(): boolean {
    const xml = this.#xml
    if (!xml.startsWith('<!--', this.#at)) return false
    const end = xml.indexOf('--', this.#at + 4)
    if (end < 0 || xml.charCodeAt(end + 2) !== greaterThan) return false
    this.#at = end + 3
    this.#events.aside()
    return true
  }

  #instruction(): boolean {
    const xml = this.#xml
    this.#at += 2
    const target = this.#name()
    if (!isLocal(target) || target.toLowerCase() === 'xml') return false
    const end = xml.indexOf('?>', this.#at)
    if (end < 0 || (end > this.#at && !isSpace(xml.charCodeAt(this.#at)))) return false
    this.#at = end + 2
    this.#events.aside()
    return true
  }

  #cdata(): boolean {
    const xml = this.#xml
    const start = this.#at + '<![CDATA['.length
    const end = xml.indexOf(']]>', start)
    if (end < 0) return false
    const text = xml.slice(start, end)
    this.#events.text(text.includes('\r') ? decodeText(text, false)! : text)
    this.#at = end + 3
    return true
  }

  #text(start: number, end: number): boolean {
    const raw = this.#xml.slice(start, end)
    if (raw.includes(']]>')) return false
    const text = raw.includes('&') || raw.includes('\r') ? decodeText(raw, true) : raw
    if (text === undefined) return false
    this.#events.text(text)
    return true
  }

  #endTag(): boolean {
    const name = this.#names.at(-1)! // called with an element open
    const start = this.#at + 2
    const end = start + name.length
    if (!this.#xml.startsWith(name, start) || this.#xml.charCodeAt(end) !== greaterThan) return false
    this.#at = end + 1
    this.#names.pop()
    this.#scopes.pop()
    this.#events.close(this.#at)
    return true
  }

  #tag(): boolean {
    const xml = this.#xml
    this.#at++
    const name = this.#name()
    if (name === '') return false
    this.#events.begin()
    const parent = this.#scopes.at(-1)! // the outermost scope is never removed
    let scope = parent
    let plain: [name: string, value: string][] | undefined
    for (;;) {
      const before = this.#at
      this.#space()
      const code = xml.charCodeAt(this.#at)
      if (code === greaterThan || code === slash) break
      if (this.#at === before) return false
      const attribute = this.#name()
      if (attribute === '') return false
      const value = this.#value()
      if (value === undefined) return false
      this.#events.attribute()
      if (attribute.startsWith('xml')) {
        const prefix = attribute === 'xmlns' ? '' : attribute.startsWith('xmlns:') ? attribute.slice(6) : undefined
        if (prefix === undefined || !isOrdinary(prefix, value)) return false
        // a repeated declaration is an error, which saxes reports
        for (let own = scope; own !== parent; own = own.outer!) if (own.prefix === prefix) return false
        if (scope.size === mostDeclared) return false
        scope = { prefix, uri: value, outer: scope, size: scope.size + 1 }
      } else {
        plain ??= []
        plain.push([attribute, value])
      }
    }
    const tag = qualified(name, scope, plain)
    if (!tag) return false
    const isEmpty = xml.charCodeAt(this.#at) === slash
    if (isEmpty && xml.charCodeAt(++this.#at) !== greaterThan) return false
    this.#at++
    this.#events.open(tag)
    if (isEmpty) this.#events.close(this.#at)
    else {
      this.#names.push(name)
      this.#scopes.push(scope)
    }
    return true
  }

  #name(): string {
    const xml = this.#xml
    const start = this.#at
    if (!nameStart[xml.charCodeAt(start)]) return ''
    let at = start + 1
    while (nameRest[xml.charCodeAt(at)]) at++
    this.#at = at
    return xml.slice(start, at)
  }

  /** Reads `="…"`; undefined for any other form. */
  #value(): string | undefined {
    const xml = this.#xml
    if (xml.charCodeAt(this.#at) !== 0x3d) return undefined
    const quote = xml[this.#at + 1]
    if (quote !== '"' && quote !== "'") return undefined
    const end = xml.indexOf(quote, this.#at + 2)
    if (end < 0) return undefined
    const value = xml.slice(this.#at + 2, end)
    if (/[<&\t\n\r]/.test(value)) return undefined
    this.#at = end + 1
    return value
  }

  #space(): void {
    while (isSpace(this.#xml.charCodeAt(this.#at))) this.#at++
  }
}

const lessThan = 0x3c
const greaterThan = 0x3e
const slash = 0x2f
const exclamationMark = 0x21
const questionMark = 0x3f
const hyphen = 0x2d
const closingBracket = 0x5d
const carriageReturn = 0x0d
const lineFeed = 0x0a
const ampersand = 0x26
const semicolon = 0x3b
const numberSign = 0x23

function isSpace(code: number): boolean {
  return code === 0x20 || code === lineFeed || code === carriageReturn || code === 0x09
}

/** Texts up to this length are decoded in this buffer; longer ones allocate memory. */
const scratch = new Uint16Array(4_096)

/**
 * Converts line ends to line feeds, and references to their characters. One pass, a few nanoseconds per character.
 * @returns undefined for an invalid reference
 */
function decodeText(raw: string, references: boolean): string | undefined {
  const units = raw.length <= scratch.length ? scratch : new Uint16Array(raw.length)
  let length = 0
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === carriageReturn) {
      units[length++] = lineFeed
      if (raw.charCodeAt(at + 1) === lineFeed) at++
    } else if (code === ampersand && references) {
      const end = endOfReference(raw, at)
      const character = end < 0 ? -1 : characterOf(raw, at, end)
      if (character < 0) return undefined
      if (character > 0xffff) {
        units[length++] = 0xd800 + ((character - 0x10000) >> 10)
        units[length++] = 0xdc00 + (character & 0x3ff)
      } else units[length++] = character
      at = end
    } else units[length++] = code
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}

/** The index of a reference's semicolon, or -1; a reference has at most ten characters without leading zeros. */
function endOfReference(raw: string, start: number): number {
  const last = Math.min(raw.length, start + 12)
  for (let at = start + 1; at < last; at++) if (raw.charCodeAt(at) === semicolon) return at
  return -1
}

/** @returns the code point of `&…;`, or -1 */
function characterOf(raw: string, start: number, end: number): number {
  if (raw.charCodeAt(start + 1) !== numberSign) return entities[raw.slice(start + 1, end)] ?? -1
  const isHexadecimal = raw.charCodeAt(start + 2) === 0x78
  const base = isHexadecimal ? 16 : 10
  const first = start + (isHexadecimal ? 3 : 2)
  if (first === end) return -1
  let value = 0
  for (let at = first; at < end; at++) {
    const digit = digitOf(raw.charCodeAt(at))
    if (digit < 0 || digit >= base) return -1
    value = value * base + digit
  }
  return isCharacter(value) ? value : -1
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** XML 1.0 §2.2. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === lineFeed || code === carriageReturn
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

/** Code points of the five entities, by name. */
const entities: Readonly<Record<string, number>> = Object.assign(Object.create(null) as Record<string, number>, {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
})

/** Characters of ASCII names; other indexes are undefined, which counts as false. */
const nameStart = tableOf(/[A-Za-z_]/)
const nameRest = tableOf(/[A-Za-z0-9_.:-]/)

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** A namespace declaration that is not one of the specification's special cases. */
function isOrdinary(prefix: string, uri: string): boolean {
  if (prefix !== '' && (uri === '' || !isLocal(prefix) || prefix.startsWith('xml'))) return false
  return (
    uri === uri.trim() && !uri.startsWith('http://www.w3.org/XML/') && !uri.startsWith('http://www.w3.org/2000/xmlns')
  )
}

/** Whether the text is a valid name after a colon. */
function isLocal(name: string): boolean {
  return !name.includes(':') && nameStart[name.charCodeAt(0)] === 1
}

/** @returns undefined if a prefix is not bound, a name has two colons, or two attributes may be equal */
function qualified(
  name: string,
  scope: Scope,
  plain: readonly (readonly [name: string, value: string])[] | undefined,
): Tag | undefined {
  const colon = name.indexOf(':')
  const uri = namespaceOf(colon < 0 ? '' : name.slice(0, colon), scope)
  const local = colon < 0 ? name : name.slice(colon + 1)
  if (uri === undefined || (colon >= 0 && !isLocal(local))) return undefined
  if (!plain) return { name, local, uri, attributes: noAttributes }

  const attributes: Record<string, Attribute> = Object.create(null)
  const seen = new Set<string>()
  for (const [attribute, value] of plain) {
    const colon = attribute.indexOf(':')
    const uri = colon < 0 ? '' : namespaceOf(attribute.slice(0, colon), scope)
    const local = colon < 0 ? attribute : attribute.slice(colon + 1)
    if (uri === undefined || (colon >= 0 && !isLocal(local)) || seen.has(local)) return undefined
    seen.add(local)
    attributes[attribute] = { local, uri, value }
  }
  return { name, local, uri, attributes }
}
