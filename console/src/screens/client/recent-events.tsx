/** What happened to a client last, a sentence a line. */

import { Trans, useLingui } from '@lingui/react/macro'
import { dateTime } from '../../lib/format.ts'
import { css, Panel } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { foldEvents } from '../events/lines.ts'
import { type Event, EventSentence } from '../events/sentence.tsx'
import own from './client-home.module.css'

export function RecentEvents({ clientId, events }: { readonly clientId: string; readonly events: readonly Event[] }) {
  const { t } = useLingui()
  const all = (
    <PathLink to={`/clients/${clientId}/events`}>
      <Trans>All events</Trans>
    </PathLink>
  )
  return (
    <Panel title={t`Recent events`} actions={all}>
      {events.length === 0 && (
        <p className={css.quiet}>
          <Trans>No events yet.</Trans>
        </p>
      )}
      <ol className={own.events}>
        {foldEvents(events).map(({ event, count }) => (
          <li key={event.Sequence}>
            <span>
              <EventSentence of={event} count={count} clientId={clientId} />
            </span>
            <time>{dateTime(event.Date)}</time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
