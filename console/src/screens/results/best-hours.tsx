/** When people read: opens or clicks by weekday and hour in the client's time zone. */
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { hourOfDay, number, weekdayName } from '../../lib/format.ts'
import { HeatMap } from '../../ui/heat-map.tsx'
import { css, Panel } from '../../ui/page.tsx'
import report from '../report/report.module.css'
import type { Results } from './figures.ts'

const route = getRouteApi('/inside/clients/$clientId/results')
/** With fewer opens or clicks one hour is ahead by chance. */
const fewest = 100

export function BestHours({ results: { Hours = [], Campaigns = [] } }: { readonly results: Results }) {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { read } = route.useSearch()
  const isMeasured = Campaigns.some(campaign =>
    read === 'clicks' ? campaign.ClicksMeasured !== 'NoOne' : campaign.OpensMeasured !== 'NoOne',
  )
  const values = Hours.map(({ Weekday, Hour, HumanOpened, HumanClicks }) => ({
    weekday: Weekday,
    hour: Hour,
    value: read === 'clicks' ? HumanClicks : HumanOpened,
  })).filter(({ value }) => value > 0)
  const all = values.reduce((sum, { value }) => sum + value, 0)
  const best = values.toSorted((one, other) => other.value - one.value)[0]
  const choice = (
    <span className={report.choice}>
      {([undefined, 'clicks'] as const).map(one => (
        <Link
          key={one ?? 'opens'}
          to="/clients/$clientId/results"
          params={{ clientId }}
          search={before => ({ ...before, read: one })}
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
          replace
        >
          {one === 'clicks' ? <Trans>Clicks</Trans> : <Trans>Opens</Trans>}
        </Link>
      ))}
    </span>
  )
  return (
    <Panel title={t`Best hours`} actions={choice}>
      <p className={css.quiet}>
        {!isMeasured ? (
          read === 'clicks' ? (
            <Trans>Clicks are not measured.</Trans>
          ) : (
            <Trans>Opens are not measured.</Trans>
          )
        ) : !best || all < fewest ? (
          <Trans>Too few opens and clicks to name the best hours.</Trans>
        ) : (
          <BestSentence isClicks={read === 'clicks'} {...best} all={all} />
        )}
      </p>
      {isMeasured && all > 0 && (
        <HeatMap
          title={read === 'clicks' ? t`Clicks by weekday and hour` : t`Opens by weekday and hour`}
          values={values}
          nameOf={(value, weekday, hour) => t`${weekday} ${hourOfDay(hour)}: ${number(value)}`}
        />
      )}
    </Panel>
  )
}

function BestSentence({
  isClicks,
  weekday,
  hour,
  value,
  all,
}: {
  readonly isClicks: boolean
  readonly weekday: number
  readonly hour: number
  readonly value: number
  readonly all: number
}) {
  const day = weekdayName(weekday, 'long')
  const [from, until] = [hourOfDay(hour), hourOfDay((hour + 1) % 24)]
  return (
    <>
      {isClicks ? (
        <Trans>
          Most clicks by people: {day}, {from} to {until} ({number(value)} of {number(all)}).
        </Trans>
      ) : (
        <Trans>
          Most opens by people: {day}, {from} to {until} ({number(value)} of {number(all)}).
        </Trans>
      )}{' '}
      <Trans>The hours at which campaigns were sent have their part in it.</Trans>
    </>
  )
}
