/** What happened to a client, a sentence a line, by day and the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { dateTime, timeOf } from '../../lib/format.ts'
import { Details } from '../../ui/details.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from '../audit/audit.module.css'
import { byDay } from '../audit/lines.ts'
import { dayAfter } from '../audit/search.ts'
import { ClientLead } from '../client-lead.tsx'
import { EventFilters } from './filters.tsx'
import { type EventLine, foldEvents } from './lines.ts'
import { type EventSearch, eventGroups } from './search.ts'
import { EventSentence, membersOf } from './sentence.tsx'

const route = getRouteApi('/inside/clients/$clientId/events')

export function Events() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const search = route.useSearch()
  const query = useInfiniteQuery(readPages('Event.Find', { ClientID: clientId, ...parametersOf(search) }))
  const lines = foldEvents(query.data?.pages.flatMap(({ Events = [] }) => Events) ?? [])
  const isEmpty = query.data !== undefined && lines.length === 0
  return (
    <Page
      title={t`Events`}
      lead={
        <ClientLead
          clientId={clientId}
        >{t`Events of lists and campaigns. New ones appear automatically; webhooks send the same events.`}</ClientLead>
      }
    >
      <Panel>
        <EventFilters clientId={clientId} />
        {query.isPending && <Skeletons lines={6} />}
        <Refused error={query.error} />
        {isEmpty && <NoEvents hasOlder={query.hasNextPage} isFiltered={Object.values(search).some(Boolean)} />}
        <div className={own.days}>
          {byDay(lines, ({ event }) => event.Date ?? '').map(([day, ofDay]) => (
            <section key={day} className={own.day}>
              <h2>{dateTime(day)}</h2>
              <ol className={own.lines}>
                {ofDay.map(line => (
                  <EventItem key={line.event.Sequence} line={line} clientId={clientId} />
                ))}
              </ol>
            </section>
          ))}
        </div>
        <More of={query} label={isEmpty ? t`Search older events` : undefined} />
      </Panel>
    </Page>
  )
}

function parametersOf({ kind, contact, about, from, until }: EventSearch) {
  return {
    ...(kind ? { Types: [...eventGroups[kind]] } : {}),
    ...(contact ? { EmailAddress: contact } : {}),
    ...(about ? { SubjectID: about } : {}),
    ...(from ? { From: `${from} 00:00:00` } : {}),
    ...(until ? { Until: `${dayAfter(until)} 00:00:00` } : {}),
  }
}

function NoEvents({ hasOlder, isFiltered }: { readonly hasOlder: boolean; readonly isFiltered: boolean }) {
  const { t } = useLingui()
  const title = hasOlder ? t`Nothing among the newest events` : isFiltered ? t`No matching events` : t`No events yet`
  return (
    <Empty icon="log" title={title}>
      {hasOlder ? (
        <Trans>Older events have not been searched yet.</Trans>
      ) : isFiltered ? (
        <Trans>Remove a filter or choose another period.</Trans>
      ) : (
        <Trans>Each subscription, unsubscription, bounce, click and step of a campaign is an event.</Trans>
      )}
    </Empty>
  )
}

function EventItem({ line: { event, count }, clientId }: { readonly line: EventLine; readonly clientId: string }) {
  const { t } = useLingui()
  const { Sequence, Type, Date: date = '', Data } = event
  return (
    <li>
      <time dateTime={date.replace(' ', 'T')}>{timeOf(date)}</time>
      <div>
        <p className={own.sentence}>
          <EventSentence of={event} count={count} clientId={clientId} />
        </p>
        <div className={own.below}>
          <Details>
            <Facts>
              <Fact name={t`Type`}>
                <code>{Type}</code>
              </Fact>
              <Fact name={t`Event number`}>{Sequence}</Fact>
              {Object.entries(membersOf(Data)).map(([name, value]) => (
                <Fact key={name} name={name}>
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </Fact>
              ))}
            </Facts>
          </Details>
        </div>
      </div>
    </li>
  )
}
