/**
 * The HTML that a person may write into a multi-line region: a few elements without styles. Everything else is left out: elements
 * with their text kept, scripts and the like with it. Linear, one pass; what comes out is balanced.
 */
import { escapeHtml } from '../../lib/html.ts'
import { attributeOf, type OpenTag, tokenize, visibleText } from './markup.ts'
import { isLinkTag, linkTags, withoutTags } from './merge-tags.ts'

/** Elements that stay. Documented in docs/content.md. */
const safeElements: ReadonlySet<string> = new Set([
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'ul', 'ol', 'li', 'blockquote'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...linkTags,
])
const voidElements = new Set(['br', 'hr'])
/** Links, which stand in no other link. */
const links: ReadonlySet<string> = new Set(['a', ...linkTags])

/** Open at once; closing tags are looked for among these only. */
const deepest = 30

/** How the HTML of someone else becomes safe: of a feed, whose words are no tags of ours. */
export interface Foreign {
  /** Text of the HTML, entities decoded → text. */
  readonly words: (text: string) => string
  /** The address of a link; '' for none. */
  readonly link: (href: string) => string
}

/**
 * @param foreign where the author of the HTML is not that of the mail: links of the recipient's own are left out then
 * @returns the HTML with only what is safe, every element of it closed
 */
export function safeHtml(html: string, foreign?: Foreign): string {
  const open: string[] = []
  let result = ''
  for (const token of tokenize(html)) {
    if (token.kind === 'text' && token.rawIn === undefined) {
      result += foreign
        ? escapeHtml(foreign.words(visibleText(token)))
        : token.text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    } else if (token.kind === 'open' && safeElements.has(token.name) && !(foreign && isLinkTag(token.name))) {
      if (voidElements.has(token.name)) result += `<${token.name}>`
      else if (open.length < deepest && !(links.has(token.name) && open.some(name => links.has(name)))) {
        result += openTag(token, foreign)
        open.push(token.name)
      }
    } else if (token.kind === 'close' && open.includes(token.name)) {
      let closed: string | undefined
      while (closed !== token.name) {
        closed = open.pop()
        result += `</${closed}>`
      }
    }
  }
  for (const name of open.reverse()) result += `</${name}>`
  return result
}

function openTag(tag: OpenTag, foreign: Foreign | undefined): string {
  if (tag.name !== 'a') return `<${tag.name}>`
  if (foreign) {
    const target = foreign.link(attributeOf(tag, 'href') ?? '')
    return target === '' ? '<a>' : `<a href="${escapeHtml(target)}">`
  }
  const href = attributeOf(tag, 'href')?.trim()
  const title = attributeOf(tag, 'title')
  const attributes = [
    href !== undefined && isSafeLink(href) ? ` href="${escapeHtml(href)}"` : '',
    title === undefined ? '' : ` title="${escapeHtml(title)}"`,
  ]
  return `<a${attributes.join('')}>`
}

const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:'])

/** A web, mail or telephone address of at most 2,000 characters; a merge tag may be any part of it, or all. */
export function isSafeLink(href: string): boolean {
  if (href.length > longestLink) return false
  // all of it is a tag: the value is checked where it is filled in
  if (href !== '' && withoutTags(href, '') === '') return true
  const example = withoutTags(href, 'x')
  return URL.canParse(example) && safeSchemes.has(new URL(example).protocol)
}

/** An http or https address of an image, of at most 2,000 characters. */
export function isSafeImage(src: string): boolean {
  return src.length <= longestLink && /^https?:\/\//i.test(src) && URL.canParse(withoutTags(src, 'x'))
}

const longestLink = 2_000
