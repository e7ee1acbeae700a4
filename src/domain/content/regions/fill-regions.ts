/**
 * A template with its regions filled in. Only regions change: everything outside of them, conditional comments included, stays
 * byte for byte. A pure function of plain data: a thread runs it. See docs/decisions/content.md#editable-regions.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { escapeHtml } from '../../../lib/html.ts'
import { type Attribute, type Change, type OpenTag, replaceSpans, tokenize, writeAttribute } from '../markup.ts'
import { isSafeImage, isSafeLink, safeHtml } from '../safe-html.ts'
import {
  type Contents,
  type ImageRegion,
  type Layout,
  type LeafRegion,
  type Region,
  type Regions,
  type Repeater,
  readRegions,
  type TextRegion,
} from './regions.ts'

/** What a region is to hold. Null and absent leave the template's own; '' leaves the region out. */
export interface LeafValue {
  readonly name: string | null
  /** Text of a single line, HTML of several, the URL of an image. */
  readonly content?: string | null
  /** Of an image. */
  readonly alt?: string | null
  /** Where a single line or an image leads; one within a link of the template has none. */
  readonly href?: string | null
}

export interface RegionValue extends LeafValue {
  /** Of a repeater. */
  readonly items?: readonly RegionItem[] | null
}

export interface RegionItem {
  /** Its label; needed where the repeater has several. */
  readonly layout?: string | null
  readonly regions?: readonly LeafValue[] | null
}

export const fillLimits = {
  /** Characters of a single line, of several, and of a filled template. */
  singleLine: 1_000,
  multiLine: 100_000,
  html: 2_000_000,
  /** Of all repeaters together. */
  items: 500,
} as const

/**
 * @param given.html of a template that `templateFault` has passed
 * @throws Refusal TooManyRegions, UnknownRegion, InvalidRegionValue
 */
export function fillRegions({ html, values }: { readonly html: string; readonly values: readonly RegionValue[] }): {
  readonly html: string
} {
  return { html: new Filler(html, readRegions(html, tokenize(html))).fill(values) }
}

/** An item of a repeater as it comes out. */
interface Item {
  readonly html: string
  /** As HTML; undefined for one without a line. */
  readonly title: string | undefined
}

class Filler {
  readonly #source: string
  readonly #template: Regions
  #items = 0
  #length = 0

  constructor(source: string, template: Regions) {
    this.#source = source
    this.#template = template
    this.#length = source.length
  }

