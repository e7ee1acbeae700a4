/** A section in the mail: what is clicked, dragged and moved with the keyboard; it is seen through to the frame. */
import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, type MouseEvent, memo } from 'react'
import { Icon } from '../../../../ui/icons.tsx'
import { IconButton } from '../../icon-button.tsx'
import { type Section, type Setting, wordsOf } from '../document.ts'
import type { SectionActs } from '../section-row.tsx'
import css from './canvas.module.css'
import type { Place } from './frame.ts'
import { partOf } from './parts.ts'
import type { CanvasDrag } from './use-canvas-drag.ts'

/** What is done with a section in the mail, by its key; the functions stay the same. */
export interface CanvasActs extends SectionActs {
  readonly open: (key: number, isFormWanted: boolean) => void
  /** @param path of the part; left out for the first one */
  readonly write: (key: number, path?: string) => void
  readonly picture: (key: number, path: Place['path']) => void
  readonly drop: (event: DragEvent, key: number, path: Place['path'] | undefined) => void
}

export interface CanvasSectionProps {
  readonly id: number
  readonly acts: CanvasActs
  readonly section: Section
  readonly settings: readonly Setting[]
  readonly label: string
  readonly at: number
  readonly count: number
  /** Of it and its parts, in pixels of the frame; none while it is new. */
  readonly places: readonly Place[]
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly isWritten: boolean
  readonly drag: CanvasDrag
  /** Pixels of the page for one of the frame: tools stay as large as they are. */
  readonly scale: number
}

/** Not rendered anew while another section is written. */
export const CanvasSection = memo(InMail)

function InMail(props: CanvasSectionProps) {
  const { id, acts, section, settings, label, at, count, places, isOpen, isTabStop, isWritten, drag } = props
  const { t } = useLingui()
  const own = places.find(({ path }) => path.length === 0)
  if (!own) return null
  const parts = places.filter(({ path }) => path.length > 0)
  const which = at + 1
  const words = wordsOf(section)
  const { held } = drag
  function key(event: KeyboardEvent<HTMLElement>) {
    const isUp = event.key === 'ArrowUp'
    if (isUp || event.key === 'ArrowDown') {
      event.preventDefault()
      if (event.altKey) return acts.move(id, isUp ? at - 1 : at + 1)
      const list = event.currentTarget.closest('ol')
      const next = list?.children[isUp ? at - 1 : at + 1]?.querySelector<HTMLElement>('[data-key]')
      next?.focus()
    } else if (event.key === 'Delete') acts.remove(id)
  }
  const click = (act: () => void) => (event: MouseEvent) => {
    event.stopPropagation()
    if (!drag.wasMoved()) act()
  }
  return (
    <li
      className={css.section}
      style={{ top: own.top, height: own.height }}
      data-open={isOpen || undefined}
      data-held={held?.from === at || undefined}
      data-before={(held?.before === at && held.from !== at) || undefined}
      data-after={(held?.before === count && at === count - 1 && held.from !== at) || undefined}
      onDragOver={event => event.preventDefault()}
      onDrop={event => acts.drop(event, id, undefined)}
      {...drag.handlers(at)}
    >
      <button
        type="button"
        className={css.hit}
        data-key={id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={
          words === '' ? t`${label}, section ${which} of ${count}` : t`${label}, section ${which} of ${count}: ${words}`
        }
        aria-pressed={isOpen}
        aria-keyshortcuts="Enter Alt+ArrowUp Alt+ArrowDown Delete"
        onKeyDown={key}
        onClick={event => {
          event.stopPropagation()
          if (drag.wasMoved()) return
          // pressed with the keyboard: its text is written
          if (event.detail === 0) acts.write(id)
          else acts.open(id, true)
        }}
      />
      {!isWritten &&
        parts.map(place => <PartHit key={place.name} {...{ id, acts, place, own, settings, section, click }} />)}
      {isOpen && !isWritten && (
        <div
          className={css.acts}
          role="toolbar"
          aria-label={t`${label}, section ${which}`}
          style={{ transform: `scale(${1 / props.scale})` }}
          data-inside={own.top < 40 || undefined}
        >
          <span className={css.grip} aria-hidden="true" title={t`Drag to move`}>
            <Icon name="grip" size={16} />
          </span>
          <IconButton icon="up" label={t`Move up`} isOff={at === 0} onClick={() => acts.move(id, at - 1)} />
          <IconButton icon="down" label={t`Move down`} isOff={at === count - 1} onClick={() => acts.move(id, at + 1)} />
          <IconButton icon="copy" label={t`Duplicate`} onClick={() => acts.duplicate(id)} />
          <IconButton icon="settings" label={t`Settings`} onClick={() => acts.open(id, true)} />
          <IconButton icon="trash" label={t`Remove`} onClick={() => acts.remove(id)} />
        </div>
      )}
    </li>
  )
}

/** For the mouse: the keyboard writes from the section on, part after part. */
function PartHit({
  id,
  acts,
  place,
  own,
  settings,
  section,
  click,
}: {
  readonly id: number
  readonly acts: CanvasActs
  readonly place: Place
  readonly own: Place
  readonly settings: readonly Setting[]
  readonly section: Section
  readonly click: (act: () => void) => (event: MouseEvent) => void
}) {
  const part = partOf(section, settings, place)
  if (!part) return null
  const { isImage, value } = part
  const style = { left: place.left - own.left, top: place.top - own.top, width: place.width, height: place.height }
  if (isImage)
    return (
      <button
        type="button"
        tabIndex={-1}
        className={value === '' ? css.noImage : css.image}
        style={style}
        onClick={click(() => acts.picture(id, place.path))}
        onDrop={event => {
          event.stopPropagation()
          acts.drop(event, id, place.path)
        }}
      >
        <span>
          <Icon name="image" size={16} />
          {value === '' ? <Trans>Add an image</Trans> : <Trans>Change the image</Trans>}
        </span>
      </button>
    )
  return (
    <span
      className={css.part}
      style={style}
      data-empty={value.trim() === '' || undefined}
      aria-hidden="true"
      onClick={click(() => acts.write(id, place.path.join()))}
    >
      {value.trim() === '' && <Trans>Write here</Trans>}
    </span>
  )
}
