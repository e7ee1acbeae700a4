/**
 * XML 1.0 with namespaces, as events. saxes is the authority; but most requests are plain markup without comments,
 * CDATA and the like, and those a scanner reads several times faster. The scanner only takes what it is certain of: at
 * anything else it gives up and saxes reads the document from the start, so what is well-formed, and what is wrong with
 * what is not, is decided in one place. A test holds the two against each other.
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

/** What a listener throws ends the reading. */
export interface XmlEvents {
  /** Before an element's attributes are read, and for each of them: where limits are counted. */
  begin(): void
  attribute(): void
  open(tag: Tag): void
  /** @param end offset behind the element */
  close(end: number): void
  /** Text or CDATA, in any number of pieces. */
  text(text: string): void
  /** A comment or processing instruction. */
  aside(): void
}

const options = { xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const

/**
 * Strict: no DTD, no entities but the five and character references, version 1.0.
 * @throws Error for a document that is not well-formed, and what the listener throws
 */
export function parse(xml: string, events: XmlEvents): void {
  const parser = new SaxesParser(options)
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') throw new Error(`Version number '${version}' is invalid.`)
  })
  parser.on('doctype', () => {
    throw new Error('For security reasons DTD is prohibited in this XML document.')
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

/**
 * Reads plain markup. Names are ASCII, attribute values hold no references and no line ends, there is nothing but
 * elements and text.
 * @returns false where it gave up: events so far are to be forgotten, and `parse` has the say
 */
export function scan(xml: string, events: XmlEvents): boolean {
  // comments, CDATA and DTD; processing instructions behind the declaration; characters XML does not have
  if (xml.includes('<!') || xml.indexOf('<?', 1) > 0 || unusual.test(xml)) return false
  return new Scanner(xml, events).run()
}

const unusual = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>'
const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/

/** Namespaces in scope, innermost first; the prefix of the default one is `''`. */
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
    if (xml.startsWith(usualDeclaration)) {
      this.#at = usualDeclaration.length
    } else if (xml.startsWith('<?')) {
      const found = declaration.exec(xml)
      if (!found) return false
      this.#at = found[0].length
    }
    this.#space()
    if (xml.charCodeAt(this.#at) !== lessThan || !this.#tag()) return false
    while (this.#names.length > 0) {
      const next = xml.indexOf('<', this.#at)
      if (next < 0) return false
      if (next > this.#at && !this.#text(xml.slice(this.#at, next))) return false
      this.#at = next
      if (!(xml.charCodeAt(next + 1) === slash ? this.#endTag() : this.#tag())) return false
    }
    this.#space()
    return this.#at === xml.length
  }

  #text(raw: string): boolean {
    if (raw.includes(']]>')) return false
    let text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
    if (text.includes('&')) {
      let known = true
      text = text.replace(/&([^;]*;?)/g, (_, reference: string) => {
        const character = references[reference]
        if (character === undefined) known = false
        return character ?? ''
      })
      if (!known) return false
    }
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
    const parent = this.#scopes.at(-1)! // the first is never taken away
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
        // the same declaration twice is an error; saxes says so
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

  /** `="…"`, or undefined for anything that is not the plainest form. */
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
    const xml = this.#xml
    for (;;) {
      const code = xml.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }
}

const lessThan = 0x3c
const greaterThan = 0x3e
const slash = 0x2f

/** By what follows the ampersand. */
const references: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  'amp;': '&',
  'lt;': '<',
  'gt;': '>',
  'quot;': '"',
  'apos;': "'",
})

/** Characters of ASCII names; past the table is undefined, as good as no. */
const nameStart = tableOf(/[A-Za-z_]/)
const nameRest = tableOf(/[A-Za-z0-9_.:-]/)

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** A namespace declaration without the special cases of the specification. */
function isOrdinary(prefix: string, uri: string): boolean {
  if (prefix !== '' && (uri === '' || !isLocal(prefix) || prefix.startsWith('xml'))) return false
  return (
    uri === uri.trim() && !uri.startsWith('http://www.w3.org/XML/') && !uri.startsWith('http://www.w3.org/2000/xmlns')
  )
}

/** A name without colons that can follow one. */
function isLocal(name: string): boolean {
  return !name.includes(':') && nameStart[name.charCodeAt(0)] === 1
}

/** @returns undefined where a prefix is not bound, a name has two colons, or two attributes may be the same */
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
