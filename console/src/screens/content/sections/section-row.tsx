/** One section of the list: its kind and first words; its settings when it is open. */
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { IconButton } from '../icon-button.tsx'
import { SaveAsBlock } from './blocks.tsx'
import type { Section } from './document.ts'
import { wordsOf } from './document.ts'
import { kindNames } from './names.ts'
import { SectionForm, type SectionFormProps } from './section-form.tsx'
import css from './sections.module.css'
import { ShownToLine } from './shown-to.tsx'
import type { Drag } from './use-drag.ts'

/** What is done with sections, by the key of each; the functions stay the same. */
export interface SectionActs {
  readonly change: (key: number, section: Section) => void
  readonly toggle: (key: number) => void
  readonly move: (key: number, to: number) => void
  readonly duplicate: (key: number) => void
  readonly remove: (key: number) => void
}

export interface SectionRowProps extends Omit<SectionFormProps, 'onChange'> {
  readonly id: number
  readonly acts: SectionActs
  readonly at: number
  readonly count: number
  /** Of documents. */
  readonly version: number
  readonly isOpen: boolean
  /** It is given the keyboard: it is new, or was moved. */
  readonly hasFocus: boolean
  readonly drag: Drag
  /** How many people it is shown to, if it has a condition; null where that is not known. */
  readonly recipients: number | null | undefined
}

/** Not rendered anew while another section is written. */
export const SectionRow = memo(Row)

function Row(props: SectionRowProps) {
  const { id, acts, section, at, count, recipients, isOpen, isLocked, hasFocus, drag } = props
  const onMove = (to: number) => acts.move(id, to)
  const { t, i18n } = useLingui()
  const head = useRef<HTMLButtonElement>(null)
  // a row that moves in the page loses the keyboard
  useEffect(() => {
    if (hasFocus) head.current?.focus()
  }, [hasFocus, at])
  const names = kindNames[section.kind]
  const label = names ? i18n._(names.label) : section.kind
  const words = wordsOf(section)
  const condition = typeof section.shownTo === 'string' ? section.shownTo.trim() : ''
  const which = at + 1
  const { held, handle } = drag
  function key(event: KeyboardEvent) {
    if (!event.altKey || isLocked || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  return (
    <li
      className={css.row}
      data-open={isOpen || undefined}
      data-held={held?.from === at || undefined}
      data-before={(held?.before === at && held.from !== at) || undefined}
      data-after={(held?.before === count && at === count - 1 && held.from !== at) || undefined}
      onKeyDown={key}
    >
      <div className={css.head}>
        {!isLocked && (
          <span className={css.handle} aria-hidden="true" title={t`Drag to move`} {...handle(at)}>
            <Icon name="grip" size={16} />
          </span>
        )}
        <button
          ref={head}
          type="button"
          className={css.name}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => acts.toggle(id)}
        >
          <Icon name={names?.icon ?? 'code'} size={18} />
          <span className={css.label}>
            <b>{label}</b>
            {condition !== '' && <ShownToLine condition={condition} recipients={recipients} />}
            {words !== '' && (
              <small dir="auto">
                <span className={css.comma}>: </span>
                {words}
              </small>
            )}
          </span>
          <span className={css.chevron}>
            <Icon name="chevron" size={16} />
          </span>
        </button>
      </div>
      {isOpen && (
        <div className={css.body}>
          {!isLocked && (
            <div className={css.acts} role="toolbar" aria-label={t`${label}, section ${which}`}>
              <IconButton
                icon="up"
                label={t`Move up`}
                shortcut="Alt+ArrowUp"
                isOff={at === 0}
                onClick={() => onMove(at - 1)}
              />
              <IconButton
                icon="down"
                label={t`Move down`}
                shortcut="Alt+ArrowDown"
                isOff={at === count - 1}
                onClick={() => onMove(at + 1)}
              />
              <IconButton icon="copy" label={t`Duplicate`} onClick={() => acts.duplicate(id)} />
              <SaveAsBlock clientId={props.clientId} section={section} version={props.version} />
              <IconButton icon="trash" label={t`Remove`} onClick={() => acts.remove(id)} />
            </div>
          )}
          <SectionForm {...props} onChange={next => acts.change(id, next)} />
        </div>
      )}
    </li>
  )
}
