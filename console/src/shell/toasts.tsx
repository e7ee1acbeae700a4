/** Messages about what was just done, at the foot of the window. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Refused } from '../ui/refused.tsx'
import { dismiss, type Toast, undo, useToasts } from '../ui/toast.ts'
import css from './toasts.module.css'

/** Milliseconds that a message stays; it waits while the pointer or the keyboard is on it. */
const shownMs = 10_000

export function Toasts() {
  const { t } = useLingui()
  const toasts = useToasts()
  return (
    <section className={css.toasts} aria-label={t`Messages`} role="status">
      {toasts.map(toast => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function OneToast({ toast }: { readonly toast: Toast }) {
  const { t } = useLingui()
  const [isHeld, setHeld] = useState(false)
  const { id, message, error } = toast
  const stays = isHeld || error !== undefined
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, stays])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only keeps it open
    <div
      className={css.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div>
        <p dir="auto">{message}</p>
        <Refused error={error} />
      </div>
      {toast.undo && (
        <button type="button" className={css.undo} aria-keyshortcuts="z" onClick={() => void undo(toast)}>
          <Trans>Undo</Trans>
        </button>
      )}
      <button type="button" className={css.close} aria-label={t`Close`} onClick={() => dismiss(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
