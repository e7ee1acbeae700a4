/**
 * HTML → pieces. A real tokenizer finds the places, and only these bytes are replaced: everything else stays as it was
 * written, conditional comments included (reference/delivery.md §5).
 */
import { decodeHTMLAttribute } from 'entities'
import { Tokenizer } from 'htmlparser2'
import type { TagLink } from '../../domain/campaigns/drafting/utm.ts'
import { conditionalMarkup } from '../../domain/content/conditional-comments.ts'
import { conditionsInHtml } from '../../domain/content/conditions/conditions.ts'
import type { SoundMarker } from '../../domain/content/conditions/markers.ts'
import { isJsonLdType, readJson } from '../../domain/content/json-ld.ts'
import { type FieldKeys, isLinkTag, type LinkTag } from '../../domain/content/merge-tags.ts'
import { isLinkElement } from '../../domain/content/page-references.ts'
import { escapeHtml } from '../../lib/html.ts'
import { branchOf } from './branches.ts'
import { type DateTags, writeDates } from './dates.ts'
import { type LinkNumbers, type Tracking, trackingOf } from './links.ts'
import { type Context, type Piece, type Pieces, readTags, token } from './pieces.ts'

/** What comes before and after a recipient's token in the address of a link. */
export type AroundToken = readonly [before: string, after: string]

export interface Addresses extends Readonly<Record<LinkTag, AroundToken>> {
  /** Ends where the token belongs. */
  readonly click: (link: number, tracking: Tracking) => string
  /** The address of the open pixel; undefined for no pixel. */
  readonly open: Pieces | undefined
}

export interface Marking {
  readonly keys: FieldKeys
  readonly links: LinkNumbers
  readonly dates: DateTags
  /** Undefined for the letter without a recipient: links that are a recipient's own are hidden, and nothing is tracked. */
  readonly addresses: Addresses | undefined
  /** Puts UTM tags into links; undefined for none. */
  readonly tagLink?: TagLink | undefined
  /** Hidden text that comes before all other. */
  readonly preheader?: Pieces | undefined
}

interface Edit<Inserted = Piece> {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Inserted[]
}

interface Attribute {
  readonly name: string
  readonly nameStart: number
  start: number
  end: number
  quoted: boolean
}

/** Attributes that hold an address, where a value must stay one. */
const addressAttributes = new Set(['href', 'src', 'background', 'action', 'cite', 'poster'])
/** Elements that text may come after but not before; `head` ends with its closing tag. */
const beforeText = new Set(['html', 'body'])
/** Their content is not text for people; a value there could change what the rest means. */
const rawElements = new Set(['style', 'script'])

/** Compiles HTML: tags, link pairs, tracked links, dates and the open pixel. */
export function markHtml(source: string, marking: Marking): Pieces {
  const html = writeDates(source, marking.dates)
  const { edits, pixelAt } = findEdits(html, marking)
  const open = marking.addresses?.open
  if (open) edits.push({ start: pixelAt, end: pixelAt, pieces: pixelPieces(open) })
  return joinPieces(splice(html, edits))
}

/** The same without a pixel, in two parts: a pixel belongs between them. */
export function markHtmlAroundPixel(source: string, marking: Marking): readonly [before: Pieces, after: Pieces] {
  const html = writeDates(source, marking.dates)
  const { edits, pixelAt } = findEdits(html, marking)
  const pieces = splice<Piece | typeof pixelPlace>(html, [
    ...edits,
    { start: pixelAt, end: pixelAt, pieces: [pixelPlace] },
  ])
  const at = pieces.indexOf(pixelPlace)
  const isPiece = (piece: Piece | typeof pixelPlace) => piece !== pixelPlace
  // a page whose end is inside of something that is replaced has the pixel behind it
  const before = at < 0 ? pieces : pieces.slice(0, at)
  return [joinPieces(before.filter(isPiece)), joinPieces(pieces.slice(before.length).filter(isPiece))]
}

/** Where the pixel belongs. */
const pixelPlace = Symbol('pixel')

/** An open pixel. */
export function pixelPieces(address: Pieces): Pieces {
  const escaped = address.map(piece => (typeof piece === 'string' ? escapeHtml(piece) : piece))
  const style = 'display:block;width:1px;height:1px;border:0'
  return joinPieces(['<img src="', ...escaped, `" width="1" height="1" alt="" border="0" style="${style}">`])
}

/** The pixel is not among the edits. */
function findEdits(html: string, marking: Marking): { readonly edits: Edit[]; readonly pixelAt: number } {
  const { preheader = [] } = marking
  const { edits, first, bodyEnd } = walk(html, marking, conditionsInHtml(html, marking.keys).markers)
  if (preheader.length > 0) edits.push({ start: first, end: first, pieces: preheader })
  return { edits, pixelAt: bodyEnd ?? html.length }
}

