/** Help of a field on demand, as the `description` of its input: a button beside the label opens it. */
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import css from './help.module.css'

/**
 * What need not be read to fill in a field. A format, and what an empty field means, are shown always: they are plain descriptions.
 * Screen readers read it with the field, as they do a description.
 */
export function Help({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={t`Help`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      <span className={isOpen ? undefined : css.closed}>{children}</span>
    </>
  )
}
