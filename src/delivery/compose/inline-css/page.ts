/** A page as a browser builds it, with the places of its start tags and style sheets in the source. */
import type { ChildNode, Document, Element } from 'domhandler'
import type { Token } from 'parse5'
import { datePattern, isLinkTag } from '../../../domain/content/merge-tags.ts'
import { loadParsers } from './parsers.ts'

/** A start tag of the source, with what a browser makes of it. */
export interface StyledTag {
  /** Several where tags are nested wrongly: a formatting element is built again in each paragraph. */
  readonly nodes: readonly Element[]
  /** In the source: where the name of its start tag ends. */
  readonly nameEnd: number
  readonly style: StyleAttribute | undefined
}

export interface StyleAttribute {
  /** Its value, entities decoded. */
  readonly text: string
  /** Place of the attribute, with its name. */
  readonly start: number
  readonly end: number
}

export interface SheetText {
  readonly css: string
  /** Where it begins in the source. */
  readonly start: number
  readonly media: string
}

export interface StyledPage {
  readonly document: Document
  /** In quirks mode the case of classes and ids does not count. */
  readonly isQuirky: boolean
  readonly tags: readonly StyledTag[]
  /** All elements, those included that have no tag in the source. */
  readonly nodes: readonly Element[]
  readonly sheets: readonly SheetText[]
}

/** What misnested tags are built again could make millions of a page of the largest size. */
const mostElements = 60_000

class TooManyElements extends Error {}

/** @returns undefined for a page with more elements than we look at */
export function readPage(source: string): StyledPage | undefined {
  const built = build(source)
  if (!built) return undefined
  const nodes: Element[] = []
  const sheets: SheetText[] = []
  const waiting: ChildNode[] = [...built.document.children].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('attribs' in node)) continue
    nodes.push(node)
    waiting.push(...[...node.children].reverse())
    if (node.name === 'style') sheets.push(...sheetsOf(node, source))
    // it will be a link when rules are applied
    if (isLinkTag(node.name)) Object.assign(node, { name: 'a', attribs: { ...node.attribs, href: '' } })
  }
  const tags = built.tags.flatMap(ofTag => findStyledTag(ofTag, source))
  return { document: built.document, isQuirky: built.document['x-mode'] === 'quirks', tags, nodes, sheets }
}

/** @returns the elements of each tag together */
function build(
  source: string,
): { readonly document: Document; readonly tags: readonly (readonly Element[])[] } | undefined {
  const { parse5, treeAdapter } = loadParsers()
  const ofTag = new Map<object, Element[]>()
  let count = 0
  const adapter: typeof treeAdapter.adapter = {
    ...treeAdapter.adapter,
    createElement(name, namespace, attributes) {
      if (++count > mostElements) throw new TooManyElements()
      const element = treeAdapter.adapter.createElement(name, namespace, attributes)
      // elements that one tag makes share its list of attributes
      const known = ofTag.get(attributes)
      if (known) known.push(element)
      else ofTag.set(attributes, [element])
      return element
    },
  }
  // date tags are text of the letter, not elements
  const masked = source.replace(datePattern, tag => ' '.repeat(tag.length))
  try {
    const document = parse5.parse(masked, {
      treeAdapter: adapter,
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
    })
    return { document, tags: [...ofTag.values()] }
  } catch (error) {
    if (error instanceof TooManyElements) return undefined
    throw error
  }
}

function findStyledTag(nodes: readonly Element[], source: string): readonly StyledTag[] {
  const [first] = nodes
  const place = first?.sourceCodeLocation as Token.ElementLocation | null | undefined // the tree's type names less than the parser gives
  if (!first || !place?.startTag) return []
  const { startTag } = place
  const attribute = place.attrs?.style
  const text = first.attribs.style
  const style =
    attribute && text !== undefined ? { text, start: attribute.startOffset, end: attribute.endOffset } : undefined
  const name = /^<[^\s/>]+/.exec(source.slice(startTag.startOffset, startTag.startOffset + 200))
  return name ? [{ nodes, nameEnd: startTag.startOffset + name[0].length, style }] : []
}

function sheetsOf(node: Element, source: string): readonly SheetText[] {
  const { type = '', media = '' } = node.attribs
  if (type.trim() !== '' && type.trim().toLowerCase() !== 'text/css') return []
  return node.children.flatMap(child => {
    const place = child.sourceCodeLocation
    if (!place) return []
    return [{ css: source.slice(place.startOffset, place.endOffset), start: place.startOffset, media }]
  })
}