function walk(html: string, marking: Marking, markers: readonly SoundMarker[] = []): Walk {
  const found = new Walk(html, marking, markers)
  const tokenizer = new Tokenizer({ decodeEntities: false }, found)
  tokenizer.write(html)
  tokenizer.end()
  return found
}

type Callbacks = ConstructorParameters<typeof Tokenizer>[1]

/** A walk through a page, or through the markup in a conditional comment of one. */
class Walk implements Callbacks {
  readonly edits: Edit[] = []
  /** Where the page's text begins. */
  first = 0
  bodyEnd: number | undefined
  readonly #html: string
  readonly #marking: Marking
  readonly #markers: readonly SoundMarker[]
  /** The first mark that is not passed yet. */
  #nextMarker = 0
  #element = ''
  #nameStart = 0
  #nameEnd = 0
  #attributes: Attribute[] = []
  #hasBody = false
  /** The text of a script that is JSON-LD. */
  #data: { start: number; end: number } | undefined

  constructor(html: string, marking: Marking, markers: readonly SoundMarker[]) {
    this.#html = html
    this.#marking = marking
    this.#markers = markers
  }

  onopentagname(start: number, end: number) {
    this.#element = this.#html.slice(start, end).toLowerCase()
    this.#nameStart = start
    this.#nameEnd = end
    this.#attributes = []
  }

  onattribname(start: number, end: number) {
    const name = this.#html.slice(start, end).toLowerCase()
    this.#attributes.push({ name, nameStart: start, start: -1, end, quoted: true })
  }

  onattribdata(start: number, end: number) {
    const attribute = this.#attributes.at(-1)
    if (!attribute) return
    if (attribute.start < 0) attribute.start = start
    attribute.end = end
  }

  onattribend(quote: number) {
    const attribute = this.#attributes.at(-1)
    if (attribute) attribute.quoted = quote >= 2
  }

