/** What happened to a campaign, who did it and when, in a sentence for each kind of entry. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime, number, timeOf } from '../../lib/format.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { css } from '../../ui/page.tsx'
import { type CampaignEvent, type EventKind, readShare, readTestResults } from './history-events.ts'
import { type RecipientState, recipientWords } from './states.ts'

interface Parts {
  readonly who: ReactNode
  readonly time: string
  readonly due: string
  readonly revision: string
  /** The letter of a variant; empty for none. */
  readonly chosen: string
  readonly addresses: string
  readonly recipients: number
  /** After a comma, how many recipients were waiting; empty for entries without the number. */
  readonly waiting: ReactNode
}

const sentences: Readonly<Record<EventKind, (parts: Parts) => ReactNode>> = {
  scheduled: ({ who, time, due }) => (
    <Trans>
      Scheduled by {who} at {time} for {due}
    </Trans>
  ),
  stopped: ({ who, time }) => (
    <Trans>
      Stopped by {who} at {time} before any mail was sent; the campaign became a draft again
    </Trans>
  ),
  started: ({ time }) => <Trans>Sending started at {time}</Trans>,
  paused: ({ who, time, waiting }) => (
    <>
      <Trans>
        Paused by {who} at {time}
      </Trans>
      {waiting}
    </>
  ),
  resumed: ({ who, time }) => (
    <Trans>
      Resumed by {who} at {time}
    </Trans>
  ),
  held: ({ time, waiting }) => (
    <>
      <Trans>Put on hold at {time} because too many recipients complained</Trans>
      {waiting}
    </>
  ),
  released: ({ who, time }) => (
    <Trans>
      Hold released by {who} at {time}; sending continued
    </Trans>
  ),
  cancelled: ({ who, time }) => (
    <Trans>
      Cancelled by {who} at {time}
    </Trans>
  ),
  finished: ({ time }) => <Trans>Sending finished at {time}</Trans>,
  missed: ({ time, due }) => (
    <Trans>
      Not sent: the scheduled time, {due}, was missed. The campaign became a draft again at {time}
    </Trans>
  ),
  withdrawn: ({ time }) => <Trans>Not sent: the campaign became a draft again at {time}</Trans>,
  clientDeleted: ({ who, time }) => (
    <Trans>
      Stopped at {time}, when {who} deleted the client
    </Trans>
  ),
  retried: ({ who, time, recipients }) => (
    <>
      <Trans>
        Retried by {who} at {time}
      </Trans>
      {', '}
      <Plural value={recipients} one="# recipient was sent to again" other="# recipients were sent to again" />
    </>
  ),
  markedSent: ({ who, time, recipients }) => (
    <>
      <Trans>
        Decided by {who} at {time}
      </Trans>
      {', '}
      <Plural value={recipients} one="# recipient was marked as sent" other="# recipients were marked as sent" />
    </>
  ),
  markedFailed: ({ who, time, recipients }) => (
    <>
      <Trans>
        Decided by {who} at {time}
      </Trans>
      {', '}
      <Plural value={recipients} one="# recipient was marked as failed" other="# recipients were marked as failed" />
    </>
  ),
  sentAgain: ({ who, time, recipients }) => (
    <>
      <Trans>
        Decided by {who} at {time}
      </Trans>
      {', '}
      <Plural value={recipients} one="# recipient was sent to again" other="# recipients were sent to again" />
    </>
  ),
  testSent: ({ who, time, addresses }) => (
    <Trans>
      Test mail sent by {who} at {time} to <bdi>{addresses}</bdi>
    </Trans>
  ),
  testResult: ({ time }) => <Trans>Result of the test mail at {time}</Trans>,
  atLeastOnce: ({ who, time }) => (
    <Trans>
      Changed by {who} at {time}: if a sending process fails, recipients without a result are sent to again
    </Trans>
  ),
  atMostOnce: ({ who, time }) => (
    <Trans>
      Changed by {who} at {time}: if a sending process fails, recipients without a result stay undecided
    </Trans>
  ),
  approvalRequested: ({ who, time, revision }) => (
    <Trans>
      Approval of revision {revision} requested by {who} at {time}
    </Trans>
  ),
  approved: ({ who, time, revision }) => (
    <Trans>
      Revision {revision} approved by {who} at {time}
    </Trans>
  ),
  rejected: ({ who, time, revision }) => (
    <Trans>
      Revision {revision} rejected by {who} at {time}
    </Trans>
  ),
  requestWithdrawn: ({ who, time, revision }) => (
    <Trans>
      Request for approval of revision {revision} withdrawn by {who} at {time}
    </Trans>
  ),
  deleted: ({ who, time }) => (
    <Trans>
      Deleted by {who} at {time}
    </Trans>
  ),
  restored: ({ who, time }) => (
    <Trans>
      Restored by {who} at {time}
    </Trans>
  ),
  variantsSet: ({ who, time }) => (
    <Trans>
      A/B test set by {who} at {time}
    </Trans>
  ),
  abTestEnded: ({ time, chosen }) =>
    chosen ? (
      <Trans>
        A/B test ended at {time}; the others get variant {chosen}
      </Trans>
    ) : (
      <Trans>A/B test ended at {time}</Trans>
    ),
  variantChosen: ({ who, time, chosen }) => (
    <Trans>
      Variant {chosen} chosen for the others by {who} at {time}
    </Trans>
  ),
}

