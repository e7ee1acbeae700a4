/** A tag in rich text: one piece that is selected, moved and deleted at once, and shows what the chosen person would read. */
import { Node } from '@tiptap/react'
import { isTag, tagPieces } from '../../lib/merge-tags.ts'
import { shownValues } from './tags/person.ts'

export const TagNode = Node.create({
  name: 'tag',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: { default: '' } }),
  renderHTML: ({ node }) => ['span', { 'data-tag': '' }, String(node.attrs.source)],
  renderText: ({ node }) => String(node.attrs.source),
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.dataset.tag = ''
      const source = String(node.attrs.source)
      dom.title = source
      const show = () => {
        dom.textContent = shownTag(source)
      }
      show()
      return { dom, destroy: shownValues.subscribe(show), ignoreMutation: () => true }
    }
  },
})

/** The words in place of a tag; one that shows nothing is seen by its name. */
function shownTag(source: string): string {
  const [piece] = tagPieces(source)
  if (piece === undefined || typeof piece === 'string') return source
  return shownValues.get()[piece.name.toLowerCase()] || piece.fallback || `[${piece.name}]`
}

/** The name and the fallback of a node. */
export function tagOf(source: string): { readonly name: string; readonly fallback: string } | undefined {
  const [piece] = tagPieces(source)
  if (piece === undefined || typeof piece === 'string') return undefined
  return isTag(piece.name, piece.fallback) ? piece : undefined
}
