/**
 * Items of a feed in a letter. The grammar is here alone: `[feed]` … `[endfeed]` is repeated for each item, with `[item:title]`,
 * `[item:link]`, `[item:summary]`, `[item:content]`, `[item:image]`, `[item:date]` and `[item:author]` in it; `[feed:title]` and `[feed:link]`
 * may be anywhere. What a feed says is data: no tag and no markup in it means anything. Pure functions, which a thread runs.
 */
import { escapeHtml } from '../../../lib/html.ts'
import { safeHtml } from '../safe-html.ts'
import type { Feed, FeedItem } from './feed.ts'

export interface LetterInput {
  /** The template; null for the letter of this service. */
  readonly html: string | null
  /** With tags of the feed, and those of its first item. */
  readonly subject: string
  readonly feed: Pick<Feed, 'title' | 'link'>
  readonly items: readonly FeedItem[]
  /** BCP 47, for dates. */
  readonly language: string
  readonly timeZone: string
}

export type Letter =
  | { readonly subject: string; readonly html: string; readonly mjml?: undefined }
  | { readonly subject: string; readonly mjml: string; readonly html?: undefined }

export const longestSubject = 300

const opening = '[feed]'
const closing = '[endfeed]'
const tagPattern = /\[(item|feed):([a-z]{1,10})\]/gi

/** Why a page is no template for a feed; undefined if it is one. */
export function blockFault(html: string): string | undefined {
  const { outside, blocks } = split(html)
  if (blocks.length === 0) return `The template has no block ${opening}…${closing}.`
  if (outside.some(text => text.toLowerCase().includes(closing) || text.toLowerCase().includes(opening)))
    return `Each ${opening} of the template needs one ${closing} behind it.`
  const unknown = [...html.matchAll(tagPattern)].find(
    ([, subject, name]) => !isKnown(subject!.toLowerCase(), name!.toLowerCase()),
  )
  return unknown && `The template has ${unknown[0]}, which no feed has.`
}

/** The letter with these items. */
export function feedLetter({ html, ...input }: LetterInput): Letter {
  const subject = subjectOf(input)
  if (html === null) return { subject, mjml: defaultLetter(input) }
  const { outside, blocks } = split(html)
  const fillFeed = (text: string) =>
    fill(text, (subject, name) => (subject === 'feed' ? feedValue(input.feed, name) : undefined))
  const repeated = blocks.map(block => input.items.map(item => fillItem(block, item, input)).join(''))
  return { subject, html: outside.map((text, n) => fillFeed(text) + (repeated[n] ?? '')).join('') }
}

