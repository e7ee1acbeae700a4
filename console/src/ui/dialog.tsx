/**
 * A dialog over the screen: the browser's own, which keeps the keyboard inside, takes Escape, and gives the focus back. What opens
 * within it must not be a portal: it would lie below the dialog.
 */
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import css from './dialog.module.css'
import { Icon } from './icons.tsx'

export interface DialogProps {
  readonly title: string
  /** Undefined for one that is left by its own buttons only. */
  readonly onClose?: (() => void) | undefined
  /** Where the title is there for screen readers only. */
  readonly isBare?: boolean
  /** Wide, for pictures side by side. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Dialog({ title, onClose, isBare = false, isWide = false, children }: DialogProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // a layout effect: it closes while it is still in the page, and the browser gives the focus back
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // before the button that closes it
    current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${css.dialog} ${isBare ? css.bare : ''} ${isWide ? css.wide : ''}`}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
      // the backdrop is the dialog's own; what is inside covers the rest of it
      onMouseDown={event => event.target === event.currentTarget && onClose?.()}
    >
      <div className={css.inside}>
        <div className={isBare ? css.hidden : css.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && !isBare && (
            <button type="button" className={css.close} aria-label={t`Close`} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
