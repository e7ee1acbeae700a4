/** JSON Feed 1.0 and 1.1. Members of another type than the format names are left out. */
import { escapeHtml } from '../../../lib/html.ts'
import { FeedUnreadable, feedLimits, type RawFeed, type RawItem } from './feed.ts'

/** @throws FeedUnreadable */
export function readJsonFeed(text: string): RawFeed {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw new FeedUnreadable('The document is not valid JSON.', { cause: error })
  }
  if (!isRecord(document) || !Array.isArray(document.items))
    throw new FeedUnreadable('The document is no JSON Feed: it has no items.')
  const items = document.items.slice(0, feedLimits.read).filter(isRecord)
  return { title: textOf(document.title), link: textOf(document.home_page_url), base: '', items: items.map(readItem) }
}

function readItem(item: Readonly<Record<string, unknown>>): RawItem {
  const authors = [item.author, ...(Array.isArray(item.authors) ? item.authors : [])].filter(isRecord)
  const plain = textOf(item.content_text)
  return {
    id: textOf(item.id),
    title: escapeHtml(textOf(item.title)),
    link: textOf(item.url) || textOf(item.external_url),
    summary: escapeHtml(textOf(item.summary)),
    content: textOf(item.content_html) || escapeHtml(plain),
    image: textOf(item.image) || textOf(item.banner_image),
    date: textOf(item.date_published) || textOf(item.date_modified),
    author: escapeHtml(textOf(authors[0]?.name)),
    base: '',
    contentBase: '',
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ids are numbers in some feeds. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, feedLimits.content).trim() : ''
}
