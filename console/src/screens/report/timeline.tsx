/** Opens and clicks over time: the first two days by the hour, or all days. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dayOf, hourOf, number } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type PartProps, route } from './part-props.ts'
import own from './report.module.css'

type Hour = ValueOf<'Campaign.GetTimeline'>[number]
type Count = 'HumanOpened' | 'Opened' | 'HumanClicks' | 'Clicks'

const hour = 3600
const day = 86_400
/** Hours that are shown one by one. */
const firstHours = 48
/** Fewer make no curve. */
const leastSteps = 8

export function Timeline({ clientId, campaignId, report }: PartProps) {
  const { t } = useLingui()
  const { span } = route.useSearch()
  const { data, error, isPending } = useQuery(read('Campaign.GetTimeline', { CampaignID: campaignId }))
  const steps = useMemo(() => (data ? stepsOf(data, span === 'all') : undefined), [data, span])
  const choice = (
    <span className={own.choice}>
      {([undefined, 'all'] as const).map(one => (
        <Link
          key={one ?? 'first'}
          from="/clients/$clientId/campaigns/$campaignId/report"
          to="/clients/$clientId/campaigns/$campaignId/report"
          params={{ clientId, campaignId }}
          search={before => ({ ...before, span: one })}
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
        >
          {one === 'all' ? <Trans>All days</Trans> : <Trans>First 48 hours</Trans>}
        </Link>
      ))}
    </span>
  )
  const { OpensMeasured, ClicksMeasured } = report
  return (
    <Panel title={t`Over time`} actions={choice}>
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {steps && steps.at.length > 0 && (
        <div className={own.charts}>
          {OpensMeasured !== 'NoOne' && (
            <Curve title={t`Opens`} steps={steps} people="HumanOpened" all="Opened" label={labelOf(span === 'all')} />
          )}
          {ClicksMeasured !== 'NoOne' && (
            <Curve title={t`Clicks`} steps={steps} people="HumanClicks" all="Clicks" label={labelOf(span === 'all')} />
          )}
        </div>
      )}
      {steps && steps.at.length === 0 && (
        <p className={css.quiet}>
          <Trans>No opens or clicks yet.</Trans>
        </p>
      )}
    </Panel>
  )
}

interface Steps {
  /** Seconds of wall-clock time, as the service says it. */
  readonly at: readonly number[]
  /** Null for hours that are still to come. */
  readonly hours: readonly (Readonly<Record<Count, number>> | null)[]
}

function Curve({
  title,
  steps: { at, hours },
  people,
  all,
  label,
}: {
  readonly title: string
  readonly steps: Steps
  readonly people: Count
  readonly all: Count
  readonly label: (at: number) => string
}) {
  const { t } = useLingui()
  const series = useMemo(
    () => [
      { label: t`People`, tone: 'strong' as const, values: hours.map(one => one?.[people] ?? null) },
      { label: t`Bots`, tone: 'pale' as const, values: hours.map(one => (one ? one[all] - one[people] : null)) },
    ],
    [hours, people, all, t],
  )
  const values = series[0]!.values.map(value => value ?? 0)
  const sum = values.reduce((total, value) => total + value, 0)
  const best = values.indexOf(Math.max(...values))
  const when = label(at[best] ?? 0)
  const most = number(values[best] ?? 0)
  const sentence =
    sum === 0 ? t`${title}: none by people.` : t`${title}: ${number(sum)} by people. Peak: ${most}, ${when}.`
  return <Chart title={title} sentence={sentence} at={at} series={series} label={label} />
}

function labelOf(isByDay: boolean): (at: number) => string {
  return isByDay ? dayLabel : hourLabel
}
const hourLabel = (at: number) => hourOf(at)
const dayLabel = (at: number) => dayOf(at)

/** Hours, or days, from the first to the last without a gap. The hour that a clock repeats is one. */
function stepsOf(given: readonly Hour[], isByDay: boolean): Steps {
  const step = isByDay ? day : hour
  const found = new Map<number, Record<Count, number>>()
  for (const { Date: text = '', HumanOpened, Opened, HumanClicks, Clicks } of given) {
    const at = Math.floor(Date.parse(`${text.replace(' ', 'T')}Z`) / 1000 / step) * step
    const before = found.get(at) ?? nothing
    found.set(at, {
      HumanOpened: before.HumanOpened + HumanOpened,
      Opened: before.Opened + Opened,
      HumanClicks: before.HumanClicks + HumanClicks,
      Clicks: before.Clicks + Clicks,
    })
  }
  const moments = [...found.keys()]
  if (moments.length === 0) return { at: [], hours: [] }
  const first = Math.min(...moments)
  const last = isByDay ? Math.max(...moments) : Math.min(Math.max(...moments), first + (firstHours - 1) * hour)
  const length = Math.max(Math.round((last - first) / step) + 1, leastSteps)
  const at = Array.from({ length }, (_, n) => first + n * step)
  return { at, hours: at.map(moment => (moment > last ? null : (found.get(moment) ?? nothing))) }
}

const nothing: Readonly<Record<Count, number>> = { HumanOpened: 0, Opened: 0, HumanClicks: 0, Clicks: 0 }
