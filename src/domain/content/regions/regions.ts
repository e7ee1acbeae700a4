/**
 * The editable regions of a template, of both generations (reference/wire.md §9): where they are, what they are called and what they
 * hold. One pass over the tokens of a template that `templateFault` has passed. See docs/decisions/content.md#editable-regions.
 */

import { mostRegions } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { attributeOf, type CloseTag, type OpenTag, type Placeholder, type Token, visibleText } from '../markup.ts'

interface Span {
  readonly start: number
  readonly end: number
}

interface Place extends Span {
  // start and end cover all that is replaced, the region's own tags too
  /** Unique among its neighbours: the label, with a number behind it where others have the same. */
  readonly name: string
  readonly label: string
}

export interface TextRegion extends Place {
  readonly kind: 'SingleLine' | 'MultiLine'
  /** What the template shows: text of a single line, HTML of several. */
  readonly content: string
  /** Where the template's own content is; undefined for a placeholder. */
  readonly own: Span | undefined
  readonly canLink: boolean
  /** The link around all of a single line. */
  readonly link: OpenTag | undefined
  /** Within a link of the template. */
  readonly isInLink: boolean
  /** Written `<$title$>`: a table of contents of the first generation lists it. */
  readonly isTitle: boolean
}

export interface ImageRegion extends Place {
  readonly kind: 'Image'
  /** Undefined for a placeholder for the image with its tag. */
  readonly image: OpenTag | undefined
  /** The link directly around the image. */
  readonly link: OpenTag | undefined
  /** Within a link of the template. */
  readonly isInLink: boolean
  readonly canLink: boolean
  /** Pixels; 0 where the template leaves it open. */
  readonly width: number
  readonly height: number
  /** What the template shows. */
  readonly content: string
}

export type LeafRegion = TextRegion | ImageRegion

/** What is repeated, without the tags around it. */
export interface Layout extends Span {
  readonly label: string
  readonly regions: readonly LeafRegion[]
}

export interface Repeater extends Place {
  readonly kind: 'Repeater'
  /** One without a label where the template has no `<layout>`. */
  readonly layouts: readonly Layout[]
  /** `toc='true'`. */
  readonly inContents: boolean
}

export type Region = LeafRegion | Repeater

/** A table of contents: its content is repeated for each item, with the item's title. */
export interface Contents extends Span {
  readonly entry: Span
  readonly title: Span
  readonly isFirstGeneration: boolean
}

export interface Regions {
  /** In the order of the template. */
  readonly regions: readonly Region[]
  readonly contents: readonly Contents[]
}

const longestLabel = 200

/** @throws Refusal TooManyRegions */
export function readRegions(source: string, tokens: readonly Token[]): Regions {
  const reader = new RegionReader(source, tokens)
  for (const [index, token] of tokens.entries()) reader.read(token, index)
  return { regions: reader.regions, contents: reader.contents }
}

/** Gives each region of one scope a name of its own. */
class Names {
  readonly #used = new Set<string>()
  readonly #counts = new Map<string, number>()

  next(wanted: string): string {
    let name = wanted
    for (let count = this.#counts.get(wanted) ?? 1; this.#used.has(name); name = `${wanted} ${count}`) {
      this.#counts.set(wanted, ++count)
    }
    this.#used.add(name)
    return name
  }
}

/** A repeater or layout that is open. */
interface OpenLayout {
  readonly label: string
  readonly start: number
  readonly names: Names
  readonly regions: LeafRegion[]
}

/** A text that is open. */
interface OpenText {
  readonly tag: OpenTag
  readonly index: number
  readonly isInLink: boolean
}

