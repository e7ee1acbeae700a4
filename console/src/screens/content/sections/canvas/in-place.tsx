/** Text that is written at its place in the mail: over the frame, in the type that the mail has there. */
import { useLingui } from '@lingui/react/macro'
import { EditorContent } from '@tiptap/react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../../../ui/icons.tsx'
import contentCss from '../../content.module.css'
import { useHandOn } from '../../hand-on.ts'
import { documentOf } from '../../region-html.ts'
import { useRichEditor } from '../../rich-editor.ts'
import { Tool, Toolbar } from '../../rich-toolbar.tsx'
import { EmojiPicker } from '../../tags/emoji-picker.tsx'
import { TagPicker } from '../../tags/tag-picker.tsx'
import css from './canvas.module.css'
import type { Place } from './frame.ts'
import type { Part } from './parts.ts'

export interface InPlaceProps {
  readonly clientId: string
  readonly fields: readonly string[]
  readonly label: string
  readonly place: Place
  readonly part: Part
  /** Another number where something was undone, done again, or came from outside. */
  readonly turn: number
  /** Where its tools are shown. */
  readonly bar: HTMLElement
  /** Tools of the section that it is in. */
  readonly children?: ReactNode
  readonly onChange: (value: string) => void
  /** Its height in the mail, in pixels of the frame. */
  readonly onSize: (height: number) => void
  /** @param to another part before or after this one; undefined for none */
  readonly onLeave: (to?: 'before' | 'after') => void
  readonly onFiles: (files: readonly File[]) => boolean
}

/** Whether a text can be written in the mail: HTML that the editor cannot hold is written beside it. */
export function isWrittenInPlace({ isRich, isImage, value }: Part): boolean {
  return !isImage && (!isRich || documentOf(value) !== undefined)
}

export function InPlace(props: InPlaceProps) {
  const { place, part, onSize, onChange } = props
  const handOn = useHandOn(onChange)
  const box = useRef<HTMLDivElement>(null)
  const report = useRef(onSize)
  report.current = onSize
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => report.current(current.offsetHeight))
    observer.observe(current)
    report.current(current.offsetHeight)
    return () => observer.disconnect()
  }, [])
  const { type, padding } = place
  const [top, right, bottom, left] = padding
  const style: CSSProperties = {
    ...{ left: place.left, top: place.top, width: place.width, paddingBlock: `${top}px ${bottom}px` },
    ...{ paddingInline: `${left}px ${right}px`, fontFamily: type.fontFamily, fontSize: type.fontSize },
    ...{ fontWeight: type.fontWeight, lineHeight: type.lineHeight, color: type.color, textAlign: type.textAlign },
  }
  return (
    <div ref={box} className={css.inPlace} style={style} data-letter="">
      {part.isRich ? <Rich {...props} onChange={handOn} /> : <Line {...props} />}
    </div>
  )
}

function leaveKey(event: KeyboardEvent, onLeave: InPlaceProps['onLeave']): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    onLeave()
  } else if (event.key === 'Tab' && !event.altKey && !event.ctrlKey) {
    event.preventDefault()
    onLeave(event.shiftKey ? 'before' : 'after')
  }
}

function Rich({ clientId, fields, label, part, turn, bar, children, onChange, onLeave, onFiles }: InPlaceProps) {
  const attributes = useMemo(() => ({ 'aria-label': label }), [label])
  const editor = useRichEditor({
    ...{ value: part.value, onChange, isLocked: false, attributes, hasUndo: false, onFiles, turn },
  })
  useEffect(() => {
    editor.commands.focus('end', { scrollIntoView: false })
  }, [editor])
  return (
    // the keys that leave the editor, which has the role
    <div
      className={css.rich}
      role="none"
      onKeyDownCapture={event => !inList(editor, event) && leaveKey(event, onLeave)}
    >
      {createPortal(<Toolbar {...{ editor, label, clientId, fields }}>{children}</Toolbar>, bar)}
      <EditorContent editor={editor} />
    </div>
  )
}

/** In a list Tab makes an item one of the item before it. */
function inList(editor: { isActive: (name: string) => boolean }, { key }: KeyboardEvent): boolean {
  return key === 'Tab' && editor.isActive('listItem')
}

function Line({ clientId, fields, label, part, bar, children, onChange, onLeave }: InPlaceProps) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState<'tag' | 'emoji'>()
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(part.value.length, part.value.length)
    // once, when it is opened
  }, [])
  function insert(text: string) {
    setOpen(undefined)
    const { current } = field
    if (!current) return
    const { selectionStart, selectionEnd, value } = current
    onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    })
  }
  return (
    <>
      {createPortal(
        <div className={contentCss.toolbar} role="toolbar" aria-label={t`Format ${label}`}>
          <Tool label={t`Insert a tag`} onClick={() => setOpen('tag')}>
            <Icon name="tag" size={16} />
          </Tool>
          <Tool label={t`Insert an emoji`} onClick={() => setOpen('emoji')}>
            <Icon name="smile" size={16} />
          </Tool>
          {children}
        </div>,
        bar,
      )}
      {open === 'tag' && <TagPicker {...{ clientId, fields }} onPick={insert} onClose={() => setOpen(undefined)} />}
      {open === 'emoji' && <EmojiPicker onPick={insert} onClose={() => setOpen(undefined)} />}
      <div className={css.line} data-text={`${part.value} `}>
        <textarea
          ref={field}
          aria-label={label}
          dir="auto"
          rows={1}
          maxLength={part.setting.Longest}
          value={part.value}
          onChange={event => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              onLeave()
            } else leaveKey(event, onLeave)
          }}
        />
      </div>
    </>
  )
}
