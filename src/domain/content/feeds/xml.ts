/**
 * RSS 0.9 to 2.0, RSS 1.0 and Atom, in one pass over the document. Entities that a document declares are not read, so that none of them can
 * grow; a document that is cut off is no feed.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeHtml } from '../../../lib/html.ts'
import { FeedUnreadable, feedLimits, type RawFeed, type RawItem } from './feed.ts'

/** Namespaces by their addresses; elements of RSS have none, or one of its earlier ones. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/www\.w3\.org\/2005\/Atom$|^http:\/\/purl\.org\/atom\/ns#$/, 'atom'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\//, 'content'],
  [/^http:\/\/purl\.org\/dc\/(?:elements\/1\.1|terms)\/$/, 'dc'],
  [/^https?:\/\/search\.yahoo\.com\/mrss\/?$/, 'media'],
  [/^http:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i, 'itunes'],
  [/^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/, 'rdf'],
  [
    /^(?:http:\/\/(?:purl\.org\/rss\/1\.0\/|my\.netscape\.com\/rdf\/simple\/0\.9\/|backend\.userland\.com\/rss\d*|channel\.netscape\.com\/rdf\/simple\/0\.9\/))?$/,
    'rss',
  ],
]

const roots = new Set(['rss:rss', 'rdf:RDF', 'atom:feed'])

/** What programs write without declaring it. Others of HTML stay as they are written. */
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: '\u00a0', copy: '©', reg: '®', trade: '™', hellip: '…', mdash: '—', ndash: '–', bull: '•', middot: '·' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', euro: '€', pound: '£', deg: '°' },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
  },
  ...{
    aacute: 'á',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    ntilde: 'ñ',
    ccedil: 'ç',
    ecirc: 'ê',
    acirc: 'â',
    icirc: 'î',
    ocirc: 'ô',
  },
}

/** Faults that many feeds have and browsers overlook: what they are about is read as text. */
const overlooked =
  /undefined entity|unbound namespace prefix|disallowed character|XML declaration|"\]\]>" is disallowed/

/** The members of an item, by element; of several the first with something in it counts, in this order. */
const members = {
  id: ['atom:id', 'rss:guid', 'dc:identifier'],
  title: ['rss:title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'],
  summary: [
    'atom:summary',
    'rss:description',
    'dc:description',
    'itunes:summary',
    'media:description',
    'itunes:subtitle',
  ],
  content: ['content:encoded', 'atom:content', 'rss:body', 'xhtml:body'],
  date: [
    'atom:published',
    'rss:pubDate',
    'dc:date',
    'atom:issued',
    'dc:created',
    'rss:date',
    'atom:updated',
    'atom:modified',
  ],
  author: ['dc:creator', 'atom:author', 'rss:author', 'itunes:author'],
} as const satisfies Partial<Record<keyof RawItem, readonly string[]>>

/** @throws FeedUnreadable */
export function readXmlFeed(text: string): RawFeed {
  return new XmlFeed().read(text)
}

type Values = Map<string, string>

interface Capture {
  readonly name: string
  readonly depth: number
  /** Whether elements within it are a part of the value, as markup. */
  readonly isMarkup: boolean
  parts: string[]
  length: number
}

class XmlFeed {
  readonly #open: string[] = []
  readonly #items: RawItem[] = []
  #feed: Values = new Map()
  #item: Values | undefined
  #itemDepth = 0
  #capture: Capture | undefined
  #root = ''