export function EventSentence({ event }: { readonly event: CampaignEvent }) {
  const { kind, action, username, date, facts } = event
  const who = <bdi>{actorName(username)}</bdi>
  const time = timeOf(date)
  if (kind === undefined) {
    return (
      <Trans>
        {plainWords(action)}, by {who} at {time}
      </Trans>
    )
  }
  const { due, revision = '', recipients = '', waiting, chosen = '' } = facts
  const parts = {
    who,
    time,
    due: dateTime(due),
    revision,
    chosen,
    addresses: recipients,
    recipients: Number(recipients),
  }
  return sentences[kind]({ ...parts, waiting: waiting !== undefined && <Waiting count={Number(waiting)} /> })
}

function Waiting({ count }: { readonly count: number }) {
  return (
    <>
      {', '}
      <Plural value={count} one="# recipient was waiting" other="# recipients were waiting" />
    </>
  )
}

/** Reasons that the service gives; any other is shown as it is. Kinds whose sentence says the reason have no note. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  'the client requires an approval, and the campaign has none as it is now': msg`This client requires approval, and the campaign has none in its current revision.`,
  'mails of it went out, and the database lost that it had begun': msg`Mails of it were sent already, and the database has lost that sending had started.`,
}

/** What an entry says besides its sentence: the comment, the reason, the complaints, the results of a test. */
export function EventNote({ event: { kind, facts } }: { readonly event: CampaignEvent }) {
  const { i18n } = useLingui()
  const { comment, held, reason, results } = facts
  const share = held === undefined ? undefined : readShare(held)
  const isSaid = kind === 'missed' || kind === 'clientDeleted'
  const known = reason === undefined ? undefined : reasons[reason]
  return (
    <div className={`${css.quiet} ${css.small}`}>
      {comment !== undefined && <q dir="auto">{comment}</q>}
      {reason !== undefined && !isSaid && <span dir="auto">{known ? i18n._(known) : reason}</span>}
      {share && (
        <Plural
          value={share.complaints}
          one={`# complaint of ${number(share.mails)} mails`}
          other={`# complaints of ${number(share.mails)} mails`}
        />
      )}
      {results !== undefined &&
        readTestResults(results).map(({ address, state, answer }) => {
          const words = recipientWords[state as RecipientState] as (typeof recipientWords)[RecipientState] | undefined // written by the service
          return (
            <div key={address}>
              <bdi>{address}</bdi>: {words ? i18n._(words.label) : state} <bdi>({answer})</bdi>
            </div>
          )
        })}
    </div>
  )
}
