/** A count as it is known: a number, counting, or not available; never 0 because it is unknown. */
import { Trans } from '@lingui/react/macro'
import { number } from '../../lib/format.ts'
import { css } from '../../ui/page.tsx'

export function Count({ value, isPending }: { readonly value: number | undefined; readonly isPending: boolean }) {
  if (value !== undefined) return <span className={css.whole}>{number(value)}</span>
  return (
    <span className={css.quiet}>
      {isPending ? <Trans comment="of a number that is not there yet">counting …</Trans> : <Trans>not available</Trans>}
    </span>
  )
}
