/** What waits, and why: pause, hold, daily limit, relays that said "later", outcomes that are not known. */
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Note } from '../../ui/page.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'
import { isUnderWay } from './states.ts'

export function WaitNotes({ clientId, campaignId, progress }: PartProps) {
  const session = useSession()
  const isOpen = isUnderWay(progress)
  const mayLook = isOpen && may(session, 'Draft', clientId)
  const { data: hold } = useQuery({ ...read('Client.GetHold', { ClientID: clientId }), enabled: mayLook })
  const { data: limit } = useQuery({ ...read('Client.GetDailyLimit', { ClientID: clientId }), enabled: mayLook })
  const { data: deferred } = useQuery({
    ...read('Campaign.GetRecipients', { CampaignID: campaignId, State: 'Deferred', After: 0, Limit: 1 }),
    enabled: progress.Deferred > 0,
  })
  const notes: ReactNode[] = []
  if (progress.State === 'Paused') notes.push(<PauseNote key="paused" campaignId={campaignId} isHeld={hold?.Held} />)
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
  if (progress.Deferred > 0) notes.push(<DeferredNote key="deferred" of={progress.Deferred} first={deferred?.[0]} />)
  return notes.length > 0 && <div className={own.notes}>{notes}</div>
}

function DeferredNote({
  of: count,
  first,
}: {
  readonly of: number
  readonly first: { readonly Answer?: string; readonly Code: number; readonly RetryDate?: string } | undefined
}) {
  return (
    <Note tone="plain">
      <p>
        <Plural
          value={count}
          one="# recipient is waiting for a retry: a relay deferred the mail."
          other="# recipients are waiting for a retry: a relay deferred the mail."
        />
      </p>
      {first?.Answer && (
        <p>
          <Trans>For example:</Trans> <q dir="auto">{`${first.Code || ''} ${first.Answer}`.trim()}</q>
          {first.RetryDate && (
            <>
              {' '}
              <Trans>Next attempt {dateTime(first.RetryDate)}.</Trans>
            </>
          )}
        </p>
      )}
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

/** The person who paused it, and a reason that the service gave. */
function PauseNote({
  campaignId,
  isHeld = false,
}: {
  readonly campaignId: string
  readonly isHeld?: boolean | undefined
}) {
  const { data } = useQuery(read('Campaign.GetHistory', { CampaignID: campaignId }))
  const event = data?.find(({ Action }) => Action === 'pause' || Action === 'hold')
  if (isHeld) return <HoldNote />
  return (
    <Note tone="warn">
      <p>
        {event?.Username ? (
          <Trans>
            Paused by {event.Username} on {dateTime(event.Date)}. No mail is sent until it is resumed.
          </Trans>
        ) : (
          <Trans>The campaign is paused. No mail is sent until it is resumed.</Trans>
        )}
      </p>
      {event?.Action === 'pause' && event.Username === 'Lettershop' && <p dir="auto">{event.Detail}</p>}
    </Note>
  )
}
