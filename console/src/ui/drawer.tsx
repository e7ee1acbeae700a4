/**
 * A panel at the side of the window: one thing of a list. It is not modal: the list beside it can be used, and a toast is seen. Escape
 * closes it, and the focus goes back to where it was.
 */
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import dialogCss from './dialog.module.css'
import css from './drawer.module.css'
import { Icon } from './icons.tsx'

export interface DrawerProps {
  readonly title: ReactNode
  /** Below the title. */
  readonly lead?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Drawer({ title, lead, onClose, children }: DrawerProps) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      // the list may have been loaded anew meanwhile
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // what is open above it goes first
      if (document.querySelector('dialog[open], [popover]:popover-open') === null) close.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div role="dialog" className={css.drawer} aria-labelledby={titleId}>
      <div className={dialogCss.head}>
        <div>
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {lead}
        </div>
        <button type="button" className={dialogCss.close} aria-label={t`Close`} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </div>
  )
}
