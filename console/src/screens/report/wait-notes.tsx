/** What waits, and why: pause, hold, daily limit, relays that said "later", outcomes that are not known. */
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Answer } from '../../ui/details.tsx'
import { Note } from '../../ui/page.tsx'
import { readEvent } from './history-events.ts'
import { EventNote } from './history-sentences.tsx'
import type { PartProps } from './part-props.ts'
import { ReasonSentence } from './reason-sentence.tsx'
import own from './report.module.css'
import { isUnderWay, openOf, type Recipient } from './states.ts'

export function WaitNotes({ clientId, campaignId, progress }: PartProps) {
  const session = useSession()
  const isOpen = isUnderWay(progress)
  const mayLook = isOpen && may(session, 'Draft', clientId)
  const { data: hold } = useQuery({ ...read('Client.GetHold', { ClientID: clientId }), enabled: mayLook })
  const { data: limit } = useQuery({ ...read('Client.GetDailyLimit', { ClientID: clientId }), enabled: mayLook })
  const { data: deferred } = useQuery({
    ...read('Campaign.FindRecipients', { CampaignID: campaignId, State: 'Deferred', Limit: 1 }),
    enabled: progress.Deferred > 0,
  })
  const waiting = useWaiting(clientId, campaignId, progress)
  const notes: ReactNode[] = []
  if (progress.State === 'Paused') {
    notes.push(<PauseNote key="paused" campaignId={campaignId} waiting={openOf(progress)} isHeld={hold?.Held} />)
  }
  if (progress.State === 'Sending' && hold?.Held) notes.push(<HoldNote key="held" />)
  if (isOpen && limit && limit.DailyLimit > 0 && limit.SentToday >= limit.DailyLimit) {
    notes.push(
      <Note key="limit" tone="warn">
        <p>
          <Trans>
            The daily limit of {number(limit.DailyLimit)} mails is reached. Sending continues {dateTime(limit.NextDate)}
            .
          </Trans>
        </p>
      </Note>,
    )
  }
  if (waiting && waiting.Waiting > 0)
    notes.push(
      <Note key="waiting" tone="plain">
        <p>
          <Plural
            value={waiting.Waiting}
            one="# recipient is waiting for the time that was chosen."
            other="# recipients are waiting for the time that was chosen."
          />{' '}
          {waiting.NextDate && <Trans>The next are due {dateTime(waiting.NextDate)}.</Trans>}
        </p>
      </Note>,
    )
  if (progress.Deferred > 0) notes.push(<DeferredNote key="deferred" of={progress.Deferred} first={deferred?.[0]} />)
  return notes.length > 0 && <div className={own.notes}>{notes}</div>
}

/** How many wait for their time; undefined where none does, or one may not look. */
export function useWaiting(clientId: string, campaignId: string, progress: PartProps['progress']) {
  const session = useSession()
  const { data } = useQuery({
    ...read('Campaign.GetTimetable', { CampaignID: campaignId, SendDate: '' }),
    enabled: isUnderWay(progress) && may(session, 'Draft', clientId),
  })
  return data
}

function DeferredNote({ of: count, first }: { readonly of: number; readonly first: Recipient | undefined }) {
  return (
    <Note tone="plain">
      <p>
        <Plural
          value={count}
          one="# recipient is waiting for a retry: a relay deferred the mail."
          other="# recipients are waiting for a retry: a relay deferred the mail."
        />
      </p>
      {first && first.Reason !== 'None' && (
        <p>
          <Trans>For example:</Trans> <ReasonSentence of={first.Reason} />
          {first.RetryDate && (
            <>
              {' '}
              <Trans>Next attempt {dateTime(first.RetryDate)}.</Trans>
            </>
          )}
        </p>
      )}
      {first && <Answer code={first.Code} text={first.Answer} />}
    </Note>
  )
}

function HoldNote() {
  return (
    <Note tone="bad">
      <p>
        <Trans>
          Sending for this client is on hold because too many recipients complained. No mail is sent until the hold is
          released.
        </Trans>
      </p>
    </Note>
  )
}

/** The person who paused it, the recipients who are waiting, and a reason that the service gave. */
function PauseNote({
  campaignId,
  waiting,
  isHeld = false,
}: {
  readonly campaignId: string
  readonly waiting: number
  readonly isHeld?: boolean | undefined
}) {
  const { data } = useQuery(read('Campaign.GetHistory', { CampaignID: campaignId }))
  const entry = data?.find(({ Action }) => Action === 'pause' || Action === 'hold')
  if (isHeld) return <HoldNote />
  return (
    <Note tone="warn">
      <p>
        {entry?.Username ? (
          <Trans>
            Paused by {entry.Username} on {dateTime(entry.Date)}. No mail is sent until it is resumed.
          </Trans>
        ) : (
          <Trans>The campaign is paused. No mail is sent until it is resumed.</Trans>
        )}{' '}
        <Plural value={waiting} one="# recipient is waiting." other="# recipients are waiting." />
      </p>
      {entry && <EventNote event={readEvent(entry)} />}
    </Note>
  )
}
