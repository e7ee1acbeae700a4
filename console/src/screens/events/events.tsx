/** What happened to a client, the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { LettershopError, type ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { dateTime } from '../../lib/format.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'
import { eventTypes, isEventType } from './types.ts'

type Event = ValueOf<'Event.List'>[number]

const route = getRouteApi('/inside/clients/$clientId/events')

const rowsOfPage = 100

/** The events before one, the newest first. The service lists them the oldest first; their numbers have no gaps. */
async function eventsBefore(ClientID: string, before: number, signal: AbortSignal): Promise<Event[]> {
  const list = (Since: number) => call('Event.List', { ClientID, Since, Limit: rowsOfPage }, { signal })
  const found = await list(Math.max(0, before - 1 - rowsOfPage)).catch((error: unknown) => {
    if (error instanceof LettershopError && error.code === codes.EventsNotKept) return list(-1)
    throw error
  })
  return found.filter(({ Sequence = 0 }) => Sequence < before).reverse()
}

async function latestSequence(ClientID: string, signal: AbortSignal): Promise<number> {
  const { Events = [] } = await call('Client.GetOverview', { ClientID }, { signal })
  return Math.max(0, ...Events.map(({ Sequence = 0 }) => Sequence))
}

export function Events() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { event: open } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/events' })
  const query = useInfiniteQuery({
    // what happens makes it old (live/concerns.ts)
    queryKey: ['Event.List', { ClientID: clientId }, 'newest'],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ?? (await latestSequence(clientId, signal)) + 1
      return before <= 1 ? [] : eventsBefore(clientId, before, signal)
    },
    initialPageParam: undefined as number | undefined, // the newest
    getNextPageParam: page => (page.length < rowsOfPage ? undefined : page.at(-1)?.Sequence),
  })
  const events = query.data?.pages.flat() ?? []
  const shown = events.find(({ Sequence }) => Sequence === open)
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
        {query.isPending && <Skeletons lines={6} />}
        <Refused error={query.error} />
        {query.data && events.length === 0 && (
          <Empty icon="log" title={t`No events yet`}>
            <Trans>Each subscription, unsubscription, bounce, click and step of a campaign is an event.</Trans>
          </Empty>
        )}
        {events.length > 0 && <EventTable events={events} />}
        <More of={query} />
      </Panel>
      {shown && <EventDrawer of={shown} onClose={() => void navigate({ search: {}, resetScroll: false })} />}
    </Page>
  )
}

/** Of a type that is newer than the console, its name. */
function useEventLabel(): (type?: string) => string {
  const { i18n } = useLingui()
  return (type = '') => (isEventType(type) ? i18n._(eventTypes[type]) : plainWords(type))
}

function EventTable({ events }: { readonly events: readonly Event[] }) {
  const { t } = useLingui()
  const labelOf = useEventLabel()
  return (
    <Table heads={[t`History`, t`About`, t`When`, t`Event number`]}>
      {events.map(({ Sequence = 0, Type, Date: date, Data }) => (
        <tr key={Sequence}>
          <td>
            <Link className={home.name} to="." search={{ event: Sequence }} resetScroll={false}>
              {labelOf(Type)}
            </Link>
            <div className={`${css.quiet} ${css.small}`}>
              <code>{Type}</code>
            </div>
          </td>
          <td data-label={t`About`}>
            <bdi>{aboutOf(membersOf(Data))}</bdi>
          </td>
          <td data-label={t`When`}>{dateTime(date)}</td>
          <td data-label={t`Event number`}>{Sequence}</td>
        </tr>
      ))}
    </Table>
  )
}

function EventDrawer({
  of: { Sequence, Type, Date: date, Data },
  onClose,
}: {
  readonly of: Event
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const labelOf = useEventLabel()
  return (
    <Drawer title={labelOf(Type)} lead={<p className={css.quiet}>{dateTime(date)}</p>} onClose={onClose}>
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
    </Drawer>
  )
}

function membersOf(data = '{}'): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(data) as Record<string, unknown> // a JSON object, says the contract
  } catch {
    return { Data: data }
  }
}

function aboutOf({ EmailAddress, Name, Reason }: Readonly<Record<string, unknown>>): string {
  return [EmailAddress, Name, Reason].find((text): text is string => typeof text === 'string' && text !== '') ?? '–'
}
