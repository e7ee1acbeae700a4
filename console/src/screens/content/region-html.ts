/**
 * The HTML of a multi-line region as the document of its editor, and back. The policy of the console lets no parser of the browser
 * read markup, and what the editor cannot hold must not be lost: such HTML is edited as it is.
 */

import { tagPieces } from '../../lib/merge-tags.ts'

/** A node of ProseMirror. */
export interface RichNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly RichMark[]
  readonly text?: string
  readonly content?: readonly RichNode[]
}

interface RichMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

export interface RichDocument {
  readonly doc: RichNode
  /** The region is inside a paragraph of the template: lines, not paragraphs, are written. */
  readonly isInline: boolean
}

const marks: Readonly<Record<string, string>> = {
  ...{ strong: 'bold', b: 'bold', em: 'italic', i: 'italic', u: 'underline', s: 'strike', a: 'link' },
}
const blocks: Readonly<Record<string, string>> = {
  ...{ p: 'paragraph', ul: 'bulletList', ol: 'orderedList', li: 'listItem', blockquote: 'blockquote' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
}

interface Open {
  readonly tag: string
  readonly node: { type: string; attrs?: Record<string, unknown>; content: RichNode[] }
}

/**
 * @param isLenient what the editor cannot hold is left out, with its text kept: of what is pasted
 * @returns undefined for what the editor cannot hold
 */
export function documentOf(html: string, isLenient = false): RichDocument | undefined {
  const doc = { type: 'doc', content: [] as RichNode[] }
  const open: Open[] = [{ tag: '', node: doc }]
  const styles: { readonly tag: string; readonly mark: RichMark }[] = []
  let isInline = true
  let hasText = false

  /** The block that text goes into; a new one if no block is open. */
  function paragraph(): Open {
    const last = open.at(-1)! // the document is always open
    if (last.node.type === 'paragraph' || last.node.type === 'heading') return last
    const made: Open = { tag: 'p?', node: { type: 'paragraph', content: [] } }
    last.node.content.push(made.node)
    open.push(made)
    return made
  }
  function close(tag: string): boolean {
    const at = open.findLastIndex(one => one.tag === tag)
    if (at < 1) return false
    open.length = at
    return true
  }

  for (const { text, tag, isClosing, attributes } of tokens(html)) {
    if (tag === undefined) {
      const shown = decodeText(text).replace(/[ \t\r\n]+/g, ' ')
      const last = open.at(-1)!.node
      const isBetween = shown.trim() === '' && !['paragraph', 'heading'].includes(last.type)
      if (shown === '' || isBetween) continue
      hasText = true
      const { node } = paragraph()
      const clean = node.content.length === 0 ? shown.trimStart() : shown
      const own = styles.map(({ mark }) => mark)
      node.content.push(...withTags(clean, own))
    } else if (tag in marks) {
      if (isClosing) {
        const at = styles.findLastIndex(one => one.tag === tag)
        if (at >= 0) styles.splice(at, 1)
      } else {
        const href = attributes.href
        if (tag === 'a' && href === undefined) {
          if (isLenient) continue
          return undefined
        }
        styles.push({ tag, mark: { type: marks[tag]!, ...(tag === 'a' && { attrs: { href } }) } })
      }
    } else if (tag === 'br') paragraph().node.content.push({ type: 'hardBreak' })
    else if (tag === 'hr') {
      isInline = false
      close('p?')
      open.at(-1)!.node.content.push({ type: 'horizontalRule' })
    } else if (tag in blocks) {
      isInline = false
      close('p?')
      if (isClosing) {
        close(tag)
        continue
      }
      if (tag === 'p' || tag === 'li' || /^h\d$/.test(tag)) close('p')
      if (tag === 'li' && !/List$/.test(open.at(-1)!.node.type)) {
        if (isLenient) continue
        return undefined
      }
      const attrs = /^h\d$/.test(tag) ? { attrs: { level: Number(tag[1]) } } : {}
      const made: Open = { tag, node: { type: blocks[tag]!, ...attrs, content: [] } }
      open.at(-1)!.node.content.push(made.node)
      open.push(made)
    } else if (!isLenient) return undefined
  }
  if (doc.content.length === 0) doc.content.push({ type: 'paragraph' })
  return { doc: cleanNode(doc), isInline: isInline && hasText }
}

/** Text as nodes: a tag is a node of its own. */
export function withTags(text: string, own: readonly RichMark[]): RichNode[] {
  const marked = own.length > 0 ? { marks: own } : {}
  return tagPieces(text).map(piece =>
    typeof piece === 'string'
      ? { type: 'text', text: piece, ...marked }
      : { type: 'tag', attrs: { source: piece.source }, ...marked },
  )
}

/** Lists hold items and items hold paragraphs; blanks at the end of a block are no text. */
function cleanNode(node: RichNode): RichNode {
  const content = node.content?.map(cleanNode) ?? []
  if (node.type === 'listItem' && content[0]?.type !== 'paragraph') content.unshift({ type: 'paragraph' })
  const last = content.at(-1)
  if (last?.type === 'text' && (node.type === 'paragraph' || node.type === 'heading')) {
    const text = last.text?.trimEnd() ?? ''
    if (text === '') content.pop()
    else content[content.length - 1] = { ...last, text }
  }
  return content.length === 0 ? withoutContent(node) : { ...node, content }
}

function withoutContent({ content: _none, ...node }: RichNode): RichNode {
  return node
}

const elements: Readonly<Record<string, string>> = {
  ...{ bold: 'strong', italic: 'em', underline: 'u', strike: 's', link: 'a', paragraph: 'p', blockquote: 'blockquote' },
  ...{ bulletList: 'ul', orderedList: 'ol', listItem: 'li' },
}

/** @param isInline as `documentOf` found it */
export function htmlOf(doc: RichNode, isInline: boolean): string {
  const content = doc.content ?? []
  const isText = content.every(({ type }) => type === 'paragraph')
  if (isInline && isText) return content.map(contentHtml).join('<br><br>')
  const filled = content.filter(({ type, content: own }) => type !== 'paragraph' || own !== undefined)
  return filled.map(outer).join('\n')
}

function outer(node: RichNode): string {
  if (node.type === 'text' || node.type === 'tag') {
    const text = node.type === 'tag' ? String(node.attrs?.source ?? '') : (node.text ?? '')
    return (node.marks ?? []).reduceRight(wrapInMark, escapeText(text))
  }
  if (node.type === 'hardBreak') return '<br>'
  if (node.type === 'horizontalRule') return '<hr>'
  const element = node.type === 'heading' ? `h${Number(node.attrs?.level)}` : elements[node.type]
  // an item of one paragraph is written without it
  const single = node.type === 'listItem' && node.content?.length === 1 ? node.content[0] : undefined
  const content = single?.type === 'paragraph' ? contentHtml(single) : contentHtml(node)
  return element === undefined ? content : `<${element}>${content}</${element}>`
}

function contentHtml(node: RichNode): string {
  return (node.content ?? []).map(outer).join('')
}

function wrapInMark(text: string, { type, attrs }: RichMark): string {
  const element = elements[type]
  if (element === undefined) return text
  const href = type === 'link' ? ` href="${escapeText(String(attrs?.href ?? ''))}"` : ''
  return `<${element}${href}>${text}</${element}>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad' },
  ...{ ndash: '–', mdash: '—', hellip: '…', laquo: '«', raquo: '»', euro: '€', copy: '©', middot: '·' },
}

function decodeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

interface Token {
  readonly text: string
  /** In lower case; undefined for text. */
  readonly tag?: string
  readonly isClosing: boolean
  readonly attributes: Readonly<Record<string, string>>
}

/** Tags and the text between them. A comment is the tag `!--`, which nothing holds. Linear in the length. */
function* tokens(html: string): Generator<Token> {
  const pattern = /<(\/?)([a-z][\w-]*|!--)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
  let from = 0
  for (const match of html.matchAll(pattern)) {
    yield { text: html.slice(from, match.index), isClosing: false, attributes: {} }
    from = match.index + match[0].length
    const found = (match[3] ?? '').matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)
    const attributes = Object.fromEntries(
      [...found].map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        decodeText(double ?? single ?? bare ?? ''),
      ]),
    )
    yield { text: '', tag: match[2]!.toLowerCase(), isClosing: match[1] === '/', attributes }
  }
  yield { text: html.slice(from), isClosing: false, attributes: {} }
}
