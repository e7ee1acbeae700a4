/** What elements mean for a text part, by name: blocks, their gaps, what has no content, what is left out. */
import { isApart, type Style } from './styles.ts'

export interface Block {
  /** An empty line comes above, below. */
  readonly gapAbove: boolean
  readonly gapBelow: boolean
}

/** @returns undefined for inline elements */
export function blockOf(name: string, style: Style): Block | undefined {
  const display = style.get('display') ?? ''
  if (display === 'contents' || display === 'inline' || (display === 'inline-table' && name === 'table'))
    return undefined
  const isBlock = blocks.has(name) || apart.has(name) || /^(?:block|flex|grid|list-item|table)$/.test(display)
  if (!isBlock && !isButton(display, style)) return undefined
  if (!isBlock) return { gapAbove: false, gapBelow: false }
  return { gapAbove: hasGap(name, style, 'top'), gapBelow: hasGap(name, style, 'bottom') }
}

function isButton(display: string, style: Style): boolean {
  return display === 'inline-block' && (isApart(style, 'top', ['padding']) ?? false)
}

function hasGap(name: string, style: Style, side: 'top' | 'bottom'): boolean {
  const margin = isApart(style, side, ['margin']) ?? apart.has(name)
  return margin || (isApart(style, side, ['margin', 'padding']) ?? false)
}

/** An open `<p>` ends where one of these begins (HTML §13.1.2.4). */
export function endsParagraph(name: string): boolean {
  return apart.has(name) || paragraphEnds.has(name)
}

export function isVoid(name: string): boolean {
  return voidElements.has(name)
}

/** Their content is nothing to read in a text. What `<object>`, `<video>` and the like hold is what most mail programs show. */
export function isSkipped(name: string): boolean {
  return skipped.has(name)
}

/** A table cell with one of these is a part of the page, not a value. */
export function isStructure(name: string): boolean {
  return /^(?:h[1-6]|ul|ol|dl|pre|blockquote)$/.test(name)
}

const words = (text: string) => new Set(text.split(' '))

/** Blocks that have an empty line around them unless their style says otherwise. */
const apart = words('p h1 h2 h3 h4 h5 h6 ul ol dl menu blockquote pre figure table fieldset')
const blocks = words(
  'address article aside body caption center dd details dialog dir div dt figcaption footer form header hgroup html legend ' +
    'li listing main nav option search section summary tr td th tbody thead tfoot',
)
const paragraphEnds = words(
  'address article aside center details dialog dir div fieldset figcaption footer form header hgroup hr li main nav search section summary',
)
const voidElements = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)
const skipped = words(
  'script style title textarea select option datalist svg math template iframe noembed noframes xmp canvas',
)