  fill(values: readonly RegionValue[]): string {
    const { regions, contents } = this.#template
    const given = byName(regions, values)
    const changes: Change[] = []
    const items = new Map<Repeater, readonly Item[]>()
    for (const region of regions) {
      const value = given.get(region.name)
      const { start, end } = region
      if (region.kind === 'Repeater') {
        const filled = this.#repeated(region, value)
        items.set(region, filled)
        changes.push({ start, end, text: filled.map(({ html }) => html).join('') })
      } else changes.push({ start, end, text: this.#leaf(region, value) })
    }
    for (const content of contents) changes.push(this.#contents(content, items))
    return replaceSpans(this.#source, outermost(changes))
  }

  /** Counts what is added, before it is there. */
  #grow(text: string): string {
    this.#length += text.length
    if (this.#length > fillLimits.html) {
      throw new Refusal('InvalidRegionValue', `The filled template is longer than ${fillLimits.html} characters.`)
    }
    return text
  }

  #repeated(repeater: Repeater, value: RegionValue | undefined): readonly Item[] {
    const { layouts, name } = repeater
    if (hasLeafValue(value))
      throw new Refusal('InvalidRegionValue', `${quoted(name)} is a repeater: it takes items only.`)
    const items = value?.items ?? undefined
    if (!items) return layouts.map(layout => this.#item(layout, undefined))
    this.#items += items.length
    if (this.#items > fillLimits.items) {
      throw new Refusal('InvalidRegionValue', `There are more than ${fillLimits.items} items.`)
    }
    return items.map(({ layout: label, regions }) => {
      const wanted = (label ?? '').replace(/\s+/g, ' ').trim()
      const layout = wanted === '' && layouts.length === 1 ? layouts[0] : layouts.find(one => one.label === wanted)
      if (!layout) {
        const labels = layouts.map(one => quoted(one.label)).join(', ')
        throw new Refusal(
          'UnknownRegion',
          `${quoted(name)} has no layout ${quoted(wanted)}, but ${labels.slice(0, 500)}.`,
        )
      }
      return this.#item(layout, regions ?? [])
    })
  }

  #item(layout: Layout, values: readonly LeafValue[] | undefined): Item {
    const given = byName(layout.regions, values ?? [])
    const changes: Change[] = []
    let title: string | undefined
    for (const region of layout.regions) {
      const value = given.get(region.name)
      const { start, end } = region
      changes.push({ start, end, text: this.#leaf(region, value) })
      if (region.kind !== 'Image' && region.isTitle)
        title ??= escapeHtml(singleLine(value?.content ?? region.content, region))
    }
    return { html: this.#grow(this.#within(layout, changes)), title }
  }

  #contents({ start, end, entry, title, isFirstGeneration }: Contents, items: ReadonlyMap<Repeater, readonly Item[]>) {
    const listed = [...items].filter(([{ inContents }]) => inContents || !isFirstGeneration).flatMap(([, all]) => all)
    const titles = listed.flatMap(item => item.title ?? [])
    const text = titles.map(text => this.#grow(this.#within(entry, [{ ...title, text }]))).join('')
    return { start, end, text }
  }

  #leaf(region: LeafRegion, value: RegionValue | undefined): string {
    if (value?.items)
      throw new Refusal('InvalidRegionValue', `${quoted(region.name)} is no repeater: it takes no items.`)
    const href = hrefOf(region, value)
    if (region.kind === 'Image') return this.#grow(this.#image(region, value, href))
    if (value?.alt) throw new Refusal('InvalidRegionValue', `${quoted(region.name)} is no image: it takes no Alt.`)
    return this.#grow(this.#text(region, value?.content ?? undefined, href))
  }

  #text(region: TextRegion, content: string | undefined, href: string | undefined): string {
    if (region.kind === 'MultiLine') return content === undefined ? this.#own(region) : multiLine(content, region)
    if (content === undefined && href === undefined) return this.#own(region)
    const text = escapeHtml(singleLine(content ?? region.content, region))
    // a link without text leads nowhere for who listens
    if (text === '' || href === '') return text
    if (region.link) return `${this.#tag(region.link, { href })}${text}</a>`
    return href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`
  }

  /** What the template shows without a value. */
  #own({ kind, own, content }: TextRegion): string {
    if (own) return this.#source.slice(own.start, own.end)
    return kind === 'SingleLine' ? escapeHtml(content) : content
  }

  #image(region: ImageRegion, value: RegionValue | undefined, href: string | undefined): string {
    const { image, link, width, height } = region
    const src = value?.content?.trim() ?? undefined
    if (src !== undefined && src !== '' && !isSafeImage(src)) {
      throw new Refusal('InvalidRegionValue', `${quoted(region.name)} must be an http or https URL of an image.`)
    }
    const shown = src ?? region.content
    if (shown === '') return ''
    const alt = value?.alt ?? undefined
    let tag: string
    if (image) {
      const isPlaceholder = /<\$imagesrc/i.test(this.#source.slice(image.start, image.end))
      tag = this.#tag(image, { src: isPlaceholder ? shown : src, alt }, ['editable', 'label', 'link'])
    } else {
      const size = [width > 0 ? ` width="${width}"` : '', height > 0 ? ` height="${height}"` : ''].join('')
      tag = `<img src="${escapeHtml(shown)}"${size} alt="${escapeHtml(alt ?? '')}">`
    }
    if (href === '') return tag
    if (link) return `${this.#tag(link, { href })}${tag}</a>`
    return href === undefined ? tag : `<a href="${escapeHtml(href)}">${tag}</a>`
  }

  /** A tag with other values of some attributes. @param values undefined for what stays */
  #tag(tag: OpenTag, values: Readonly<Record<string, string | undefined>>, removed: readonly string[] = []): string {
    const changes: Change[] = []
    let added = ''
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      const attribute = tag.attributes.find(one => one.name === name)
      if (attribute && hasValue(this.#source, attribute)) changes.push(writeAttribute(attribute, value))
      else added += ` ${name}="${escapeHtml(value)}"`
    }
    const gone = tag.attributes
      .filter(({ name }) => removed.includes(name))
      .map(attribute => attributeSpan(this.#source, attribute))
    const at = tag.start + 1 + tag.name.length
    // an insertion where a removal begins would be part of the removal
    const place = gone.find(({ start }) => start === at) ?? { start: at, end: at }
    for (const span of gone) if (span !== place) changes.push({ ...span, text: '' })
    changes.push({ ...place, text: added })
    return this.#within(tag, changes)
  }

  /** A span of the source with changes inside it. */
  #within({ start, end }: { readonly start: number; readonly end: number }, changes: readonly Change[]): string {
    const inside = changes.map(change => ({ start: change.start - start, end: change.end - start, text: change.text }))
    return replaceSpans(this.#source.slice(start, end), outermost(inside))
  }
}

/** @throws Refusal UnknownRegion, InvalidRegionValue for a name that comes twice */
function byName<Value extends LeafValue>(regions: readonly Region[], values: readonly Value[]): Map<string, Value> {
  const names = new Set(regions.map(({ name }) => name))
  const given = new Map<string, Value>()
  for (const value of values) {
    const name = (value.name ?? '').trim()
    if (!names.has(name)) throw new Refusal('UnknownRegion', `The template has no region ${quoted(name)} here.`)
    if (given.has(name)) throw new Refusal('InvalidRegionValue', `${quoted(name)} is given twice.`)
    given.set(name, value)
  }
  return given
}

function hasLeafValue(value: RegionValue | undefined): boolean {
  return Boolean(value?.content || value?.alt || value?.href)
}

/** '' takes a link away, undefined leaves it. */
function hrefOf(region: LeafRegion, value: RegionValue | undefined): string | undefined {
  const href = value?.href?.trim() ?? undefined
  if (href === undefined || href === '') return href
  // others offer it for each single line and image, whatever the template says (reference/rest.md §2.5)
  const canWrap = region.kind !== 'MultiLine' && !region.isInLink
  if (!region.canLink && !canWrap)
    throw new Refusal('InvalidRegionValue', `${quoted(region.name)} cannot be a link in this template.`)
  if (isSafeLink(href)) return href
  throw new Refusal(
    'InvalidRegionValue',
    `The link of ${quoted(region.name)} must be an http, https, mailto or tel address.`,
  )
}

function singleLine(text: string, region: TextRegion): string {
  if (text.length > fillLimits.singleLine) {
    throw new Refusal(
      'InvalidRegionValue',
      `${quoted(region.name)} is longer than ${fillLimits.singleLine} characters.`,
    )
  }
  return text.replace(/\s+/g, ' ').trim()
}

function multiLine(html: string, region: TextRegion): string {
  if (html.length > fillLimits.multiLine) {
    throw new Refusal('InvalidRegionValue', `${quoted(region.name)} is longer than ${fillLimits.multiLine} characters.`)
  }
  return safeHtml(html)
}

function quoted(name: string): string {
  return `“${name.length > 60 ? `${name.slice(0, 60)}…` : name}”`
}

/** Changes that stand in no other one: a repeater inside a table of contents is part of it. */
function outermost(changes: readonly Change[]): readonly Change[] {
  const result: Change[] = []
  for (const change of [...changes].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (change.start >= (result.at(-1)?.end ?? 0)) result.push(change)
  }
  return result
}

function hasValue(source: string, { start, quote }: Attribute): boolean {
  return quote !== '' || source[start - 1] === '=' || /=\s$/.test(source.slice(start - 2, start))
}

/** An attribute with its name, and the white space before it. */
function attributeSpan(source: string, attribute: Attribute) {
  let { start } = attribute
  const end = attribute.end + (attribute.quote === '' ? 0 : 1)
  if (hasValue(source, attribute)) {
    if (attribute.quote !== '') start--
    while (/\s/.test(source[start - 1]!)) start--
    start-- // the equals sign
    while (/\s/.test(source[start - 1]!)) start--
  }
  start -= attribute.name.length
  while (/\s/.test(source[start - 1]!)) start--
  return { start, end }
}
