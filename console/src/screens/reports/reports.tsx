/** The campaigns of a client that were sent, those first that were finished last, with their results; each leads to its report. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { dateTime, number } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import campaigns from '../campaigns/campaigns.module.css'
import { SearchField } from '../campaigns/search-field.tsx'
import type { Listed } from '../campaigns/states.ts'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'

const route = getRouteApi('/inside/clients/$clientId/reports')

export function Reports() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/reports' })
  const query = useInfiniteQuery({
    ...readPages('Campaign.List', { ClientID: clientId, State: 'Sent', Search: q }, 50),
    placeholderData: before => before,
  })
  const { data, error, isPending, hasNextPage } = query
  const rows = data?.pages.flatMap(({ Campaigns = [] }) => Campaigns) ?? []
  return (
    <Page title={t`Reports`} lead={<ClientLead clientId={clientId} />}>
      <Panel>
        <div className={campaigns.filters}>
          <SearchField
            label={t`Find a campaign`}
            text={q}
            onChange={text => void navigate({ search: { q: text || undefined }, replace: true })}
          />
        </div>
        {isPending && <Skeletons lines={6} />}
        <Refused error={error} />
        {data && rows.length === 0 && !hasNextPage && (
          <Empty icon="numbers" title={q === '' ? t`No reports yet` : t`No matching campaigns`}>
            {q === '' ? (
              <Trans>The report of a campaign appears here when all of its mails are sent.</Trans>
            ) : (
              <Trans>Try a shorter part of the name.</Trans>
            )}
          </Empty>
        )}
        {rows.length > 0 && (
          <Table heads={[t`Campaign`, t`Finished`, t`Recipients`, t`Opened`, t`Clicked`, t`Unsubscribed`]}>
            {rows.map(campaign => (
              <Row key={campaign.CampaignID} clientId={clientId} campaign={campaign} />
            ))}
          </Table>
        )}
        <More of={query} label={rows.length === 0 ? t`Show older` : undefined} />
      </Panel>
    </Page>
  )
}

function Row({ clientId, campaign }: { readonly clientId: string; readonly campaign: Listed }) {
  const { t } = useLingui()
  const { CampaignID = '', Name, Counts, FinishedDate, SentDate } = campaign
  const subject = shownSubject(campaign.Subject)
  // a campaign that was not tracked has no opens either: none at all is not known to be 0
  const wasRead = Counts && Counts.UniqueOpened + Counts.UniqueClicked > 0
  const rates = [
    [t`Opened`, wasRead ? Counts.HumanUniqueOpened : undefined],
    [t`Clicked`, wasRead ? Counts.HumanUniqueClicked : undefined],
    [t`Unsubscribed`, Counts?.Unsubscribed],
  ] as const
  return (
    <tr>
      <td>
        <Link
          className={`${home.name} ${campaigns.name}`}
          to="/clients/$clientId/campaigns/$campaignId/report"
          params={{ clientId, campaignId: CampaignID }}
        >
          <bdi>{Name || subject}</bdi>
        </Link>
        {subject !== '' && subject !== Name && (
          <div className={`${css.quiet} ${css.small} ${campaigns.name}`} dir="auto">
            {subject}
          </div>
        )}
      </td>
      <td data-label={t`Finished`}>
        <span>{dateTime(FinishedDate || SentDate)}</span>
      </td>
      <td data-label={t`Recipients`}>
        <span>{Counts ? number(Counts.Recipients) : '–'}</span>
      </td>
      {rates.map(([label, count]) => (
        <td key={label} data-label={label}>
          <span>{Counts && count !== undefined ? <Share of={{ Count: count, Of: Counts.Accepted }} /> : '–'}</span>
        </td>
      ))}
    </tr>
  )
}
