/** Parts of a screen; the address names the one that is shown. */
import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** @param children links; the present one has `aria-current` or the router's `data-status` */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