class RegionReader {
  readonly regions: Region[] = []
  readonly contents: Contents[] = []
  readonly #source: string
  readonly #tokens: readonly Token[]
  readonly #names = new Names()
  #count = 0
  #text: OpenText | undefined
  #isInLink = false
  #repeater: { readonly tag: OpenTag; readonly layouts: Layout[]; readonly own: OpenLayout } | undefined
  #layout: OpenLayout | undefined
  #content: { tag: OpenTag; title: Contents['title']; isFirstGeneration: boolean } | undefined

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source
    this.#tokens = tokens
  }

  read(token: Token, index: number): void {
    if (token.kind === 'placeholder') this.#placeholder(token)
    else if (token.kind === 'open') this.#open(token, index)
    else if (token.kind === 'close') this.#close(token, index)
  }

  #counted() {
    if (++this.#count > mostRegions) {
      throw new Refusal('TooManyRegions', `The template has more than ${mostRegions} editable regions.`)
    }
  }

  #add(region: LeafRegion) {
    const scope = this.#layout ?? this.#repeater?.own
    if (scope) scope.regions.push(region)
    else this.regions.push(region)
  }

  #named(label: string | undefined, otherwise: string) {
    this.#counted()
    const shown = (label ?? '').replace(/\s+/g, ' ').trim().slice(0, longestLabel)
    const names = this.#layout?.names ?? this.#repeater?.own.names ?? this.#names
    return { label: shown, name: names.next(shown === '' ? otherwise : shown) }
  }

  #placeholder({ name, text, start, end }: Placeholder) {
    const given = parameters(text)
    const canLink = given.link?.toLowerCase() === 'true'
    switch (name) {
      case 'title':
      case 'description': {
        const kind = name === 'title' ? 'SingleLine' : 'MultiLine'
        const named = this.#named(given.label, name === 'title' ? 'Title' : 'Description')
        const content = given.default ?? ''
        return this.#add({
          kind,
          ...named,
          ...{ start, end, content, canLink },
          own: undefined,
          link: undefined,
          isInLink: this.#isInLink,
          isTitle: name === 'title',
        })
      }
      case 'imagesrc': {
        const size = { width: pixels(given.width), height: pixels(given.height) }
        const named = this.#named(given.label, 'Image')
        const content = given.default ?? ''
        return this.#add({
          kind: 'Image',
          ...named,
          start,
          end,
          ...size,
          content,
          canLink,
          link: undefined,
          isInLink: this.#isInLink,
          image: undefined,
        })
      }
      case 'repeatertitle':
        if (this.#content) this.#content = { ...this.#content, title: { start, end }, isFirstGeneration: true }
    }
  }

  #open(tag: OpenTag, index: number) {
    switch (tag.name) {
      case 'singleline':
      case 'multiline':
        this.#text = { tag, index, isInLink: this.#isInLink }
        return
      case 'a':
        this.#isInLink = true
        return
      case 'img':
        return this.#image(tag, index)
      case 'repeater':
        this.#repeater = { tag, layouts: [], own: { label: '', start: tag.end, names: new Names(), regions: [] } }
        return
      case 'layout':
        this.#layout = { label: labelOf(tag), start: tag.end, names: new Names(), regions: [] }
        return
      case 'tableofcontents':
        this.#content = { tag, title: { start: tag.end, end: tag.end }, isFirstGeneration: false }
        return
      case 'repeatertitle':
        if (this.#content) this.#content = { ...this.#content, title: { start: tag.start, end: tag.end } }
    }
  }

  #close(token: CloseTag, index: number) {
    const { name, start, end } = token
    if (name === 'a') this.#isInLink = false
    if ((name === 'singleline' || name === 'multiline') && this.#text?.tag.name === name) {
      this.#textRegion(this.#text, token, index)
      this.#text = undefined
    } else if (name === 'layout' && this.#layout) {
      const { label, start: from, regions } = this.#layout
      this.#repeater?.layouts.push({ label, start: from, end: start, regions })
      this.#layout = undefined
    } else if (name === 'repeater' && this.#repeater) {
      const { tag, layouts, own } = this.#repeater
      this.#repeater = undefined
      const whole = { label: '', start: own.start, end: start, regions: own.regions }
      const named = this.#named(attributeOf(tag, 'label'), 'Items')
      const inContents = attributeOf(tag, 'toc')?.trim().toLowerCase() === 'true'
      this.regions.push({
        kind: 'Repeater',
        ...named,
        start: tag.start,
        end,
        layouts: layouts.length > 0 ? layouts : [whole],
        inContents,
      })
    } else if (name === 'tableofcontents' && this.#content) {
      const { tag, title, isFirstGeneration } = this.#content
      this.#content = undefined
      this.contents.push({ start: tag.start, end, entry: { start: tag.end, end: start }, title, isFirstGeneration })
    } else if (name === 'repeatertitle' && this.#content) {
      // written as a pair
      this.#content = { ...this.#content, title: { start: this.#content.title.start, end } }
    }
  }

  #textRegion({ tag, index: from, isInLink }: OpenText, close: CloseTag, to: number) {
    const inside = this.#tokens.slice(from + 1, to)
    const kind = tag.name === 'singleline' ? 'SingleLine' : 'MultiLine'
    const link = kind === 'SingleLine' ? linkAround(inside) : undefined
    const content =
      kind === 'SingleLine'
        ? inside
            .map(token => (token.kind === 'text' ? visibleText(token) : ''))
            .join('')
            .replace(/\s+/g, ' ')
            .trim()
        : this.#source.slice(tag.end, close.start).trim()
    this.#add({
      kind,
      ...this.#named(attributeOf(tag, 'label'), kind === 'SingleLine' ? 'Line' : 'Text'),
      start: tag.start,
      end: close.end,
      content,
      own: { start: tag.end, end: close.start },
      canLink: link !== undefined || isTrue(tag, 'link'),
      link,
      isInLink,
      isTitle: kind === 'SingleLine',
    })
  }

  #image(tag: OpenTag, index: number) {
    const isFirstGeneration = tag.attributes.some(({ value }) => /<\$imagesrc\b/i.test(value))
    // an image in the default content of a text is part of it
    if (this.#text || !(isFirstGeneration || isTrue(tag, 'editable'))) return
    const [before, after] = [this.#neighbour(index, -1), this.#neighbour(index, 1)]
    const isLinked = before?.kind === 'open' && before.name === 'a' && after?.kind === 'close' && after.name === 'a'
    const link = isLinked ? before : undefined
    const src = attributeOf(tag, 'src') ?? ''
    const [, given = ''] = /<\$imagesrc([\s\S]*?)\$>/i.exec(src) ?? []
    this.#add({
      kind: 'Image',
      ...this.#named(attributeOf(tag, 'label'), 'Image'),
      start: isLinked ? before.start : tag.start,
      end: isLinked ? after.end : tag.end,
      image: tag,
      link,
      isInLink: this.#isInLink && !isLinked,
      canLink: isLinked || isTrue(tag, 'link') || parameters(given).link?.toLowerCase() === 'true',
      width: pixels(attributeOf(tag, 'width')),
      height: pixels(attributeOf(tag, 'height')),
      content: isFirstGeneration ? (parameters(given).default ?? '') : src,
    })
  }

  /** The next token in a direction that is not white space. */
  #neighbour(index: number, step: 1 | -1): Token | undefined {
    const next = this.#tokens[index + step]
    return next?.kind === 'text' && next.text.trim() === '' ? this.#tokens[index + 2 * step] : next
  }
}

