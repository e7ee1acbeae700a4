/** The campaigns of a period beside each other: opens and clicks of people, as a share of what was delivered. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { number, percentOf } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { comparedWithUsual, medianOf, momentOf, type Results, rateOf } from './figures.ts'

export function Trend({ results, height = 240 }: { readonly results: Results; readonly height?: number }) {
  const { t } = useLingui()
  const sentence = useTrendSentence(results)
  return (
    <Panel title={t`Campaigns over time`}>
      <TrendChart results={results} height={height} sentence={sentence} />
      {results.HasMore && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>The last {(results.Campaigns ?? []).length} campaigns of the period</Trans>
        </p>
      )}
    </Panel>
  )
}

export function TrendChart({
  results: { Campaigns = [] },
  height,
  sentence,
}: {
  readonly results: Results
  readonly height: number
  readonly sentence: string
}) {
  const { t } = useLingui()
  const chart = useMemo(() => {
    const percent = (name: 'Opened' | 'Clicked') => Campaigns.map(campaign => rateOf(name, campaign) ?? null)
    return {
      at: Campaigns.map(({ SentDate }) => momentOf(SentDate)),
      names: Campaigns.map(({ Name = '' }) => Name),
      series: [
        { label: t`Opened`, tone: 'strong' as const, values: percent('Opened') },
        { label: t`Clicked`, tone: 'second' as const, values: percent('Clicked') },
      ].filter(({ values }) => values.some(value => value !== null)),
    }
  }, [Campaigns, t])
  if (chart.series.length === 0) return <p className={css.quiet}>{sentence}</p>
  return (
    <Chart
      title={t`Campaigns over time`}
      sentence={sentence}
      {...chart}
      nameHead={t`Campaign`}
      format={percentOf}
      reach={0.05}
      height={height}
    />
  )
}

export function useTrendSentence({ Campaigns = [] }: Results): string {
  const { t } = useLingui()
  const count = number(Campaigns.length)
  const opened = medianOf(Campaigns.flatMap(one => rateOf('Opened', one) ?? []))
  const clicked = medianOf(Campaigns.flatMap(one => rateOf('Clicked', one) ?? []))
  const last = comparedWithUsual('Opened', Campaigns)
  const isOne = Campaigns.length === 1
  const begun = isOne ? t`One campaign was sent.` : t`${count} campaigns were sent.`
  if (opened === undefined && clicked === undefined)
    return `${begun} ${t`Rates need 100 deliveries, and opens or clicks that are measured.`}`
  const open = opened === undefined ? '' : percentOf(opened)
  const click = clicked === undefined ? '' : percentOf(clicked)
  const usual =
    open === ''
      ? t`Usually ${click} of the people click.`
      : click === ''
        ? t`Usually ${open} of the people open.`
        : t`Usually ${open} of the people open, and ${click} click.`
  const parts = isOne ? [begun] : [begun, usual]
  if (last) {
    const rate = percentOf(last.rate)
    parts.push(
      last.place === 'more'
        ? t`The last one: ${rate} opened, more than usual.`
        : last.place === 'less'
          ? t`The last one: ${rate} opened, less than usual.`
          : t`The last one: ${rate} opened, as usual.`,
    )
  } else if (isOne && open !== '') parts.push(t`${open} of the people opened it.`)
  return parts.join(' ')
}
