/** What a page refers to: files it shows, style sheets, links. */
import { trimEndOf } from '../../lib/trim-end.ts'
import { type Attribute, attributeOf, type OpenTag, type Token } from './markup.ts'

export type PageReference =
  /** An image or the like, named by an attribute. */
  | { readonly kind: 'file'; readonly url: string; readonly attribute: Attribute; readonly imported: boolean }
  /** `srcset`: several, separated by commas. */
  | { readonly kind: 'files'; readonly attribute: Attribute; readonly imported: boolean }
  /** Style rules that may refer to files: a style attribute, or the text of a style element. */
  | { readonly kind: 'style'; readonly attribute: Attribute }
  | { readonly kind: 'sheet'; readonly css: string; readonly start: number; readonly end: number }
  /** `<link rel=stylesheet>` */
  | {
      readonly kind: 'stylesheet'
      readonly url: string
      readonly media: string
      readonly tag: OpenTag
      readonly attribute: Attribute
    }
  | { readonly kind: 'link'; readonly url: string; readonly attribute: Attribute }

/** Elements whose attribute names a file to show; `background` does on any element. VML is what Outlook draws with. */
const fileAttributes: ReadonlyMap<string, string> = new Map([
  ['img', 'src'],
  ['input', 'src'],
  ['video', 'poster'],
  ['v:fill', 'src'],
  ['v:image', 'src'],
  ['v:imagedata', 'src'],
])
const setElements = new Set(['img', 'source'])

/** Elements whose `href` is a link; Outlook draws those of VML (`v:roundrect`). @param name in lower case */
export function isLinkElement(name: string): boolean {
  return name === 'a' || name === 'area' || name.startsWith('v:')
}

export function findPageReferences(tokens: readonly Token[]): readonly PageReference[] {
  return tokens.flatMap((token): readonly PageReference[] => {
    if (token.kind === 'text' && token.rawIn === 'style') {
      return [{ kind: 'sheet', css: token.text, start: token.start, end: token.end }]
    }
    return token.kind === 'open' ? ofTag(token) : []
  })
}

/** Each relative reference is read together with the base, and written with it. */
const longestBase = 2_000

/** The page's own word on what its references are relative to; one that is too long counts as none. */
export function baseOf(tokens: readonly Token[], pageUrl: string): string {
  for (const token of tokens) {
    const href = token.kind === 'open' && token.name === 'base' ? attributeOf(token, 'href') : undefined
    if (href === undefined) continue
    const base = href.length <= longestBase && URL.canParse(href, pageUrl) ? new URL(href, pageUrl).href : pageUrl
    return base.length <= longestBase ? base : pageUrl
  }
  return pageUrl
}

function ofTag(tag: OpenTag): readonly PageReference[] {
  const imported = attributeOf(tag, 'cm_dontimportimage') === undefined
  if (tag.name === 'link') return stylesheet(tag)
  return tag.attributes.flatMap((attribute): readonly PageReference[] => {
    const { name, value } = attribute
    const url = value.trim()
    if (url === '') return []
    if (name === 'style') return [{ kind: 'style', attribute }]
    if (name === 'background' || fileAttributes.get(tag.name) === name)
      return [{ kind: 'file', url, attribute, imported }]
    if (name === 'srcset' && setElements.has(tag.name)) return [{ kind: 'files', attribute, imported }]
    if (name === 'href' && isLinkElement(tag.name)) return [{ kind: 'link', url, attribute }]
    return []
  })
}

function stylesheet(tag: OpenTag): readonly PageReference[] {
  const relations = (attributeOf(tag, 'rel') ?? '').toLowerCase().split(/\s+/)
  const attribute = tag.attributes.find(({ name }) => name === 'href')
  const url = attribute?.value.trim()
  if (!attribute || !url || !relations.includes('stylesheet') || relations.includes('alternate')) return []
  return [{ kind: 'stylesheet', url, media: attributeOf(tag, 'media') ?? '', tag, attribute }]
}

/**
 * `a.png 1x, b.png 2x` with each URL replaced (html.spec.whatwg.org §4.8.4.2.2, but for commas in brackets). Linear.
 * @param change is called once for each URL, in order
 */
export function mapSourceSet(set: string, change: (url: string) => string): string {
  let result = ''
  let at = 0
  while (at < set.length) {
    const start = search(set, /[^\s,]/g, at)
    const end = search(set, /\s/g, start)
    // a comma that ends a URL separates; commas inside belong to it
    const url = trimEndOf(set.slice(start, end), ',')
    const urlEnd = start + url.length
    const next = urlEnd < end ? end : search(set, /,/g, end)
    result += set.slice(at, start) + (url === '' ? '' : change(url)) + set.slice(urlEnd, next)
    at = next
  }
  return result
}

/** Where the pattern matches first, or the end of the text. @param pattern is global and matches one character */
function search(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
