/** A percentage with its numbers: "21.4 % · 2,651 of 12,403". Below 100 there is no percentage. */
import { Trans } from '@lingui/react/macro'
import { number, percentage } from '../lib/format.ts'
import { css } from './page.tsx'

export interface Rate {
  readonly Count: number
  readonly Of: number
}

export function Share({ of: { Count, Of } }: { readonly of: Rate }) {
  const percent = percentage(Count, Of)
  const fraction = (
    <Trans>
      {number(Count)} of {number(Of)}
    </Trans>
  )
  if (percent === undefined) return fraction
  return (
    <>
      {percent} <span className={`${css.quiet} ${css.small}`}>· {fraction}</span>
    </>
  )
}
