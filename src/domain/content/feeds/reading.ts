/** The document of a feed, read as it came: a pure function of plain data, which a thread runs. */
import { createHash } from 'node:crypto'
import { decodeHTML } from 'entities'
import { decodeUndeclared, findDecoder } from '../../../lib/charset.ts'
import { tokenize } from '../markup.ts'
import { readFeedDate } from './dates.ts'
import { type Feed, type FeedItem, FeedUnreadable, feedLimits, type RawFeed, type RawItem } from './feed.ts'
import { readJsonFeed } from './json.ts'
import { readXmlFeed } from './xml.ts'

export interface FeedDocument {
  /** After redirects: what links are relative to. */
  readonly url: string
  readonly body: Uint8Array
  /** As the server said. */
  readonly charset: string | undefined
}

export type ReadFeed = { readonly feed: Feed } | { readonly problem: string }

/** Reads a document of any format; a problem is a sentence for the person whose feed it is. */
export function readFeed({ url, body, charset }: FeedDocument): ReadFeed {
  try {
    const text = decode(body, charset)
    if (text === '') throw new FeedUnreadable('The document is empty.')
    const raw = /^[{[]/.test(text) ? readJsonFeed(text) : readXml(text)
    return { feed: normalised(raw, url) }
  } catch (error) {
    if (error instanceof FeedUnreadable) return { problem: error.message }
    throw error
  }
}

function readXml(text: string): RawFeed {
  if (!text.startsWith('<')) throw new FeedUnreadable('The document is no feed: it is neither XML nor JSON.')
  if (/^(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)\b/i.test(text.slice(0, 1_000)))
    throw new FeedUnreadable('The document is a web page, not a feed.')
  return readXmlFeed(text)
}

/** Byte order mark, then what the server says, then what the document says, then UTF-8 or windows-1252 (RFC 7303 §3). */
function decode(body: Uint8Array, charset: string | undefined): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const labels = [markOf(bytes), withoutMark(bytes), charset, declaredIn(bytes)].filter(label => label !== undefined)
  const decoder = labels.map(label => findDecoder(label)).find(found => found !== undefined)
  return (decoder ? decoder.decode(bytes) : decodeUndeclared(bytes)).replace(/^[\ufeff\s]+/, '')
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}

/** UTF-16 that begins with `<` or `{`. */
function withoutMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be'
  return bytes[0] !== 0 && bytes[1] === 0 ? 'utf-16le' : undefined
}

function declaredIn(bytes: Buffer): string | undefined {
  return /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(bytes.toString('latin1', 0, 400))?.[1]
}

function normalised(raw: RawFeed, url: string): Feed {
  const base = absolute(raw.base, url) || url
  const link = absolute(raw.link, base)
  const items = raw.items.map(item => ({ item, link: absolute(item.link, baseOf(item, base)) }))
  // an address or an id that several items share, or the page of the feed, is no name for an item
  const times = new Map<string, number>()
  for (const { link } of items) times.set(link, (times.get(link) ?? 0) + 1)
  const isOwn = (address: string) => address !== '' && address !== link && times.get(address) === 1
  const linksOf = new Map<string, Set<string>>()
  for (const { item, link } of items) linksOf.set(item.id, (linksOf.get(item.id) ?? new Set<string>()).add(link))
  const read = items.map(({ item, link }) => {
    const id = linksOf.get(item.id)!.size > 1 ? '' : item.id
    // links of content are relative to the base that the document names, else to the page of the item
    const named = absolute(item.contentBase, baseOf(item, base)) || (item.base + raw.base && baseOf(item, base))
    const bases = { item: baseOf(item, base), content: named || link || base }
    return itemOf({ ...item, id }, link, isOwn(link), bases)
  })
  const ids = new Set<string>()
  const distinct = read.filter(({ keys }) => !ids.has(keys[0]!) && ids.add(keys[0]!))
  // feeds with the oldest first are few; without a date of each item the order is that of the document
  const isDated = distinct.every(({ date }) => date !== '')
  const sorted = isDated
    ? distinct.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
    : distinct
  return {
    title: plain(raw.title, feedLimits.title),
    link,
    items: sorted.slice(0, feedLimits.items),
    olderKeys: sorted.slice(feedLimits.items).flatMap(({ keys }) => keys),
  }
}

function baseOf(item: RawItem, base: string): string {
  return absolute(item.base, base) || base
}

interface Bases {
  readonly item: string
  readonly content: string
}

function itemOf(raw: RawItem, link: string, isOwnLink: boolean, bases: Bases): FeedItem {
  const title = plain(raw.title, feedLimits.title)
  const date = readFeedDate(raw.date) ?? ''
  const names = [
    raw.id === '' ? '' : `id ${raw.id}`,
    isOwnLink ? `link ${link}` : '',
    title !== '' && date !== '' ? `title ${date} ${title}` : '',
  ].filter(name => name !== '')
  const content = raw.content || raw.summary
  const item = {
    title,
    link,
    summary: plain(raw.summary || raw.content, feedLimits.summary),
    content: content.slice(0, feedLimits.content),
    base: bases.content,
    image: absolute(raw.image, bases.item) || firstImage(content, bases.content),
    date,
    author: plain(raw.author.replace(/^\S+@\S+\s+\((.{1,100})\)$/, '$1'), feedLimits.author),
  }
  // an item without a name is known by its text
  const keys = names.length > 0 ? names : [`all ${JSON.stringify([title, link, raw.summary, raw.content])}`]
  return { ...item, keys: keys.map(hash) }
}

function hash(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** @returns an http or https address, or '' */
function absolute(address: string, base: string): string {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.length > feedLimits.link || !URL.canParse(trimmed, base)) return ''
  const url = new URL(trimmed, base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.href.length <= feedLimits.link ? url.href : ''
}

/** HTML → its words on one line. */
function plain(html: string, longest: number): string {
  const beginning = html.slice(0, feedLimits.content)
  const words = /[<&]/.test(beginning) ? wordsOf(beginning) : beginning
  // a control character within a line is no word
  const text = words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  if (text.length <= longest) return text.toWellFormed()
  const cut = text.slice(0, longest - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > longest / 2 ? cut.slice(0, end) : cut)
    .toWellFormed()
    .replace(/\ufffd/gu, '')
    .trimEnd()}…`
}

function wordsOf(html: string): string {
  let words = ''
  for (const token of tokenize(html)) {
    if (token.kind === 'text' && token.rawIn === undefined) words += decodeHTML(token.text)
    else if (token.kind === 'open' || token.kind === 'close') words += inlineElements.has(token.name) ? '' : ' '
  }
  return words
}

const inlineElements = new Set([
  'a',
  'b',
  'i',
  'em',
  'strong',
  'span',
  'u',
  's',
  'code',
  'sub',
  'sup',
  'small',
  'abbr',
  'mark',
  'font',
])

/** Of pictures that count readers, which are one pixel wide, none. */
function firstImage(html: string, base: string): string {
  if (!/<img\b/i.test(html)) return ''
  for (const token of tokenize(html)) {
    if (token.kind !== 'open' || token.name !== 'img') continue
    const value = (name: string) => token.attributes.find(one => one.name === name)?.value ?? ''
    if (/^[01](?:px)?$/.test(value('width')) || /^[01](?:px)?$/.test(value('height'))) continue
    const found = absolute(value('src'), base)
    if (found !== '') return found
  }
  return ''
}
