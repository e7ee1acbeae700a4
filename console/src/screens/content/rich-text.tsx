/** The text of a multi-line region: bold, italic, links and lists. Other elements are edited as HTML. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useId, useRef, useState } from 'react'
import { nonce } from '../../lib/nonce.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from './content.module.css'
import { documentOf, htmlOf, type RichNode } from './region-html.ts'

export interface RichTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly isLocked: boolean
}

export function RichText({ value, onChange, ...rest }: RichTextProps) {
  /** What was said last, here or from outside; what comes from outside is another document. */
  const known = useRef({ value, epoch: 0 })
  if (value !== known.current.value) known.current = { value, epoch: known.current.epoch + 1 }
  return (
    <Field
      {...rest}
      key={known.current.epoch}
      value={value}
      onChange={html => {
        known.current = { value: html, epoch: known.current.epoch }
        onChange(html)
      }}
    />
  )
}

function Field(props: RichTextProps) {
  const { t } = useLingui()
  const { label, value, onChange, isLocked } = props
  const [isSource] = useState(() => documentOf(value) === undefined)
  if (!isSource) return <RichEditor {...props} />
  return (
    <Textarea
      label={label}
      description={t`This text contains elements that the editor does not support, so it is edited as HTML.`}
      rows={6}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      readOnly={isLocked}
    />
  )
}

function RichEditor({ label, value, onChange, isLocked }: RichTextProps) {
  const labelId = useId()
  const [document] = useState(() => documentOf(value))
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        ...{ trailingNode: false, code: false, codeBlock: false, dropcursor: false },
        link: { openOnClick: false, autolink: false, linkOnPaste: false },
      }),
    ],
    content: (document?.doc ?? { type: 'doc' }) as object,
    injectNonce: nonce,
    editable: !isLocked,
    immediatelyRender: true,
    enablePasteRules: false,
    onUpdate: ({ editor: now }) => onChange(htmlOf(now.getJSON() as RichNode, document?.isInline ?? false)),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, dir: 'auto' },
      handleDOMEvents: {
        // the policy lets no parser of the browser read markup: what is pasted is read here
        paste: (_view, event) => insert(event, event.clipboardData),
        drop: (view, event) => (view.dragging ? false : insert(event, event.dataTransfer)),
      },
    },
  })
  function insert(event: Event, data: DataTransfer | null): boolean {
    event.preventDefault()
    const markup = data?.getData('text/html').replace(/^[\s\S]*<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '')
    const rich = markup ? documentOf(withoutStyles(markup), true) : undefined
    const plain = data?.getData('text/plain') ?? ''
    const nodes = rich?.doc.content ?? plain.split(/\r?\n(?:\r?\n)+/).map(paragraphOf)
    const only = nodes.length === 1 && nodes[0]?.type === 'paragraph' ? (nodes[0].content ?? []) : nodes
    editor.commands.insertContent(only as object[])
    return true
  }
  return (
    <div>
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <div className={css.rich}>
        {!isLocked && <Toolbar editor={editor} label={label} />}
        <EditorContent editor={editor} />
      </div>
    </div>
  )
}

/** Word and others bring style sheets and their own XML along. */
function withoutStyles(markup: string): string {
  return markup.replace(/<(style|script|title|xml)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
}

function paragraphOf(text: string): RichNode {
  const lines = text.split(/\r?\n/)
  const content = lines.flatMap((line, n): RichNode[] => [
    ...(n === 0 ? [] : [{ type: 'hardBreak' }]),
    ...(line === '' ? [] : [{ type: 'text', text: line }]),
  ])
  return { type: 'paragraph', content }
}

function Toolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const { t } = useLingui()
  const [link, setLink] = useState<string>()
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      link: now.isActive('link'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
    }),
  })
  const run = () => editor.chain().focus()
  return (
    <div className={css.toolbar} role="toolbar" aria-label={t`Format ${label}`}>
      <Tool label={t`Bold`} isOn={on.bold} onClick={() => run().toggleBold().run()}>
        <b>B</b>
      </Tool>
      <Tool label={t`Italic`} isOn={on.italic} onClick={() => run().toggleItalic().run()}>
        <i>I</i>
      </Tool>
      <Tool label={t`Link`} isOn={on.link} onClick={() => setLink(String(editor.getAttributes('link').href ?? ''))}>
        <u>{t`Link`}</u>
      </Tool>
      <Tool label={t`List`} isOn={on.bullets} onClick={() => run().toggleBulletList().run()}>
        <Icon name="list" size={16} />
      </Tool>
      <Tool label={t`Numbered list`} isOn={on.numbers} onClick={() => run().toggleOrderedList().run()}>
        <Icon name="numbers" size={16} />
      </Tool>
      {link !== undefined && (
        <LinkDialog
          present={link}
          onClose={() => setLink(undefined)}
          onSet={href => {
            setLink(undefined)
            const chain = run().extendMarkRange('link')
            if (href === '') chain.unsetLink().run()
            else if (editor.state.selection.empty && !on.link)
              run()
                .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
                .run()
            else chain.setLink({ href }).run()
          }}
        />
      )}
    </div>
  )
}

function Tool({
  label,
  isOn,
  onClick,
  children,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      // the selection of the text stays
      onMouseDown={event => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function LinkDialog({
  present,
  onSet,
  onClose,
}: {
  readonly present: string
  readonly onSet: (href: string) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [href, setHref] = useState(present)
  return (
    <Dialog title={t`Link`} onClose={onClose}>
      <div className={css.fields}>
        <TextInput
          label={t`Link`}
          placeholder="https://"
          value={href}
          autoFocus
          onChange={event => setHref(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onSet(href.trim())
          }}
        />
        <div className={css.adders}>
          <Button onClick={() => onSet(href.trim())}>
            <Trans>Set the link</Trans>
          </Button>
          {present !== '' && (
            <Button variant="default" onClick={() => onSet('')}>
              <Trans>Remove the link</Trans>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
