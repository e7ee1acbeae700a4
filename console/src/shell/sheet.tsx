/** A sheet that opens below a button: the browser's own popover, which closes on Escape and on a click elsewhere. */
import { type ReactNode, type ToggleEvent, useRef } from 'react'
import css from './shell.module.css'

export function Sheet({
  id,
  label,
  className,
  onOpen,
  children,
}: {
  /** The button names it with `popoverTarget`. */
  readonly id: string
  readonly label: string
  readonly className: string | undefined
  readonly onOpen?: () => void
  readonly children: ReactNode
}) {
  const sheet = useRef<HTMLDivElement>(null)
  function onToggle(event: ToggleEvent) {
    if (event.newState !== 'open') return
    onOpen?.()
    sheet.current?.querySelector<HTMLElement>('input, a, button')?.focus()
  }
  return (
    <div
      ref={sheet}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={`${css.sheet} ${className}`}
      onToggle={onToggle}
    >
      {children}
    </div>
  )
}

export function closeSheet(id: string): void {
  document.getElementById(id)?.hidePopover()
}