/** The link around all the text of a single line. */
function linkAround(inside: readonly Token[]): OpenTag | undefined {
  const seen = inside.filter(token => token.kind !== 'text' || token.text.trim() !== '')
  const [first, last] = [seen[0], seen.at(-1)]
  const others = seen.slice(1, -1).some(token => token.kind !== 'text')
  const isLink = first?.kind === 'open' && first.name === 'a' && last?.kind === 'close' && last.name === 'a'
  return isLink && !others ? first : undefined
}

function labelOf(tag: OpenTag): string {
  return (attributeOf(tag, 'label') ?? '').replace(/\s+/g, ' ').trim().slice(0, longestLabel)
}

function isTrue(tag: OpenTag, name: string): boolean {
  return attributeOf(tag, name)?.trim().toLowerCase() === 'true'
}

function pixels(text: string | undefined): number {
  const [, digits] = /^\s*(\d{1,5})(?:px)?\s*$/i.exec(text ?? '') ?? []
  return Number(digits ?? 0)
}

/** `name='value'` pairs of a placeholder, which has at most some 4,000 characters. */
function parameters(text: string): { readonly [name: string]: string | undefined } {
  const pairs = text.matchAll(/([a-z]{1,20})\s?=\s?(?:'([^']*)'|"([^"]*)")/gi)
  return Object.fromEntries([...pairs].map(([, name, single, double]) => [name!.toLowerCase(), single ?? double ?? '']))
}
