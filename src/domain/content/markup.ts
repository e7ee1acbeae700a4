/**
 * HTML as a flat list of tokens that know where in the source they stand. Pages are checked and changed through it, never
 * parsed into a tree and written again: what is not touched stays as its author wrote it, byte for byte.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { QuoteType, Tokenizer } from 'htmlparser2'

export type Token = OpenTag | CloseTag | Text | Comment | Placeholder

interface Span {
  /** Offsets in the source, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

export interface OpenTag extends Span {
  readonly kind: 'open'
  /** Lower case. */
  readonly name: string
  readonly attributes: readonly Attribute[]
}

export interface CloseTag extends Span {
  readonly kind: 'close'
  readonly name: string
}

export interface Text extends Span {
  readonly kind: 'text'
  /** The source's characters: entities are not decoded. */
  readonly text: string
  /** The element whose raw text it is, where markup means nothing: `style`, `script`, `title`. */
  readonly rawIn: string | undefined
}

export interface Comment extends Span {
  readonly kind: 'comment'
  readonly text: string
}

/** A tag of the first template generation: `<$title link='true'$>` (reference/wire.md §9). */
export interface Placeholder extends Span {
  readonly kind: 'placeholder'
  /** Lower case, without dollars. */
  readonly name: string
  /** The text between the name and `$>`. */
  readonly text: string
}

/** `start` and `end` are those of the value, without its quotes. */
export interface Attribute extends Span {
  /** Lower case. */
  readonly name: string
  /** Entities decoded. */
  readonly value: string
  readonly quote: '"' | "'" | ''
}

const rawElements = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
])

/** Reads a page in one pass; linear, and nothing is too broken for it. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  const { masked, placeholders } = mask(source)
  let name = ''
  let tagStart = 0
  let attributes: Attribute[] = []
  let attribute: { name: string; start: number; end: number } | undefined
  let rawIn: string | undefined
  let textStart = -1
  let textEnd = -1
  let next = 0

  function endText() {
    if (textStart < 0) return
    const from = textStart
    let at = from
    textStart = -1
    while (next < placeholders.length && placeholders[next]!.start < from) next++
    while (rawIn === undefined && next < placeholders.length && placeholders[next]!.end <= textEnd) {
      const placeholder = placeholders[next++]!
      pushText(at, placeholder.start)
      tokens.push(placeholder)
      at = placeholder.end
    }
    pushText(at, textEnd)
  }

  function pushText(start: number, end: number) {
    if (start < end) tokens.push({ kind: 'text', start, end, text: source.slice(start, end), rawIn })
  }

  function openTag(end: number) {
    tokens.push({ kind: 'open', name, attributes, start: tagStart, end })
    if (rawElements.has(name)) rawIn = name
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext(start, end) {
        if (textStart < 0) textStart = start
        textEnd = end
      },
      ontextentity() {},
      onopentagname(start, end) {
        endText()
        name = source.slice(start, end).toLowerCase()
        tagStart = start - 1
        attributes = []
      },
      onattribname(start, end) {
        attribute = { name: source.slice(start, end).toLowerCase(), start: end, end }
      },
      onattribdata(start, end) {
        if (attribute) attribute = { ...attribute, start, end }
      },
      onattribentity() {},
      onattribend(quoteType) {
        if (!attribute) return
        const value = decodeHTMLAttribute(source.slice(attribute.start, attribute.end))
        const quote = quoteType === QuoteType.Double ? '"' : quoteType === QuoteType.Single ? "'" : ''
        attributes.push({ ...attribute, value, quote })
        attribute = undefined
      },
      onopentagend(end) {
        openTag(end + 1)
      },
      onselfclosingtag(end) {
        // in HTML the slash means nothing
        openTag(end + 1)
      },
      onclosetag(start, end) {
        endText()
        rawIn = undefined
        tokens.push(closeTag(source, start, end))
      },
      oncomment(start, end, offset) {
        endText()
        tokens.push(commentOf(source, start, end, offset))
      },
      oncdata() {},
      ondeclaration() {
        endText()
      },
      onprocessinginstruction() {
        endText()
      },
      onend: endText,
    },
  )
  tokenizer.write(masked)
  tokenizer.end()
  return tokens
}

/** @param start of the name @param end of the name */
function closeTag(source: string, start: number, end: number): Token {
  const close = source.indexOf('>', end)
  const name = source.slice(start, end).toLowerCase()
  return { kind: 'close', name, start: start - 2, end: close < 0 ? source.length : close + 1 }
}

/** @param offset characters at the end that belong to the mark of the comment */
function commentOf(source: string, start: number, end: number, offset: number): Token {
  return {
    kind: 'comment',
    start: source.lastIndexOf('<', start - 1),
    end: Math.min(end + 1, source.length),
    text: source.slice(start, end - offset),
  }
}

/** The attribute's value, or undefined without it. The first of a name counts, as in browsers. */
export function attributeOf({ attributes }: OpenTag, name: string): string | undefined {
  return attributes.find(attribute => attribute.name === name)?.value
}

/** What a reader sees of a text token. */
export function visibleText({ text }: Text): string {
  return decodeHTML(text)
}

export interface Change extends Span {
  readonly text: string
}

/** The source with spans replaced. @param changes do not overlap, in any order */
export function replaceSpans(source: string, changes: readonly Change[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of [...changes].sort((a, b) => a.start - b.start)) {
    result += source.slice(at, start) + text
    at = end
  }
  return result + source.slice(at)
}

/** A new value for an attribute, with the quotes it had; one without gets them where the value needs them. */
export function writeAttribute({ start, end, quote }: Attribute, value: string): Change {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (quote === "'") return { start, end, text: text.replaceAll("'", '&#39;') }
  const inDouble = text.replaceAll('"', '&quot;')
  return { start, end, text: quote === '"' || /^[\w./:?&;=%#-]+$/.test(text) ? inDouble : `"${inDouble}"` }
}

const longestPlaceholder = 4_096

/**
 * First-generation tags may hold `>` in their values, which would end a tag for the tokenizer: it sees blanks in their place.
 * Their offsets stay.
 */
function mask(source: string): { masked: string; placeholders: readonly Placeholder[] } {
  const placeholders: Placeholder[] = []
  let masked = ''
  let at = 0
  let closing = -1
  for (let start = source.indexOf('<$'); start >= 0; start = source.indexOf('<$', Math.max(at, start + 2))) {
    const name = /^<\$([a-z]+)/i.exec(source.slice(start, start + 40))?.[1]
    if (name === undefined) continue
    if (closing < start) closing = source.indexOf('$>', start)
    if (closing < 0) break
    if (closing - start > longestPlaceholder) continue
    const end = closing + 2
    const text = source.slice(start + 2 + name.length, end - 2)
    placeholders.push({ kind: 'placeholder', name: name.toLowerCase(), text, start, end })
    masked += source.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return { masked: masked + source.slice(at), placeholders }
}
