/** How many people a segment had on each day on which it was counted: as a chart, and small for tables. */
import { Trans, useLingui } from '@lingui/react/macro'
import { dateTime, number } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { css as parts } from '../../ui/page.tsx'
import css from './segments.module.css'
import type { ListedSegment } from './types.ts'

export type Sizes = NonNullable<ListedSegment['Sizes']>

export function SizeChart({ sizes }: { readonly sizes: Sizes }) {
  const { t } = useLingui()
  const [first] = sizes
  const last = sizes.at(-1)
  if (!first || !last || sizes.length < 2)
    return (
      <p className={parts.quiet}>
        <Trans>The chart starts with the second day on which the segment is counted.</Trans>
      </p>
    )
  const change = last.People - first.People
  const grown = change > 0 ? `+${number(change)}` : number(change)
  const hasUnknown = sizes.some(({ Unknown }) => Unknown > 0)
  return (
    <Chart
      title={t`Size over time`}
      sentence={t`${number(last.People)} people, ${grown} since ${dateTime(first.Day)}.`}
      at={sizes.map(({ Day = '' }) => Date.parse(`${Day}T00:00:00Z`) / 1000)}
      series={[
        { label: t`People`, tone: 'strong', values: sizes.map(({ People }) => People) },
        ...(hasUnknown
          ? [{ label: t`Unknown`, tone: 'pale' as const, values: sizes.map(({ Unknown }) => Unknown) }]
          : []),
      ]}
      kind="line"
      height={180}
    />
  )
}

const width = 120
const height = 28

/** A line without axes; the words beside it say what it shows. */
export function Sparkline({ sizes }: { readonly sizes: Sizes }) {
  if (sizes.length < 2) return null
  const values = sizes.map(({ People }) => People)
  const times = sizes.map(({ Day = '' }) => Date.parse(`${Day}T00:00:00Z`))
  const [from, until] = [times[0]!, times.at(-1)!]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, n) => {
    const x = until === from ? 0 : ((times[n]! - from) / (until - from)) * (width - 4) + 2
    // one that never changed lies in the middle
    const y = most === least ? height / 2 : height - 3 - ((value - least) / (most - least)) * (height - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className={css.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" />
    </svg>
  )
}
