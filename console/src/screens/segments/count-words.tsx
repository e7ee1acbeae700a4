/** A count as it is known: exactly, about, not yet, or not available; never 0 because it is unknown. */
import { Plural, Trans } from '@lingui/react/macro'
import { number } from '../../lib/format.ts'
import { css as parts } from '../../ui/page.tsx'
import type { Count } from './types.ts'

/** @param isSaved where an exact count follows */
export function CountWords({
  count: { State, Count: people },
  isSaved,
}: {
  readonly count: Count
  readonly isSaved: boolean
}) {
  if (State === 'Counting')
    return (
      <span className={parts.quiet}>
        {isSaved ? (
          <Trans comment="of a number that is not there yet">counting …</Trans>
        ) : (
          <Trans>takes longer to count</Trans>
        )}
      </span>
    )
  if (State === 'NotAvailable' || people === undefined)
    return (
      <span className={parts.quiet}>
        <Trans>not available</Trans>
      </span>
    )
  return (
    <strong>
      {State === 'About' ? (
        <Plural value={rounded(people)} one="about # person" other="about # people" />
      ) : (
        <Plural value={people} one="# person" other="# people" />
      )}
    </strong>
  )
}

/** An estimate has two or three digits that mean something. */
function rounded(people: number): number {
  if (people < 100) return people
  const unit = 10 ** (Math.floor(Math.log10(people)) - 2)
  return Math.round(people / unit) * unit
}

/** People for whom it cannot be judged. */
export function UnknownWords({ count: { Unknown } }: { readonly count: Count }) {
  if (!Unknown) return null
  const shown = number(Unknown)
  return (
    <Plural
      value={Unknown}
      one="1 person is unknown: never mailed, or not measured."
      other={`${shown} people are unknown: never mailed, or not measured.`}
    />
  )
}
