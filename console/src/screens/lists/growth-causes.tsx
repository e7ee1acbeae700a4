/** Why a list grew and shrank: how people came, and how they left. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { number } from '../../lib/format.ts'
import { css } from '../../ui/page.tsx'
import { RankedBars, type RankedRow } from '../../ui/ranked-bars.tsx'
import own from './growth.module.css'

type Day = NonNullable<ValueOf<'List.GetGrowth'>['Days']>[number]

export function GrowthCauses({ days }: { readonly days: readonly Day[] }) {
  const { t } = useLingui()
  const total = (count: (day: Day) => number) => days.reduce((sum, day) => sum + count(day), 0)
  const joined = total(({ Joined }) => Joined)
  const confirmed = total(({ Confirmed }) => Confirmed)
  // one day on which it was not counted makes the sum unknown
  const isKnown = days.every(({ Imported }) => Imported !== undefined && Imported !== null)
  const imported = isKnown ? total(({ Imported }) => Imported ?? 0) : null
  const came: readonly RankedRow[] = [
    { key: 'confirmed', label: t`Confirmed by a link`, value: confirmed },
    { key: 'imported', label: t`Imported`, value: imported },
    {
      key: 'others',
      label:
        imported === null
          ? t`Imported, or added by a form, a person or a program`
          : t`Added by a form, a person or a program`,
      value: Math.max(0, joined - confirmed - (imported ?? 0)),
    },
  ]
  const complained = total(({ Complained }) => Complained)
  const left: readonly RankedRow[] = [
    { key: 'unsubscribed', label: t`Unsubscribed`, value: total(({ Unsubscribed }) => Unsubscribed) - complained },
    { key: 'complained', label: t`Complained about a mail`, value: complained },
    { key: 'bounced', label: t`Address bounced`, value: total(({ Bounced }) => Bounced) },
    { key: 'deleted', label: t`Deleted`, value: total(({ Deleted }) => Deleted) },
  ]
  const gone = left.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const bad = left.map(row => ({ ...row, tone: 'bad' as const }))
  const [plus, minus] = [number(joined), number(gone)]
  return (
    <div className={own.causes}>
      <div>
        <h3>
          <Trans>How people joined ({plus})</Trans>
        </h3>
        <RankedBars
          title={t`How people joined`}
          heads={[t`Cause`, t`People`]}
          rows={came.filter(row => row.value !== null)}
        />
        {!isKnown && (
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>Imports are counted apart since the update of the service; earlier days are among the others.</Trans>
          </p>
        )}
      </div>
      <div>
        <h3>
          <Trans>How people left ({minus})</Trans>
        </h3>
        <RankedBars title={t`How people left`} heads={[t`Cause`, t`People`]} rows={bad} />
      </div>
    </div>
  )
}