  read(text: string): RawFeed {
    const parser = new SaxesParser({ xmlns: true })
    Object.assign(parser.ENTITIES, entities)
    parser.on('error', error => {
      if (!overlooked.test(error.message)) throw new FeedUnreadable(`The document is not valid XML: ${error.message}`)
    })
    parser.on('opentag', tag => this.#openTag(tag))
    parser.on('closetag', tag => this.#closeTag(tag))
    parser.on('text', text => this.#text(text))
    parser.on('cdata', text => this.#text(text))
    parser.write(text).close()
    if (this.#root === '') throw new FeedUnreadable('The document is no feed.')
    const { base = '' } = Object.fromEntries(this.#feed)
    return { title: this.#of(this.#feed, 'title'), link: this.#feed.get('link') ?? '', base, items: this.#items }
  }

  #openTag(tag: SaxesTagNS): void {
    const name = nameOf(tag)
    this.#open.push(name)
    const depth = this.#open.length
    if (depth > feedLimits.depth) throw new FeedUnreadable('Elements of the document are nested too deep.')
    if (depth === 1) {
      if (!roots.has(name))
        throw new FeedUnreadable(`The document is no feed: it begins with <${tag.name.slice(0, 50)}>.`)
      this.#root = name
    }
    if (this.#capture) {
      this.#openWithin(tag, name)
      return
    }
    const isItem = name === 'rss:item' || name === 'atom:entry'
    if (!this.#item && isItem && depth <= 4) {
      this.#item = new Map()
      this.#itemDepth = depth
      this.#keep(this.#item, 'base', attribute(tag, 'xml:base'))
      this.#keep(this.#item, 'about', attribute(tag, 'rdf:about'))
      return
    }
    const parent = this.#open[depth - 2] ?? ''
    const isOfFeed = !this.#item && ['rss:channel', 'atom:feed'].includes(depth === 1 ? name : parent)
    if (isOfFeed) this.#keep(this.#feed, 'base', attribute(tag, 'xml:base'))
    const values = this.#item ?? (isOfFeed ? this.#feed : undefined)
    if (!values || depth === 1) return
    this.#readAttributes(values, tag, name)
    const isDirect = depth === this.#itemDepth + 1 || parent === 'media:group' || parent === 'atom:author' || isOfFeed
    if (!isDirect || name === 'atom:author' || name === 'media:group') return
    const type = attribute(tag, 'type')
    this.#capture = {
      name: name === 'atom:name' && parent === 'atom:author' ? 'atom:author' : name,
      depth,
      isMarkup: type === 'xhtml' || name === 'xhtml:body',
      parts: [],
      length: 0,
    }
    if (name === 'atom:content' || name === 'atom:summary')
      this.#keep(values, 'content base', attribute(tag, 'xml:base'))
    if (type === 'text') values.set(`${name} is text`, 'true')
    if (name === 'rss:guid')
      this.#keep(values, 'permalink', attribute(tag, 'isPermaLink') === 'false' ? 'false' : 'true')
  }

  /** Links and pictures that are in attributes. */
  #readAttributes(values: Values, tag: SaxesTagNS, name: string): void {
    if (name === 'atom:link') {
      const rel = attribute(tag, 'rel') || 'alternate'
      const type = attribute(tag, 'type')
      if (rel === 'alternate')
        this.#keep(values, type === '' || /html/.test(type) ? 'link' : 'other link', attribute(tag, 'href'))
      if (rel === 'enclosure' && /^image\//.test(type)) this.#keep(values, 'image', attribute(tag, 'href'))
    }
    const url = attribute(tag, 'url') || attribute(tag, 'href')
    const isPicture =
      name === 'media:thumbnail' ||
      name === 'itunes:image' ||
      (name === 'media:content' && (attribute(tag, 'medium') === 'image' || /^image\//.test(attribute(tag, 'type')))) ||
      (name === 'rss:enclosure' && /^image\//.test(attribute(tag, 'type')))
    if (isPicture) this.#keep(values, name === 'itunes:image' ? 'small image' : 'image', url)
  }

  /** An element within a value: markup of XHTML, or text of which only the words count. */
  #openWithin(tag: SaxesTagNS, name: string): void {
    const { isMarkup } = this.#capture!
    const local = name.slice(name.indexOf(':') + 1)
    if (!isMarkup || !/^[a-z][a-z0-9]{0,20}$/i.test(local)) return
    const attributes = ['href', 'src', 'alt', 'title'].map(one => [one, attribute(tag, one)] as const)
    const written = attributes
      .filter(([, value]) => value !== '')
      .map(([one, value]) => ` ${one}="${escapeHtml(value)}"`)
    this.#add(`<${local}${written.join('')}>`)
  }

  #closeTag(tag: SaxesTagNS): void {
    const depth = this.#open.length
    const name = this.#open.pop() ?? ''
    const capture = this.#capture
    if (capture && depth > capture.depth) {
      const local = name.slice(name.indexOf(':') + 1)
      const isVoid = /^(?:br|img|hr|input|meta|link|area|col|embed|source|wbr)$/i.test(local)
      if (capture.isMarkup && !isVoid && /^[a-z][a-z0-9]{0,20}$/i.test(local)) this.#add(`</${local}>`)
      return
    }
    const values = this.#item ?? this.#feed
    if (capture && depth === capture.depth) {
      this.#capture = undefined
      const value = capture.parts.join('').trim()
      if (capture.name === 'rss:link') this.#keep(values, 'link', value)
      else if (capture.name === 'rss:url' || capture.name === 'rss:image') this.#keep(values, 'image', value)
      else this.#keep(values, capture.name, value)
      if (capture.isMarkup) values.set(`${capture.name} is markup`, 'true')
      return
    }
    if (this.#item && depth === this.#itemDepth && !tag.isSelfClosing) this.#endItem(this.#item)
    if (this.#item && depth === this.#itemDepth) this.#item = undefined
  }

  #endItem(values: Values): void {
    if (this.#items.length === feedLimits.read) return
    const guid = values.get('rss:guid') ?? ''
    const isLink = values.get('permalink') === 'true' && /^https?:\/\//i.test(guid)
    this.#items.push({
      id: this.#of(values, 'id') || (values.get('about') ?? ''),
      title: this.#of(values, 'title'),
      link: values.get('link') || (isLink ? guid : '') || values.get('other link') || '',
      summary: this.#of(values, 'summary'),
      content: this.#of(values, 'content'),
      image: values.get('image') || values.get('small image') || '',
      date: this.#of(values, 'date'),
      author: this.#of(values, 'author'),
      base: values.get('base') ?? '',
      contentBase: values.get('content base') ?? '',
    })
  }

  #of(values: Values, member: keyof typeof members): string {
    for (const name of members[member]) {
      const value = values.get(name)
      // text that is marked as such is no HTML
      if (value) return values.has(`${name} is text`) && !values.has(`${name} is markup`) ? escapeHtml(value) : value
    }
    return ''
  }

  /** The first of several counts. */
  #keep(values: Values, name: string, value: string): void {
    if (value !== '' && !values.get(name)) values.set(name, value)
  }

  #text(text: string): void {
    if (this.#capture) this.#add(this.#capture.isMarkup ? escapeHtml(text) : text)
  }

  #add(text: string): void {
    const capture = this.#capture!
    capture.length += text.length
    if (capture.length <= feedLimits.content) capture.parts.push(text)
  }
}

function nameOf({ uri, local }: SaxesTagNS): string {
  const prefix = prefixes.find(([pattern]) => pattern.test(uri))?.[1] ?? (uri.endsWith('/xhtml') ? 'xhtml' : 'other')
  return `${prefix}:${local}`
}

function attribute({ attributes }: SaxesTagNS, name: string): string {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  const found = Object.values(attributes).find(one => one.local === local && (prefix === '' || one.prefix === prefix))
  return (found?.value ?? '').trim()
}