  onopentagend(end: number) {
    this.#noteFirst(end)
    const element = this.#element
    const { addresses } = this.#marking
    const own = isLinkTag(element)
    if (own) {
      const pieces = addresses ? openingLink(addresses[element]) : ['span hidden style="display:none"']
      this.edits.push({ start: this.#nameStart, end: this.#nameEnd, pieces })
    }
    if (element === 'script' && isData(this.#html, this.#attributes)) this.#data = { start: end + 1, end: end + 1 }
    const untracked = this.#attributes.find(({ name }) => name === 'cm_dontconvertlink')
    if (untracked) this.#remove(untracked)
    for (const attribute of this.#attributes) {
      if (attribute === untracked || attribute.start < 0) continue
      if (own && attribute.name === 'href') this.#remove(attribute)
      else this.#markAttribute(attribute, !untracked && isLinkElement(element))
    }
    this.#attributes = []
  }

  onselfclosingtag(end: number) {
    this.onopentagend(end)
  }

  onclosetag(start: number, end: number) {
    this.onend()
    const name = this.#html.slice(start, end).toLowerCase()
    if (isLinkTag(name)) this.edits.push({ start, end, pieces: [this.#marking.addresses ? 'a' : 'span'] })
    if (name === 'body') this.bodyEnd = start - 2
    if (name === 'head' && !this.#hasBody) this.first = this.#html.indexOf('>', end) + 1
    this.#element = ''
  }

  ontext(start: number, end: number) {
    if (this.#data) this.#data.end = end
    else if (!rawElements.has(this.#element)) this.#markText(start, end)
  }

  /** Marks of conditions, and tags between them. */
  #markText(start: number, end: number) {
    let from = start
    for (; ; this.#nextMarker++) {
      const marker = this.#markers[this.#nextMarker]
      if (!marker || marker.start >= end) break
      if (marker.start < from) continue
      this.#markTags(from, marker.start, 'html')
      this.edits.push({ start: marker.start, end: marker.end, pieces: [branchOf(marker)] })
      from = marker.end
    }
    if (from < end) this.#markTags(from, end, 'html')
  }

  oncomment(start: number, end: number, offset: number) {
    const markup = conditionalMarkup(this.#html.slice(start, end - offset))
    if (markup) this.edits.push(...editsInside(this.#html, start + markup.start, start + markup.end, this.#marking))
    else this.#markTags(start, end - offset, 'html')
  }

  ondeclaration(_start: number, end: number) {
    if (!this.#hasBody) this.first = Math.max(this.first, end + 1)
  }

  /** Tags mean something inside the strings of JSON-LD only; a bracket elsewhere is a list. */
  onend() {
    if (!this.#data) return
    const { start, end } = this.#data
    const json = this.#html.slice(start, end)
    this.#data = undefined
    if (!json.includes('[')) return
    for (const string of readJson(json).strings) {
      const isAddress = /^https?:\/\//i.test(json.slice(string.start, string.start + 8))
      this.#markTags(start + string.start, start + string.end, isAddress ? 'url part' : 'json')
    }
  }

  onattribentity() {}
  ontextentity() {}
  oncdata() {}
  onprocessinginstruction() {}

  /** The preheader comes right after the start tag of the body; without a body, after the elements before the page's text. */
  #noteFirst(end: number) {
    if (this.#hasBody || !beforeText.has(this.#element)) return
    this.#hasBody = this.#element === 'body'
    this.first = end + 1
  }

  #remove(attribute: Attribute) {
    this.edits.push({ start: attribute.nameStart, end: endOf(this.#html, attribute), pieces: [] })
  }

  #markAttribute(attribute: Attribute, tracked: boolean) {
    const { name, start, end, quoted } = attribute
    if (name === 'href' && tracked && this.#markLink(start, end)) return
    if (addressAttributes.has(name)) this.#markTags(start, end, 'url')
    else this.#markTags(start, end, quoted ? 'html' : 'unquoted')
  }

  /** @returns false for a link that is neither tracked nor tagged */
  #markLink(start: number, end: number): boolean {
    const { keys, links, addresses, tagLink } = this.#marking
    const text = this.#html.slice(start, end)
    const written = decodeHTMLAttribute(text).trim()
    const sameTags = hasSameTags(text, written, keys)
    const target = sameTags ? (tagLink?.(written) ?? written) : written
    const tracking = trackingOf(target, keys)
    const link = tracking && sameTags ? links.number(target, start) : undefined
    if (tracking && link !== undefined && addresses) {
      this.edits.push({ start, end, pieces: [escapeHtml(addresses.click(link, tracking)), token] })
      return true
    }
    if (target === written) return false
    this.edits.push({ start, end, pieces: readTags(escapeHtml(target), 'url', keys) })
    return true
  }

  #markTags(start: number, end: number, context: Context) {
    const text = this.#html.slice(start, end)
    if (!text.includes('[')) return
    const pieces = readTags(text, context, this.#marking.keys)
    if (pieces.length > 1 || typeof pieces[0] !== 'string') this.edits.push({ start, end, pieces })
  }
}

/** What Outlook shows of a conditional comment is marked like the rest of the page. */
function editsInside(html: string, from: number, to: number, marking: Marking): readonly Edit[] {
  const { links } = marking
  const shifted = { number: (url: string, at?: number) => links.number(url, at === undefined ? undefined : from + at) }
  const { edits } = walk(html.slice(from, to), { ...marking, links: shifted })
  return edits.map(({ start, end, pieces }) => ({ start: from + start, end: from + end, pieces }))
}

function openingLink([before, after]: AroundToken): Pieces {
  return ['a href="', escapeHtml(before), token, `${escapeHtml(after)}"`]
}

function isData(html: string, attributes: readonly Attribute[]): boolean {
  const type = attributes.find(({ name }) => name === 'type')
  return type !== undefined && isJsonLdType(decodeHTMLAttribute(html.slice(type.start, type.end)))
}

/** The pixel in a composed mail. */
const composedPixel = /<img src="[^"<>]{1,4000}\/[oha]\/[\w-]{36}\.gif" width="1" height="1"[^<>]{0,200}>/g

/** A composed mail without the pixel that records opens. */
export function withoutPixel(html: string): string {
  return html.replace(composedPixel, '')
}

/** A tag that is written with character references is text. */
function hasSameTags(source: string, decoded: string, keys: Marking['keys']): boolean {
  const count = (text: string) => readTags(text, 'plain', keys).filter(piece => typeof piece === 'object').length
  return source === decoded || count(source) === count(decoded)
}

/** Where an attribute ends, its closing quote included. */
function endOf(html: string, { end, start }: Attribute): number {
  return start >= 0 && (html[end] === '"' || html[end] === "'") ? end + 1 : end
}

function splice<Inserted>(html: string, edits: readonly Edit<Inserted>[]): (string | Inserted)[] {
  const pieces: (string | Inserted)[] = []
  let end = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < end) continue // inside something already replaced
    pieces.push(html.slice(end, edit.start), ...edit.pieces)
    end = edit.end
  }
  pieces.push(html.slice(end))
  return pieces
}

/** Neighbouring strings in one. */
export function joinPieces(pieces: Pieces): Pieces {
  const result: Piece[] = []
  for (const piece of pieces) {
    if (piece === '') continue
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else result.push(piece)
  }
  return result
}
