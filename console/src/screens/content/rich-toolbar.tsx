/** What is done with rich text. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from './content.module.css'
import { tagOf } from './tag-node.ts'
import { EmojiPicker } from './tags/emoji-picker.tsx'
import { TagInput } from './tags/tag-input.tsx'
import { TagPicker } from './tags/tag-picker.tsx'

interface ToolbarProps {
  readonly editor: Editor
  readonly label: string
  readonly clientId: string
  /** Keys of custom fields. */
  readonly fields: readonly string[]
  /** Further tools, of the section that the text is in. */
  readonly children?: ReactNode
}

export function Toolbar({ editor, label, clientId, fields, children }: ToolbarProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'link' | 'tag' | 'emoji'>()
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      link: now.isActive('link'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      tag: now.isActive('tag') ? String(now.getAttributes('tag').source) : undefined,
    }),
  })
  const run = () => editor.chain().focus()
  const close = () => setOpen(undefined)
  return (
    <div className={css.toolbar} role="toolbar" aria-label={t`Format ${label}`}>
      <Tool label={t`Bold`} isOn={on.bold} onClick={() => run().toggleBold().run()}>
        <b>B</b>
      </Tool>
      <Tool label={t`Italic`} isOn={on.italic} onClick={() => run().toggleItalic().run()}>
        <i>I</i>
      </Tool>
      <Tool label={t`Link`} isOn={on.link} onClick={() => setOpen('link')}>
        <Icon name="link" size={16} />
      </Tool>
      <Tool label={t`List`} isOn={on.bullets} onClick={() => run().toggleBulletList().run()}>
        <Icon name="list" size={16} />
      </Tool>
      <Tool label={t`Numbered list`} isOn={on.numbers} onClick={() => run().toggleOrderedList().run()}>
        <Icon name="numbers" size={16} />
      </Tool>
      <Tool label={t`Insert a tag`} isOn={on.tag !== undefined} onClick={() => setOpen('tag')}>
        <Icon name="tag" size={16} />
      </Tool>
      <Tool label={t`Insert an emoji`} onClick={() => setOpen('emoji')}>
        <Icon name="smile" size={16} />
      </Tool>
      {children}
      {open === 'tag' && (
        <TagPicker
          {...{ clientId, fields }}
          present={on.tag === undefined ? undefined : tagOf(on.tag)}
          onClose={close}
          onPick={source => {
            close()
            run().insertContent({ type: 'tag', attrs: { source } }).run()
          }}
        />
      )}
      {open === 'emoji' && (
        <EmojiPicker
          onClose={close}
          onPick={emoji => {
            close()
            run().insertContent({ type: 'text', text: emoji }).run()
          }}
        />
      )}
      {open === 'link' && (
        <LinkDialog
          {...{ clientId, fields }}
          present={String(editor.getAttributes('link').href ?? '')}
          onClose={close}
          onSet={href => {
            close()
            setLink(editor, href, on.link)
          }}
        />
      )}
    </div>
  )
}

function setLink(editor: Editor, href: string, isLink: boolean): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href === '') chain.unsetLink().run()
  else if (editor.state.selection.empty && !isLink)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else chain.setLink({ href }).run()
}

export function Tool({
  label,
  isOn,
  isOff = false,
  onClick,
  children,
}: {
  readonly label: string
  /** Undefined for what is done once. */
  readonly isOn?: boolean
  readonly isOff?: boolean
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
      disabled={isOff}
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
  clientId,
  fields,
  onSet,
  onClose,
}: {
  readonly present: string
  readonly clientId: string
  readonly fields: readonly string[]
  readonly onSet: (href: string) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [href, setHref] = useState(present)
  return (
    <Dialog title={t`Link`} onClose={onClose}>
      <div className={css.fields}>
        <TagInput
          {...{ clientId, fields }}
          label={t`Link`}
          placeholder="https://"
          dir="ltr"
          maxLength={2000}
          value={href}
          autoFocus
          onChange={setHref}
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
