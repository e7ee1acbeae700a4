/** How a client does over time: its campaigns, the growth of its lists, when people read, what they click, bounces and complaints. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { zoneName } from '../../lib/format.ts'
import { useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Refused } from '../../ui/refused.tsx'
import { daysAgo, Growth, PeriodChoice } from '../lists/growth.tsx'
import { BestHours } from './best-hours.tsx'
import { CampaignTable } from './campaign-table.tsx'
import { ClickedLinks } from './clicked-links.tsx'
import { Health } from './health.tsx'
import own from './results.module.css'
import { SegmentSizes } from './segment-sizes.tsx'
import { Trend } from './trend.tsx'

const route = getRouteApi('/inside/clients/$clientId/results')
/** Lists whose growth is added up: each is a call. */
const mostGrown = 10

export function ClientResults() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { days = 90 } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/results' })
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data, error, isPending } = useQuery({
    ...read('Client.GetResults', { ClientID: clientId, From: daysAgo(days), Until: '' }),
    placeholderData: keepPreviousData,
  })
  const zone = data?.Timezone
  return (
    <div className={own.results}>
      <Page
        isWide
        title={t`Results`}
        lead={
          <>
            <bdi>{client?.Name}</bdi>
            {zone !== undefined && zone !== session.Timezone && (
              <>
                {' · '}
                <Trans>all times in {zoneName(zone)}</Trans>
              </>
            )}
          </>
        }
        actions={
          <span className={own.noPrint}>
            <PeriodChoice
              value={days}
              onChange={picked =>
                void navigate({ search: before => ({ ...before, days: picked }), replace: true, resetScroll: false })
              }
            />
            <Button component={PathLink} variant="default" to={`/clients/${clientId}/results/mails`}>
              <Trans>Reports by mail</Trans>
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </span>
        }
      >
        {isPending && (
          <Panel>
            <Skeletons lines={8} />
          </Panel>
        )}
        <Refused error={error} />
        {data &&
          ((data.Campaigns ?? []).length === 0 ? (
            <Panel>
              <Empty icon="pulse" title={t`No campaign was sent in this period`}>
                <Trans>Choose a longer period, or come back when the first campaign is on its way.</Trans>
              </Empty>
            </Panel>
          ) : (
            <>
              <Trend results={data} />
              <CampaignTable clientId={clientId} results={data} />
            </>
          ))}
        <AllLists clientId={clientId} days={days} />
        {data && (data.Campaigns ?? []).length > 0 && (
          <div className={own.pairs}>
            <BestHours results={data} />
            <ClickedLinks results={data} />
            <Health results={data} />
            <SegmentSizes clientId={clientId} days={days} />
          </div>
        )}
      </Page>
    </div>
  )
}

function AllLists({ clientId, days }: { readonly clientId: string; readonly days: 30 | 90 | 365 }) {
  const { t } = useLingui()
  const { data } = useQuery(read('Client.GetOverview', { ClientID: clientId }))
  const lists = (data?.Lists ?? []).filter(({ Counts }) => Counts)
  if (lists.length === 0) return null
  return (
    <Panel
      title={t`Growth of the lists`}
      text={lists.length > mostGrown ? t`The ${mostGrown} largest lists` : undefined}
    >
      <Growth lists={lists.slice(0, mostGrown)} days={days} isWhole />
    </Panel>
  )
}
