/**
 * The text part that is made from compiled HTML. What is filled in later passes through the renderer as a mark. A block of branches is one
 * mark too, and each of its branches is rendered for itself: so no branch changes how another one reads.
 */
import type { Branch } from './branches.ts'
import { joinPieces } from './html.ts'
import { isBranch, type Piece, type Pieces, token } from './pieces.ts'
import { placeMark, places, removeMarks } from './text-part/marks.ts'
import { renderText } from './text-part/render.ts'

interface Block {
  readonly branches: { readonly begin: Branch; readonly nodes: Node[] }[]
}
type Node = Exclude<Piece, Branch> | Block

/** The elements around the mark of a block, and those around a branch of it that is rendered for itself. */
interface Shape {
  readonly mark: readonly [before: string, after: string]
  readonly branch: readonly [before: string, after: string]
  readonly isInline: boolean
}

const inline: Shape = { mark: ['', ''], branch: ['', ''], isInline: true }
const line: Shape = { mark: ['<div>', '</div>'], branch: ['', ''], isInline: false }
const paragraph: Shape = { ...line, mark: ['<p>', '</p>'] }
const rows: Shape = { ...line, mark: ['<tr><td>', '</td></tr>'], branch: ['<table>', '</table>'] }
const cells: Shape = { ...line, mark: ['<td>', '</td>'], branch: ['<table><tr>', '</tr></table>'] }
const items: Shape = { ...line, branch: ['<ul>', '</ul>'] }

/** By the first element of a branch. */
const shapes: Readonly<Record<string, Shape>> = {
  ...{ tr: rows, tbody: rows, thead: rows, tfoot: rows, td: cells, th: cells, li: items },
  ...{ div: line, center: line, section: line, article: line, header: line, footer: line },
  ...{ p: paragraph, table: paragraph, ul: paragraph, ol: paragraph, blockquote: paragraph, hr: paragraph },
  ...{ h1: paragraph, h2: paragraph, h3: paragraph, h4: paragraph, h5: paragraph, h6: paragraph, pre: paragraph },
}

const hasParagraph = /<(?:p|h[1-6]|table|ul|ol|blockquote)\b/i

/** Makes the text part from compiled HTML. */
export function textFromHtml(html: Pieces): Pieces {
  return joinPieces(render(nodesOf(html), ['', '']))
}

function nodesOf(pieces: Pieces): readonly Node[] {
  const page: Node[] = []
  const open: Block[] = []
  let into = page
  for (const piece of pieces) {
    if (!isBranch(piece)) into.push(piece)
    else if (piece.branch === 'endif') {
      open.pop()
      into = open.at(-1)?.branches.at(-1)?.nodes ?? page
    } else {
      let block = open.at(-1)
      if (piece.branch === 'if' || !block) {
        block = { branches: [] }
        into.push(block)
        open.push(block)
      }
      into = []
      block.branches.push({ begin: piece, nodes: into })
    }
  }
  return page
}

function render(nodes: readonly Node[], [before, after]: Shape['branch']): Pieces {
  const filled: (Exclude<Piece, Branch> | { readonly block: Block; readonly shape: Shape })[] = [token]
  let marked = before
  for (const node of nodes) {
    if (typeof node === 'string') marked += removeMarks(node)
    // one number for every token, so that links to one place look the same
    else if (node === token) marked += placeMark(0)
    else if ('branches' in node) {
      const shape = shapeOf(node)
      marked += shape.mark[0] + placeMark(filled.push({ block: node, shape }) - 1) + shape.mark[1]
    } else marked += placeMark(filled.push(node) - 1)
  }
  const parts = renderText(marked + after).split(places)
  const pieces: Piece[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    if (index % 2 === 0) {
      pieces.push(part)
      continue
    }
    const piece = filled[Number(part)] ?? ''
    if (typeof piece !== 'object' || !('block' in piece)) {
      pieces.push(piece)
      continue
    }
    // a block with lines of its own takes the line breaks behind it along: without any branch, none is left
    const next = parts[index + 1] ?? ''
    const breaks = /(?:^|\n)[> \t-]*$/.test((parts[index - 1] ?? '').slice(-100)) ? (/^\n+/.exec(next)?.[0] ?? '') : ''
    parts[index + 1] = next.slice(breaks.length)
    pieces.push(...renderBlock(piece, breaks))
  }
  return pieces
}

function renderBlock({ block, shape }: { readonly block: Block; readonly shape: Shape }, breaks: string): Pieces {
  const branches = block.branches.flatMap(({ begin, nodes }) => {
    const text = trimmed(joinPieces(render(nodes, shape.branch)))
    if (text.length === 0) return [begin]
    const first = nodes[0]
    const last = nodes.at(-1)
    const isSpaced = shape.isInline && breaks === ''
    return [
      begin,
      isSpaced && typeof first === 'string' && /^\s/.test(first) ? ' ' : '',
      ...text,
      isSpaced && typeof last === 'string' && /\s$/.test(last) ? ' ' : breaks,
    ]
  })
  return [...branches, { branch: 'endif', condition: undefined }]
}

function trimmed(pieces: Pieces): Pieces {
  return pieces
    .map((piece, index) => {
      if (typeof piece !== 'string') return piece
      const text = index === 0 ? piece.trimStart() : piece
      return index === pieces.length - 1 ? text.trimEnd() : text
    })
    .filter(piece => piece !== '')
}

/** By what the first of its branches begins with. */
function shapeOf({ branches }: Block): Shape {
  for (const { nodes } of branches) {
    const [first] = nodes
    if (typeof first === 'object' && 'branches' in first) return shapeOf(first)
    if (typeof first !== 'string') return first === undefined ? line : inline
    const start = beginningOf(first)
    const name = /^<([a-z][a-z0-9]*)/i.exec(start)?.[1]?.toLowerCase()
    const shape = name === undefined ? undefined : (shapes[name] ?? inline)
    // paragraphs inside of it keep their distance
    if (shape === line && nodes.some(node => typeof node === 'string' && hasParagraph.test(node))) return paragraph
    if (shape) return shape
    if (start !== '') return inline
    const [, second] = nodes
    if (typeof second === 'object' && 'branches' in second) return shapeOf(second)
    if (second !== undefined) return inline
  }
  return line
}

/** Without white space and comments before it. */
function beginningOf(html: string): string {
  let at = 0
  for (;;) {
    while (at < html.length && html.charCodeAt(at) <= 0x20) at++
    if (!html.startsWith('<!--', at)) return html.slice(at, at + 40)
    const end = html.indexOf('-->', at + 4)
    if (end < 0) return ''
    at = end + 3
  }
}
