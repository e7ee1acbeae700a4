import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { JudgedAtStart } from './audience-step.tsx'
import css from './campaign.module.css'
import { Clocks, useClientDate, useTimeLeft } from './clocks.tsx'
import { TimingNote } from './timing.tsx'

/** Milliseconds: what leaves sooner is counted down. Clients choose at most ten minutes. */
const countedMs = 600_000

export interface LeavingProps {
  readonly clientId: string
  readonly campaignId: string
  /** On the clock of the client; '' where it is not known. */
  readonly dueDate: string
  /** It was just sent on this page. */
  readonly isFresh: boolean
  /** Whether it names segments. */
  readonly isJudgedAtStart: boolean
}

/** A campaign that is scheduled: when it leaves, and the way to stop it. Nothing has gone out. */
export function Leaving({ clientId, campaignId, dueDate, isFresh, isJudgedAtStart }: LeavingProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data, dataUpdatedAt } = useClientDate(clientId, dueDate)
  const stop = useMutation({
    mutationFn: () => call('Campaign.Unschedule', { CampaignID: campaignId }),
    onSettled: () => reread('campaign'),
  })
  const button = useRef<HTMLButtonElement>(null)
  // it was just sent: the way to stop it is at hand
  useEffect(() => {
    if (isFresh) button.current?.focus()
  }, [isFresh])
  const isSoon = data !== undefined && Date.parse(data.Instant ?? '') - Date.parse(data.Now ?? '') < countedMs
  return (
    <div className={css.notice}>
      <Panel title={isSoon ? t`About to be sent` : t`Scheduled`}>
        <div className={css.leaving}>
          {isSoon ? (
            <Countdown
              instant={data.Instant ?? ''}
              now={data.Now ?? ''}
              askedAt={dataUpdatedAt}
              campaignId={campaignId}
            />
          ) : (
            dueDate !== '' && <Clocks clientId={clientId} date={dueDate} />
          )}
          {may(session, 'Send', clientId) && (
            <Button
              ref={button}
              variant="default"
              size="md"
              loading={stop.isPending}
              leftSection={<Icon name="stop" />}
              onClick={() => stop.mutate()}
            >
              {isSoon ? <Trans>Stop</Trans> : <Trans>Stop and edit</Trans>}
            </Button>
          )}
        </div>
        {isJudgedAtStart && <JudgedAtStart />}
        <TimingNote campaignId={campaignId} />
        <p className={css.checked}>
          <Trans>No mail has been sent yet. If you stop it, it becomes a draft again.</Trans>
        </p>
        <Refused error={stop.error} />
      </Panel>
    </div>
  )
}

/** After the last second the state is read a few times, for browsers without a live stream. */
const askAgainMs = 1500
const mostAsked = 8

function Countdown({
  instant,
  now,
  askedAt,
  campaignId,
}: {
  readonly instant: string
  readonly now: string
  readonly askedAt: number
  readonly campaignId: string
}) {
  const left = Math.max(0, Math.ceil(useTimeLeft(instant, now, askedAt) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (!isOver) return
    let asked = 0
    const timer = setInterval(() => {
      if (++asked > mostAsked) return clearInterval(timer)
      void reread('campaign')
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [isOver, campaignId])
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <p className={css.countdown} role="timer">
      {isOver ? (
        <Trans>Sending now …</Trans>
      ) : (
        <Trans>
          Sending in <b>{clock}</b>
        </Trans>
      )}
    </p>
  )
}
