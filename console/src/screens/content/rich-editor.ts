/** The editor of rich text, wherever it is shown: beside the mail, or in it. */
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { nonce } from '../../lib/nonce.ts'
import { documentOf, htmlOf, type RichNode, withTags } from './region-html.ts'
import { TagNode } from './tag-node.ts'

export interface RichEditorProps {
  readonly value: string
  readonly onChange: (html: string) => void
  readonly isLocked: boolean
  /** Of the element that is written in. */
  readonly attributes: Readonly<Record<string, string>>
  /** Undo belongs to what is around it, which knows more than this text. */
  readonly hasUndo?: boolean
  /** With another number the value is shown at once: something was undone. */
  readonly turn?: number
  /** @returns whether the images that were pasted or dropped are taken */
  readonly onFiles?: ((files: readonly File[]) => boolean) | undefined
}

/** Milliseconds until what another field said is shown here: typing there is not held up by it. */
const catchUpMs = 250
/** Characters: a longer text is shown anew only once the other field has rested. */
const longText = 3_000

/** @param given a value that the editor can hold: `documentOf` is asked first */
export function useRichEditor({
  value,
  onChange,
  isLocked,
  attributes,
  hasUndo = true,
  onFiles,
  turn = 0,
}: RichEditorProps): Editor {
  const [first] = useState(() => documentOf(value))
  const isInline = useRef(first?.isInline ?? false)
  const latest = useRef({ onChange, onFiles })
  latest.current = { onChange, onFiles }
  /** What was said last, here or from outside. */
  const known = useRef(value)
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        ...{ trailingNode: false, code: false, codeBlock: false, dropcursor: false },
        ...(!hasUndo && { undoRedo: false }),
        link: { openOnClick: false, autolink: false, linkOnPaste: false },
      }),
      TagNode,
    ],
    content: (first?.doc ?? { type: 'doc' }) as object,
    injectNonce: nonce,
    editable: !isLocked,
    immediatelyRender: true,
    enablePasteRules: false,
    onUpdate: ({ editor: now }) => {
      const html = htmlOf(now.getJSON() as RichNode, isInline.current)
      if (html === known.current) return
      known.current = html
      latest.current.onChange(html)
    },
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', dir: 'auto', ...attributes },
      handleDOMEvents: {
        // the policy lets no parser of the browser read markup: what is pasted is read here
        paste: (_view, event) => insert(event, event.clipboardData),
        drop: (view, event) => (view.dragging ? false : insert(event, event.dataTransfer)),
      },
    },
  })
  function insert(event: Event, data: DataTransfer | null): boolean {
    event.preventDefault()
    const images = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (images.length > 0 && latest.current.onFiles?.(images)) {
      event.stopPropagation()
      return true
    }
    const markup = data?.getData('text/html').replace(/^[\s\S]*<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '')
    const rich = markup ? documentOf(withoutStyles(markup), true) : undefined
    const plain = data?.getData('text/plain') ?? ''
    const nodes = rich?.doc.content ?? plain.split(/\r?\n(?:\r?\n)+/).map(paragraphOf)
    const only = nodes.length === 1 && nodes[0]?.type === 'paragraph' ? (nodes[0].content ?? []) : nodes
    editor.commands.insertContent(only as object[])
    return true
  }
  const shownTurn = useRef(turn)
  useEffect(() => {
    const isUndone = shownTurn.current !== turn
    shownTurn.current = turn
    if (value === known.current) return
    function show() {
      const next = documentOf(value)
      // other HTML is shown by another field
      if (!next || value === known.current) return
      known.current = value
      isInline.current = next.isInline
      const { from } = editor.state.selection
      editor.commands.setContent(next.doc as object, { emitUpdate: false })
      if (editor.isFocused) editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size))
    }
    if (isUndone) return show()
    const timer = setTimeout(() => requestIdleCallback(show), value.length > longText ? 10 * catchUpMs : catchUpMs)
    return () => clearTimeout(timer)
  }, [value, turn, editor])
  useEffect(() => {
    if (editor.isEditable === isLocked) editor.setEditable(!isLocked, false)
  }, [editor, isLocked])
  return editor
}

/** Word and others bring style sheets and their own XML along. */
function withoutStyles(markup: string): string {
  return markup.replace(/<(style|script|title|xml)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
}

function paragraphOf(text: string): RichNode {
  const lines = text.split(/\r?\n/)
  const content = lines.flatMap((line, n): RichNode[] => [
    ...(n === 0 ? [] : [{ type: 'hardBreak' }]),
    ...withTags(line, []),
  ])
  return { type: 'paragraph', content }
}