/** Beginnings of tags and conditions, of ours and of other programs (foreign-tags.ts). */
const tagBeginning = /\[|<(?=[/$a-z])|[*%$](?=[{|%])|%(?=\/?[a-z])|\{(?=[{|%$a-z])/gi

/** Words of a stranger in which nothing is a tag of ours or of another program: a word joiner separates the characters of its beginning. */
export function neutral(text: string): string {
  return text.replace(tagBeginning, character => `${character}\u2060`)
}

/** A link of a stranger, whose brackets are encoded; `''` for what is no web address. */
export function neutralLink(href: string): string {
  const trimmed = href.trim()
  if (!URL.canParse(trimmed)) return ''
  const { protocol, href: address } = new URL(trimmed)
  if (protocol !== 'http:' && protocol !== 'https:') return ''
  const encoded: Readonly<Record<string, string>> = {
    '[': '%5B',
    ']': '%5D',
    '{': '%7B',
    '}': '%7D',
    '|': '%7C',
    '<': '%3C',
    '>': '%3E',
  }
  return address.replace(/[[\]{}|<>]/g, character => encoded[character]!)
}

function subjectOf({ subject, feed, items: [item] }: Omit<LetterInput, 'html'>): string {
  const filled = subject.replace(tagPattern, (tag, owner: string, name: string) => {
    const key = name.toLowerCase()
    if (owner.toLowerCase() === 'feed') return key === 'title' ? neutral(feed.title) : tag
    return key === 'title' ? neutral(item?.title ?? '') : key === 'author' ? neutral(item?.author ?? '') : tag
  })
  const line = filled.replace(/\s+/g, ' ').trim()
  return line.length > longestSubject ? `${line.slice(0, longestSubject - 1).toWellFormed()}…` : line
}

function split(html: string): { readonly outside: readonly string[]; readonly blocks: readonly string[] } {
  const lower = html.toLowerCase()
  const outside: string[] = []
  const blocks: string[] = []
  let at = 0
  for (;;) {
    const begin = lower.indexOf(opening, at)
    const end = begin < 0 ? -1 : lower.indexOf(closing, begin)
    if (end < 0 || lower.length !== html.length) return { outside: [...outside, html.slice(at)], blocks }
    outside.push(html.slice(at, begin))
    blocks.push(html.slice(begin + opening.length, end))
    at = end + closing.length
  }
}

const feedNames = new Set(['title', 'link'])
const itemNames = new Set(['title', 'link', 'summary', 'content', 'image', 'date', 'author'])

function isKnown(subject: string, name: string): boolean {
  return (subject === 'feed' ? feedNames : itemNames).has(name)
}

function fill(text: string, value: (subject: string, name: string) => string | undefined): string {
  return text.replace(
    tagPattern,
    (tag, subject: string, name: string) => value(subject.toLowerCase(), name.toLowerCase()) ?? tag,
  )
}

function feedValue({ title, link }: LetterInput['feed'], name: string): string | undefined {
  if (name === 'title') return escapeHtml(neutral(title))
  return name === 'link' ? escapeHtml(neutralLink(link)) : undefined
}

function fillItem(block: string, item: FeedItem, input: Omit<LetterInput, 'html'>): string {
  const own = item.image === '' ? withoutImages(block) : block
  return fill(own, (subject, name) => (subject === 'feed' ? feedValue(input.feed, name) : itemValue(item, name, input)))
}

function itemValue(
  item: FeedItem,
  name: string,
  input: Pick<LetterInput, 'language' | 'timeZone'>,
): string | undefined {
  switch (name) {
    case 'title':
    case 'summary':
    case 'author':
      return escapeHtml(neutral(item[name]))
    case 'link':
    case 'image':
      return escapeHtml(neutralLink(item[name]))
    case 'date':
      return escapeHtml(dateOf(item, input))
    case 'content':
      return safeHtml(item.content, {
        words: neutral,
        link: href => neutralLink(URL.canParse(href, item.base) ? new URL(href, item.base).href : ''),
      })
    default:
      return undefined
  }
}

function dateOf({ date }: FeedItem, { language, timeZone }: Pick<LetterInput, 'language' | 'timeZone'>): string {
  return date === '' ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(date))
}

/** Pictures of the block that would show the one of the item, which has none. */
function withoutImages(block: string): string {
  const lower = block.toLowerCase()
  let kept = ''
  let at = 0
  for (let begin = lower.indexOf('<img'); begin >= 0; begin = lower.indexOf('<img', at)) {
    const end = lower.indexOf('>', begin)
    if (end < 0) break
    const isItems = lower.slice(begin, end).includes('[item:image]')
    kept += block.slice(at, isItems ? begin : end + 1)
    at = end + 1
  }
  return kept + block.slice(at)
}

/** The letter of this service: a title, and for each item its picture, title, date and summary. */
function defaultLetter({ feed, items, ...input }: Omit<LetterInput, 'html'>): string {
  const text = (value: string) => escapeHtml(neutral(value))
  const link = (value: string) => escapeHtml(neutralLink(value))
  const shown = items.map(item => {
    const title = text(item.title || item.summary || item.link)
    const address = link(item.link)
    const image =
      item.image === ''
        ? ''
        : `<mj-image src="${link(item.image)}" alt="" padding="24px 0 0"${address === '' ? '' : ` href="${address}"`} />`
    const heading =
      address === '' ? title : `<a href="${address}" style="color:#1a1a1a;text-decoration:underline">${title}</a>`
    const date = dateOf(item, input)
    return `
    <mj-section padding="0 24px"><mj-column>${image}
      <mj-text font-size="20px" font-weight="bold" line-height="28px" padding="24px 0 4px">${heading}</mj-text>${
        date === ''
          ? ''
          : `\n      <mj-text font-size="14px" color="#595959" padding="0 0 4px">${escapeHtml(date)}</mj-text>`
      }${item.title === '' || item.summary === '' ? '' : `\n      <mj-text padding="0 0 16px">${text(item.summary)}</mj-text>`}
    </mj-column></mj-section>`
  })
  const title = text(feed.title)
  return `<mjml lang="${escapeHtml(input.language)}">
  <mj-head><mj-title>${title}</mj-title><mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /><mj-text font-size="16px" line-height="24px" color="#1a1a1a" /></mj-attributes></mj-head>
  <mj-body background-color="#ffffff">
    <mj-section padding="32px 24px 0"><mj-column><mj-text font-size="26px" font-weight="bold" line-height="34px" padding="0">${title}</mj-text></mj-column></mj-section>${shown.join('')}
    <mj-section padding="24px"><mj-column><mj-divider border-width="1px" border-color="#d9d9d9" padding="0" /></mj-column></mj-section>
  </mj-body>
</mjml>
`
}
