/** When something leaves: on the clock of the client, on mine, and in how long. The service says which instant a date is. */
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '../../api/call.ts'
import { locale, zoneName } from '../../lib/format.ts'
import { useSession } from '../../session/session.ts'
import { Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'

/** @param date in the zone of the client; '' for none yet */
export function useClientDate(clientId: string, date: string) {
  return useQuery({
    ...read('Client.ReadDate', { ClientID: clientId, Date: date }),
    enabled: date !== '',
    placeholderData: keepPreviousData,
  })
}

/** Milliseconds until an instant, by the clock of the service; it counts on. @param now of the service when it was asked at `askedAt` */
export function useTimeLeft(instant: string, now: string, askedAt: number): number {
  const [ticks, setTicks] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTicks(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(instant) - Date.parse(now) - (Math.max(ticks, askedAt) - askedAt)
}

export function Clocks({ clientId, date, hasHints = false }: ClocksProps) {
  const { data, error, dataUpdatedAt } = useClientDate(clientId, date)
  if (error) return <Refused error={error} />
  if (!data) return null
  return (
    <div role="status">
      <Lines of={data} askedAt={dataUpdatedAt} />
      {hasHints && <Hints date={date} of={data} />}
    </div>
  )
}

export interface ClocksProps {
  readonly clientId: string
  readonly date: string
  /** What is worth thinking about: nights, weekends, changes of the clocks. */
  readonly hasHints?: boolean
}

type ReadDate = NonNullable<ReturnType<typeof useClientDate>['data']>

function Lines({
  of: { Timezone = 'UTC', Instant = '', Now = '' },
  askedAt,
}: {
  readonly of: ReadDate
  readonly askedAt: number
}) {
  const { t } = useLingui()
  const own = useSession().Timezone || Intl.DateTimeFormat().resolvedOptions().timeZone
  const left = useTimeLeft(Instant, Now, askedAt)
  const minutes = Math.max(0, Math.round(left / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  return (
    <dl className={css.clocks}>
      <div>
        <dt>
          <Trans>Client</Trans>
        </dt>
        <dd>
          {moment(Instant, Timezone)} <small>{zoneName(Timezone)}</small>
        </dd>
      </div>
      {own !== Timezone && (
        <div>
          <dt>
            <Trans>You</Trans>
          </dt>
          <dd>
            {moment(Instant, own)} <small>{zoneName(own)}</small>
          </dd>
        </div>
      )}
      <div>
        <dt>
          <Trans>Send time</Trans>
        </dt>
        <dd>
          {left < 0
            ? t`in the past`
            : days > 0
              ? t`in ${days} d ${hours} h`
              : hours > 0
                ? t`in ${hours} h ${minutes % 60} min`
                : t`in ${minutes} min`}
        </dd>
      </div>
    </dl>
  )
}

function moment(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  } as const).format(new Date(instant))
}

function Hints({
  date,
  of: { Reading, ReadDate = '', Instant = '', Now = '' },
}: {
  readonly date: string
  readonly of: ReadDate
}) {
  const hour = Number(ReadDate.slice(11, 13))
  // a date without a zone
  const weekday = new Date(`${ReadDate.slice(0, 10)}T00:00:00Z`).getUTCDay()
  return (
    <div className={css.hints}>
      {Reading === 'Skipped' && (
        <Note tone="warn">
          <Trans>
            Clocks go forward then: {date.slice(11, 16)} does not exist on this day. The campaign is sent at{' '}
            {ReadDate.slice(11, 16)}.
          </Trans>
        </Note>
      )}
      {Reading === 'Twice' && (
        <Note tone="warn">
          <Trans>
            Clocks go back then: {date.slice(11, 16)} occurs twice on this day. The campaign is sent at the second one.
          </Trans>
        </Note>
      )}
      {Date.parse(Instant) < Date.parse(Now) && (
        <Note tone="bad">
          <Trans>This date is in the past.</Trans>
        </Note>
      )}
      {(hour < 7 || hour >= 21) && (
        <Note tone="plain">
          <Trans>This is at night for the client: most readers see it in the morning.</Trans>
        </Note>
      )}
      {(weekday === 0 || weekday === 6) && (
        <Note tone="plain">
          <Trans>This is on a weekend.</Trans>
        </Note>
      )}
    </div>
  )
}
