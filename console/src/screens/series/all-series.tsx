/** The series of a client: which run, and how many people are in each. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { More } from '../../ui/more.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'
import { NewSeries } from './new-series.tsx'
import type { SeriesSummary } from './types.ts'
import { SeriesStateChip, triggerNames } from './words.tsx'

const route = getRouteApi('/inside/clients/$clientId/series')

export function AllSeries() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { adding } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/series' })
  const query = useInfiniteQuery(readPages('Series.List', { ClientID: clientId }))
  const { data, error, isPending } = query
  const series = data?.pages.flatMap(({ Series: rows = [] }) => rows)
  const mayDraft = may(session, 'Draft', clientId)
  const go = (search: { adding?: true }) => void navigate({ search, resetScroll: false })
  const add = mayDraft && (
    <Button onClick={() => go({ adding: true })}>
      <Trans>New series</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Series`}
      lead={
        <ClientLead clientId={clientId}>{t`Mails that follow each other, to each person at its own time.`}</ClientLead>
      }
      actions={series && series.length > 0 && add}
    >
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {series?.length === 0 && (
          <Empty icon="numbers" title={t`No series yet`} action={add}>
            <Trans>
              Welcome new members, wish a happy birthday, or follow up on a tag: each person gets the first mail, then
              the next ones after the time that you choose.
            </Trans>
          </Empty>
        )}
        {series && series.length > 0 && <SeriesTable clientId={clientId} series={series} />}
        <More of={query} />
      </Panel>
      {adding && mayDraft && <NewSeries clientId={clientId} onClose={() => go({})} />}
    </Page>
  )
}

function SeriesTable({ clientId, series }: { readonly clientId: string; readonly series: readonly SeriesSummary[] }) {
  const { t, i18n } = useLingui()
  const finished = t({ message: 'Finished', context: 'people of a series' })
  return (
    <Table
      heads={[
        t({ message: 'Series', context: 'one series' }),
        t`State`,
        t`List`,
        t`Starts with`,
        t`Steps`,
        t`In the series now`,
        finished,
      ]}
    >
      {series.map(one => {
        const { SeriesID = '', Name, ListTitle, Trigger, Steps = 0, Waiting = 0, Finished = 0 } = one
        return (
          <tr key={SeriesID}>
            <td>
              <Link
                className={home.name}
                to="/clients/$clientId/series/$seriesId"
                params={{ clientId, seriesId: SeriesID }}
                dir="auto"
              >
                {Name}
              </Link>
            </td>
            <td data-label={t`State`}>
              <div className={home.chips}>
                <SeriesStateChip of={one} />
              </div>
            </td>
            <td data-label={t`List`} dir="auto">
              {ListTitle}
            </td>
            <td data-label={t`Starts with`}>{i18n._(triggerNames[Trigger])}</td>
            <td data-label={t`Steps`}>{number(Steps)}</td>
            <td data-label={t`In the series now`}>{number(Waiting)}</td>
            <td data-label={finished}>{number(Finished)}</td>
          </tr>
        )
      })}
    </Table>
  )
}
