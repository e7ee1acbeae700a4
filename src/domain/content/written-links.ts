/** The links of a page with what they are called, and how one becomes a link of the recipient's own. */
import {
  type Attribute,
  attributeOf,
  type Change,
  type CloseTag,
  type OpenTag,
  type Token,
  visibleText,
} from './markup.ts'
import { isLinkTag, type LinkTag } from './merge-tags.ts'

export interface WrittenLink {
  readonly tag: OpenTag
  readonly close: CloseTag
  /** Its `href`, without blanks around it. */
  readonly address: string
  /** What a reader sees of it. */
  readonly text: string
  /** The alternative text of its images, or the label of all of it. */
  readonly alternative: string
}

/** The links that are closed and stand in no link of the recipient's own. One pass. */
export function writtenLinks(tokens: readonly Token[]): readonly WrittenLink[] {
  const links: WrittenLink[] = []
  let open: { tag: OpenTag; text: string; alternative: string } | undefined
  let isInOwn = false
  for (const token of tokens) {
    if (token.kind === 'text' && open && token.rawIn === undefined) open.text += visibleText(token)
    if (token.kind === 'open') {
      if (isLinkTag(token.name)) isInOwn = true
      if (token.name === 'a') open = isInOwn ? undefined : { tag: token, text: '', alternative: namesOf(token) }
      else if (open && token.name === 'img') open.alternative += ` ${attributeOf(token, 'alt') ?? ''}`
    }
    if (token.kind !== 'close') continue
    if (isLinkTag(token.name)) isInOwn = false
    if (token.name !== 'a' || !open) continue
    const address = attributeOf(open.tag, 'href')
    if (address !== undefined) {
      const [text, alternative] = [spaced(open.text), spaced(open.alternative)]
      links.push({ tag: open.tag, close: token, address: address.trim(), text, alternative })
    }
    open = undefined
  }
  return links
}

function namesOf(tag: OpenTag): string {
  return `${attributeOf(tag, 'aria-label') ?? ''} ${attributeOf(tag, 'title') ?? ''}`
}

function spaced(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** A pair of tags needs text that can be seen (unsubscribe-tag.ts). */
const shortestText = 3

/**
 * What makes a link one of the recipient's own: its element and its `href` change, all else stays.
 * @param word is added where the link shows no text
 */
export function asOwnLink(source: string, link: WrittenLink, name: LinkTag, word: string): readonly Change[] {
  const { tag, close, text, alternative } = link
  const href = tag.attributes.find(attribute => attribute.name === 'href')
  const opens = { start: tag.start + 1, end: tag.start + 1 + tag.name.length, text: name }
  const closes = { start: close.start + 2, end: close.start + 2 + close.name.length, text: name }
  const words = text.length >= shortestText ? '' : ` ${alternative.length >= shortestText ? alternative : word}`
  const said = { start: close.start, end: close.start, text: escapeText(words) }
  return [opens, ...(href ? [without(source, tag, href)] : []), ...(words === '' ? [] : [said]), closes]
}

/** The attribute with its name, its quotes and the blank before it. */
function without(source: string, tag: OpenTag, { name, start, end, quote }: Attribute): Change {
  const before = source.slice(tag.start, start).toLowerCase().lastIndexOf(name)
  const at = tag.start + before
  return { start: /\s/.test(source[at - 1] ?? '') ? at - 1 : at, end: end + quote.length, text: '' }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
