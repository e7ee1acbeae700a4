/** The text of a region or a section: bold, italic, links, lists and tags. Other elements are edited as HTML. */
import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { EditorContent } from '@tiptap/react'
import { useId, useMemo, useRef } from 'react'
import css from './content.module.css'
import { documentOf } from './region-html.ts'
import { useRichEditor } from './rich-editor.ts'
import { Toolbar } from './rich-toolbar.tsx'

export interface RichTextProps {
  readonly label: string
  readonly clientId: string
  /** Keys of custom fields. */
  readonly fields: readonly string[]
  readonly value: string
  readonly onChange: (html: string) => void
  readonly isLocked: boolean
  /** As for `useRichEditor`. */
  readonly hasUndo?: boolean | undefined
}

export function RichText(props: RichTextProps) {
  const { t } = useLingui()
  const { label, value, onChange, isLocked } = props
  /** What was said here is not looked at again: it can be held, or is edited as HTML already. */
  const own = useRef({ value, isSource: documentOf(value) === undefined })
  if (own.current.value !== value) own.current = { value, isSource: documentOf(value) === undefined }
  const change = (html: string) => {
    own.current = { value: html, isSource: own.current.isSource }
    onChange(html)
  }
  if (!own.current.isSource) return <RichField {...props} onChange={change} />
  return (
    <Textarea
      label={label}
      description={t`This text contains elements that the editor does not support, so it is edited as HTML.`}
      rows={6}
      value={value}
      onChange={event => change(event.currentTarget.value)}
      readOnly={isLocked}
    />
  )
}

function RichField({ label, clientId, fields, value, onChange, isLocked, hasUndo = true }: RichTextProps) {
  const labelId = useId()
  const attributes = useMemo(() => ({ 'aria-labelledby': labelId }), [labelId])
  const editor = useRichEditor({ value, onChange, isLocked, hasUndo, attributes })
  return (
    <div>
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <div className={css.rich}>
        {!isLocked && <Toolbar {...{ editor, label, clientId, fields }} />}
        <EditorContent editor={editor} />
      </div>
    </div>
  )
}
