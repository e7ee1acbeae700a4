/** The campaigns of a client in every state, those first that changed last. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { More } from '../../ui/more.tsx'
import { Empty, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { CampaignTable } from './campaign-table.tsx'
import css from './campaigns.module.css'
import { NewCampaign } from './new-campaign.tsx'
import { SearchField } from './search-field.tsx'
import { type CampaignState, campaignWords } from './states.ts'

export function Campaigns() {
  const { t } = useLingui()
  const { clientId } = useParams({ from: '/inside/clients/$clientId/campaigns' })
  const { state, search = '', new: isNew } = useSearch({ from: '/inside/clients/$clientId/campaigns' })
  const navigate = useNavigate({ from: '/clients/$clientId/campaigns' })
  const session = useSession()
  const name = useClients().find(({ ClientID }) => ClientID === clientId)?.Name
  const mayDraft = may(session, 'Draft', clientId)
  const asked = { ClientID: clientId, Search: search, ...(state ? { State: state } : {}) }
  const query = useInfiniteQuery({
    ...readPages('Campaign.List', asked, 50),
    placeholderData: before => before,
  })
  const { data, error, isPending, isPlaceholderData, hasNextPage } = query
  const campaigns = data?.pages.flatMap(({ Campaigns: rows = [] }) => rows) ?? []
  const isFiltered = state !== undefined || search !== ''
  const openNew = () => void navigate({ search: before => ({ ...before, new: true }) })
  return (
    <Page
      isWide
      title={t`Campaigns`}
      lead={name && <bdi>{name}</bdi>}
      actions={
        mayDraft && (
          <Button onClick={openNew}>
            <Trans>New campaign</Trans>
          </Button>
        )
      }
    >
      {isNew && mayDraft && (
        <NewCampaign
          clientId={clientId}
          onClose={() => void navigate({ search: before => ({ ...before, new: undefined }), replace: true })}
        />
      )}
      <NextSend clientId={clientId} />
      <Panel>
        <div className={css.filters}>
          <States clientId={clientId} chosen={state} search={search} />
          <SearchField
            label={t`Find a campaign`}
            text={search}
            onChange={text =>
              void navigate({ search: before => ({ ...before, search: text || undefined }), replace: true })
            }
          />
        </div>
        {isPending && <Skeletons lines={6} />}
        <Refused error={error} />
        {data && campaigns.length === 0 && !hasNextPage && (
          <NoCampaigns isFiltered={isFiltered} onNew={mayDraft ? openNew : undefined} />
        )}
        <div aria-busy={isPlaceholderData}>
          {campaigns.length > 0 && <CampaignTable clientId={clientId} campaigns={campaigns} mayDraft={mayDraft} />}
        </div>
        <More of={query} label={campaigns.length === 0 ? t`Show older` : undefined} />
      </Panel>
    </Page>
  )
}

function NoCampaigns({
  isFiltered,
  onNew,
}: {
  readonly isFiltered: boolean
  readonly onNew: (() => void) | undefined
}) {
  const { t } = useLingui()
  if (isFiltered)
    return (
      <Empty icon="search" title={t`No matching campaigns`}>
        <Trans>Choose another state, or a shorter part of the name.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon="campaign"
      title={t`No campaigns yet`}
      action={onNew && <Button onClick={onNew}>{t`Create the first campaign`}</Button>}
    >
      <Trans>
        A campaign is one mail to the people on your lists. Write it, preview it, check it, and send it now or later.
      </Trans>
    </Empty>
  )
}

function States({
  clientId,
  chosen,
  search,
}: {
  readonly clientId: string
  readonly chosen: CampaignState | undefined
  readonly search: string
}) {
  const { t, i18n } = useLingui()
  const all = [undefined, ...(Object.keys(campaignWords) as CampaignState[])] // its own keys
  return (
    <nav className={css.states} aria-label={t`State`}>
      {all.map(state => (
        <Link
          key={state ?? ''}
          to="/clients/$clientId/campaigns"
          params={{ clientId }}
          search={{ state, search: search || undefined }}
          className={css.state}
          aria-current={state === chosen ? 'page' : undefined}
        >
          {state === undefined ? t`All` : i18n._(campaignWords[state].label)}
        </Link>
      ))}
    </nav>
  )
}

function NextSend({ clientId }: { readonly clientId: string }) {
  const { data } = useQuery(read('Client.GetOverview', { ClientID: clientId }))
  const next = data?.Next?.find(({ State }) => State === 'Scheduled')
  if (!next) return null
  const { CampaignID = '', Name, DueDate } = next
  return (
    <div className={css.next}>
      <Note tone="plain">
        <Trans>
          Next to be sent:{' '}
          <Link to="/clients/$clientId/campaigns/$campaignId" params={{ clientId, campaignId: CampaignID }}>
            <bdi>{Name}</bdi>
          </Link>
          , {dateTime(DueDate)}
        </Trans>
      </Note>
    </div>
  )
}
