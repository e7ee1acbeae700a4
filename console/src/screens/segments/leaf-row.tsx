/** One condition as a sentence; its settings when it is open. */
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { IconButton } from '../content/icon-button.tsx'
import { canMove, type Direction, type EditedLeaf } from './editing.ts'
import type { Editor } from './editor.ts'
import { LeafForm } from './leaf-form.tsx'
import css from './segments.module.css'
import { sentenceOf } from './sentences.ts'
import type { Leaf } from './types.ts'

export interface LeafRowProps {
  readonly editor: Editor
  readonly leaf: EditedLeaf<Leaf>
  readonly parentKey: number
  readonly at: number
  readonly count: number
  /** The word before it; undefined for the first. */
  readonly between: string | undefined
}

const ways: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'into',
  ArrowLeft: 'out',
}

export function LeafRow({ editor, leaf: { key, leaf }, parentKey, at, count, between }: LeafRowProps) {
  const { t, i18n } = useLingui()
  const { isLocked, drag, problems, opened } = editor
  const head = useRef<HTMLButtonElement>(null)
  const hasFocus = editor.focused === key
  const isOpen = opened === key
  // a row that moves in the page loses the keyboard
  useEffect(() => {
    if (hasFocus) head.current?.focus()
  }, [hasFocus])
  const sentence = sentenceOf(i18n, leaf, editor.choices.names)
  const problem = problems.find(one => one.key === key)
  const drop = drag.held?.drop
  const isTarget = drop?.groupKey === parentKey && drag.held !== undefined && !editor.isGroup(drag.held.key)
  function onKey(event: KeyboardEvent) {
    const way = ways[event.key]
    if (!event.altKey || isLocked || way === undefined) return
    event.preventDefault()
    editor.move(key, way)
  }
  return (
    <li onKeyDown={onKey}>
      {between !== undefined && <p className={css.between}>{between}</p>}
      <div
        className={css.row}
        data-part={key}
        data-parent={parentKey}
        data-at={at}
        data-open={isOpen || undefined}
        data-bad={problem !== undefined || undefined}
        data-held={drag.held?.key === key || undefined}
        data-before={(isTarget && drop.at === at) || undefined}
        data-after={(isTarget && drop.at === count && at === count - 1) || undefined}
      >
        <div className={css.rowHead}>
          {!isLocked && (
            <span className={css.handle} aria-hidden="true" title={t`Drag to move`} {...drag.handle(key, false)}>
              <Icon name="grip" size={16} />
            </span>
          )}
          <button
            ref={head}
            type="button"
            className={css.sentence}
            aria-expanded={isOpen}
            aria-describedby={problem ? `problem-${key}` : undefined}
            aria-keyshortcuts={isLocked ? undefined : 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft'}
            onClick={() => editor.open(isOpen ? undefined : key)}
          >
            <span dir="auto">{sentence}</span>
            <span className={css.chevron}>
              <Icon name="chevron" size={16} />
            </span>
          </button>
        </div>
        {problem && (
          <p className={css.problem} id={`problem-${key}`} role="alert">
            <Icon name="warning" size={14} />
            {problem.text}
          </p>
        )}
        {isOpen && (
          <div className={css.body}>
            {!isLocked && <LeafActs editor={editor} leafKey={key} sentence={sentence} />}
            <LeafForm
              leaf={leaf}
              choices={editor.choices}
              isLocked={isLocked}
              onChange={next => editor.setLeaf(key, next)}
            />
          </div>
        )}
      </div>
    </li>
  )
}

function LeafActs({
  editor,
  leafKey,
  sentence,
}: {
  readonly editor: Editor
  readonly leafKey: number
  readonly sentence: string
}) {
  const { t } = useLingui()
  const act = (direction: Direction) => ({
    isOff: !canMove(editor.root, leafKey, direction),
    onClick: () => editor.move(leafKey, direction),
  })
  return (
    <div className={css.acts} role="toolbar" aria-label={sentence}>
      <IconButton icon="up" label={t`Move up`} shortcut="Alt+ArrowUp" {...act('up')} />
      <IconButton icon="down" label={t`Move down`} shortcut="Alt+ArrowDown" {...act('down')} />
      <IconButton icon="into" label={t`Move into the next group`} shortcut="Alt+ArrowRight" {...act('into')} />
      <IconButton icon="out" label={t`Move out of the group`} shortcut="Alt+ArrowLeft" {...act('out')} />
      <IconButton icon="copy" label={t`Duplicate`} onClick={() => editor.duplicate(leafKey)} />
      <IconButton icon="trash" label={t`Remove`} onClick={() => editor.remove(leafKey)} />
    </div>
  )
}
