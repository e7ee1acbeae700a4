/** What only some readers want, folded behind the word Details. */
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { css } from './page.tsx'

export function Details({ children }: { readonly children: ReactNode }) {
  return (
    <details className={css.details}>
      <summary>
        <Trans>Details</Trans>
      </summary>
      {children}
    </details>
  )
}

/**
 * What another server or a program said, word for word, beside a sentence that says the same to people.
 * @param code of an SMTP reply, 0 without one
 */
export function Answer({ code = 0, text }: { readonly code?: number; readonly text: string | null | undefined }) {
  const said = `${code || ''} ${text ?? ''}`.trim()
  if (said === '') return <span>–</span>
  return (
    <Details>
      <span className={css.answer} dir="auto">
        {said}
      </span>
    </Details>
  )
}
