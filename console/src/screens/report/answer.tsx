/** What another server or a program said, word for word: behind Details, beside a sentence that says the same to people. */
import { Trans } from '@lingui/react/macro'
import own from './report.module.css'

/** @param code of an SMTP reply, 0 without one */
export function Answer({ code = 0, text }: { readonly code?: number; readonly text: string | null | undefined }) {
  const said = `${code || ''} ${text ?? ''}`.trim()
  if (said === '') return <span>–</span>
  return (
    <details className={own.details}>
      <summary>
        <Trans>Details</Trans>
      </summary>
      <span className={own.said} dir="auto">
        {said}
      </span>
    </details>
  )
}
