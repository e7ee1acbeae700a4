/** What happened to a client last, a line each. */

import { Trans, useLingui } from '@lingui/react/macro'
import { dateTime } from '../../lib/format.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { css, Panel } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import own from './client-home.module.css'
import { eventLabels } from './event-labels.ts'
import type { Overview } from './overview.ts'

type Event = NonNullable<Overview['Events']>[number]

export function RecentEvents({ clientId, events }: { readonly clientId: string; readonly events: readonly Event[] }) {
  const { t, i18n } = useLingui()
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
        {events.map(({ Sequence, Type = '', Date: moment, Data }) => {
          const label = eventLabels[Type]
          return (
            <li key={Sequence}>
              <span>
                {label ? i18n._(label) : plainWords(Type)} <EventSubject clientId={clientId} data={Data} />
              </span>
              <time>{dateTime(moment)}</time>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

/** An import leads to its page. */
function EventSubject({ clientId, data }: { readonly clientId: string; readonly data: string | undefined }) {
  const importId = fieldOf(data, 'ImportID')
  if (importId === '') return <bdi>{whatOf(data)}</bdi>
  return (
    <PathLink to={`/clients/${clientId}/imports/${importId}`}>
      <Trans>View the import</Trans>
    </PathLink>
  )
}

/** Whom or what an event is about: an address, else a name. @param data a JSON object as text */
function whatOf(data: string | undefined): string {
  return fieldOf(data, 'EmailAddress') || fieldOf(data, 'Name')
}

/** @returns '' if the field is missing or not a text */
function fieldOf(data: string | undefined, name: string): string {
  try {
    const value = (JSON.parse(data ?? '{}') as Record<string, unknown>)[name] // checked below
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}
