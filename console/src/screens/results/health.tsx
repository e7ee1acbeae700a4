/** Bounces and complaints of the campaigns of a period against what is too many. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { number, percentOf } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { momentOf, type Results, rateOf } from './figures.ts'
import own from './results.module.css'

export function Health({ results: { Campaigns = [], Limits } }: { readonly results: Results }) {
  const { t } = useLingui()
  const judged = useMemo(() => Campaigns.filter(campaign => rateOf('Bounced', campaign) !== undefined), [Campaigns])
  if (judged.length === 0 || !Limits)
    return (
      <Panel title={t`Bounces and complaints`}>
        <p className={css.quiet}>
          <Trans>A rate needs a campaign with 100 deliveries.</Trans>
        </p>
      </Panel>
    )
  return (
    <Panel title={t`Bounces and complaints`}>
      <div className={own.charts}>
        <Against
          name="Bounced"
          title={t`Bounces`}
          campaigns={judged}
          limits={[[t`Too many`, Limits.BouncesHighAbove]]}
        />
        <Against
          name="Complained"
          title={t`Complaints`}
          campaigns={judged}
          limits={[
            [t`Warning`, Limits.ComplaintsWarnAbove],
            [t`Sending is held`, Limits.ComplaintsHoldAbove],
          ]}
        />
      </div>
    </Panel>
  )
}

function Against({
  name,
  title,
  campaigns,
  limits,
}: {
  readonly name: 'Bounced' | 'Complained'
  readonly title: string
  readonly campaigns: NonNullable<Results['Campaigns']>
  /** Percent as the service writes it; empty for none. */
  readonly limits: readonly (readonly [label: string, percent: string | undefined])[]
}) {
  const { t } = useLingui()
  const known = limits.flatMap(([label, text]) => (text ? [{ label, limit: Number(text) / 100 }] : []))
  const lowest = known[0]
  const key = known.map(({ label, limit }) => `${label} ${limit}`).join()
  const chart = useMemo(
    () => ({
      at: campaigns.map(({ SentDate }) => momentOf(SentDate)),
      names: campaigns.map(({ Name = '' }) => Name),
      series: [
        { label: title, tone: 'strong' as const, values: campaigns.map(one => rateOf(name, one) ?? null) },
        ...known.map(({ label, limit }, n) => ({
          label: `${label} (${percentOf(limit)})`,
          tone: n === known.length - 1 ? ('bad' as const) : ('second' as const),
          isLimit: true,
          values: campaigns.map(() => limit),
        })),
      ],
    }),
    // `known` is made anew each time
    [campaigns, name, title, key],
  )
  const above = lowest ? campaigns.filter(one => (rateOf(name, one) ?? 0) > lowest.limit).length : 0
  const all = number(campaigns.length)
  const over = number(above)
  const limit = lowest ? percentOf(lowest.limit) : ''
  const last = percentOf(rateOf(name, campaigns.at(-1)!) ?? 0)
  const sentence = !lowest
    ? t`${title}: ${last} in the last campaign.`
    : above === 0
      ? t`${title}: ${last} in the last campaign; none of ${all} was above ${limit}.`
      : t`${title}: ${last} in the last campaign; ${over} of ${all} were above ${limit}.`
  return (
    <Chart
      title={title}
      sentence={sentence}
      {...chart}
      nameHead={t`Campaign`}
      format={percentOf}
      reach={(known.at(-1)?.limit ?? 0.001) * 1.1}
      height={170}
    />
  )
}
