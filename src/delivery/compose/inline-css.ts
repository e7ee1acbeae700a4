/**
 * Rules of `<style>` elements as `style` attributes, for mail programs that drop the former. The elements stay: media
 * queries work nowhere else. Only `style` attributes change, everything else stays byte for byte.
 */
import { createRequire } from 'node:module'
import { Tokenizer } from 'htmlparser2'
import type juice from 'juice/client.js'
import { isNestedTooDeep } from '../../domain/content/nesting.ts'
import { escapeHtml } from '../../lib/html.ts'

interface Tag {
  readonly name: string
  /** Where its name ends: an attribute goes there. */
  readonly nameEnd: number
  /** The text of its style attribute, and the attribute as a whole. */
  readonly style: string | undefined
  readonly start: number
  readonly end: number
}

/** Rules times elements: matching more would hold up the event loop for longer than a second. */
const mostMatches = 2_000_000

/** @returns the HTML as it was where it has no styles, or too many, or where its elements are nested too deeply for a tree */
export function inlineCss(html: string): string {
  if (!/<style[\s>]/i.test(html)) return html
  const tags = readTags(html)
  if (tags.length * (html.match(/[{,]/g)?.length ?? 0) > mostMatches || isNestedTooDeep(html)) return html
  const inlined = readTags(withStyles(html))
  // another parser must have seen the same elements, or nothing is certain
  if (inlined.length !== tags.length || tags.some(({ name }, index) => name !== inlined[index]!.name)) return html
  let result = ''
  let end = 0
  for (const [index, tag] of tags.entries()) {
    const { style } = inlined[index]!
    if (style === undefined || style === tag.style) continue
    const attribute = ` style="${escapeHtml(style.replace(/&quot;/g, "'").replace(/&amp;/g, '&'))}"`
    result += html.slice(end, tag.nameEnd) + attribute
    if (tag.style === undefined) end = tag.nameEnd
    else {
      result += html.slice(tag.nameEnd, tag.start).trimEnd()
      end = tag.end
    }
  }
  return result + html.slice(end)
}

/** Loaded with the first style sheet: the package brings two parsers and an HTTP client, and most processes never use it. */
function inliner(): typeof juice {
  return require('juice/client.js') as typeof juice // CommonJS: the function is the whole module
}
const require = createRequire(import.meta.url)

function withStyles(html: string): string {
  const inline = inliner()
  try {
    return inline(html, { removeStyleTags: false, applyWidthAttributes: false, applyHeightAttributes: false })
  } catch {
    // CSS that cannot be parsed changes nothing
    return html
  }
}

function readTags(html: string): Tag[] {
  const tags: Tag[] = []
  let open = { name: '', nameEnd: 0, style: undefined as string | undefined, start: 0, end: 0 }
  let attribute = { name: '', nameStart: 0, start: -1, end: -1 }
  const close = () => {
    tags.push(open)
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        open = { name: html.slice(start, end).toLowerCase(), nameEnd: end, style: undefined, start: 0, end: 0 }
      },
      onattribname(start, end) {
        attribute = { name: html.slice(start, end).toLowerCase(), nameStart: start, start: end, end }
      },
      onattribdata(start, end) {
        if (attribute.start < start && attribute.end === attribute.start) attribute.start = start
        attribute.end = end
      },
      onattribend(quote, end) {
        if (attribute.name !== 'style' || open.style !== undefined) return
        open.style = html.slice(attribute.start, attribute.end)
        open.start = attribute.nameStart
        open.end = quote >= 2 && /["']/.test(html[end] ?? '') ? end + 1 : end
      },
      onopentagend: close,
      onselfclosingtag: close,
      onclosetag: nothing,
      ontext: nothing,
      oncomment: nothing,
      onattribentity: nothing,
      ontextentity: nothing,
      oncdata: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tags
}
