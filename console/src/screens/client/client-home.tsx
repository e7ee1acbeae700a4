/** The state of a client: open tasks, its campaigns, the growth of its lists, complaints and bounces, recent events. */

import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { number, zoneName } from '../../lib/format.ts'
import { useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { css, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import home from '../home.module.css'
import { Growth, PeriodChoice } from '../lists/growth.tsx'
import { Attention } from './attention.tsx'
import { LastCampaigns, NextCampaigns } from './campaigns.tsx'
import own from './client-home.module.css'
import { FirstSteps } from './first-steps.tsx'
import { LastCampaign } from './last-campaign.tsx'
import type { Overview } from './overview.ts'
import { RecentEvents } from './recent-events.tsx'
import { Standing } from './standing.tsx'

const route = getRouteApi('/inside/clients/$clientId')

type CountedList = NonNullable<Overview['Lists']>[number]

export function ClientHome() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const detail = useQuery(read('Client.GetDetail', { ClientID: clientId }))
  const { data, error, isPending } = useQuery(read('Client.GetOverview', { ClientID: clientId }))
  const zone = detail.data?.BasicDetails?.Timezone
  return (
    <Page
      isWide
      title={t`Overview`}
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
    >
      {isPending && (
        <Panel>
          <Skeletons lines={8} />
        </Panel>
      )}
      <Refused error={error} />
      {data && <Parts clientId={clientId} overview={data} />}
    </Page>
  )
}

function Parts({ clientId, overview }: { readonly clientId: string; readonly overview: Overview }) {
  const { Next, Last, Lists = [], Events } = overview
  const counted = Lists.filter(({ Counts }) => Counts !== undefined && Counts !== null)
  return (
    <>
      <Attention clientId={clientId} overview={overview} />
      <FirstSteps clientId={clientId} overview={overview} />
      <LastCampaign clientId={clientId} />
      {counted.length > 0 && <Figures lists={counted} />}
      {Next && <NextCampaigns clientId={clientId} campaigns={Next} />}
      {Last && Last.length > 0 && <LastCampaigns clientId={clientId} campaigns={Last} />}
      {counted.length > 0 && <ListGrowth lists={counted} />}
      <div className={own.pair}>
        <div>
          <Standing overview={overview} />
        </div>
        <div>{Events && <RecentEvents clientId={clientId} events={Events} />}</div>
      </div>
    </>
  )
}

/** Of the 50 largest lists, which the overview has; few clients have more. */
function Figures({ lists }: { readonly lists: readonly CountedList[] }) {
  const { t } = useLingui()
  const sum = (count: (counts: NonNullable<CountedList['Counts']>) => number) =>
    lists.reduce((all, { Counts }) => all + (Counts ? count(Counts) : 0), 0)
  const figures = [
    [t`Active subscriptions`, sum(({ Active }) => Active)],
    [t`Joined in 30 days`, sum(({ Joined }) => Joined)],
    [t`Left in 30 days`, sum(({ Unsubscribed, Bounced, Deleted }) => Unsubscribed + Bounced + Deleted)],
  ] as const
  return (
    <div className={home.figures}>
      <dl>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {lists.length === mostLists && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>Of the {mostLists} largest lists</Trans>
        </p>
      )}
    </div>
  )
}

/** As many as Client.GetOverview names. */
const mostLists = 50
/** Lists whose growth is added up: each is a call. */
const mostGrown = 10

function ListGrowth({ lists }: { readonly lists: readonly CountedList[] }) {
  const { t } = useLingui()
  const { list, days = 30 } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId' })
  const chosen = lists.find(({ ListID }) => ListID === list)
  const grown = chosen ? [chosen] : lists.slice(0, mostGrown)
  const all = lists.length > mostGrown ? t`The ${mostGrown} largest lists` : t`All lists`
  return (
    <Panel
      title={t`Growth of the lists`}
      actions={
        <>
          {lists.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={t`List`}
              className={own.choice}
              value={chosen?.ListID ?? ''}
              onChange={event => {
                const picked = event.currentTarget.value || undefined
                void navigate({ search: before => ({ ...before, list: picked }), replace: true, resetScroll: false })
              }}
              data={[
                { value: '', label: all },
                ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name })),
              ]}
            />
          )}
          <PeriodChoice
            value={days}
            onChange={picked =>
              void navigate({ search: before => ({ ...before, days: picked }), replace: true, resetScroll: false })
            }
          />
        </>
      }
    >
      <Growth lists={grown} days={days} />
    </Panel>
  )
}
