/** The screen of an address; where its client is not there, or not for this person, a page that names the reason in place of each screen. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Empty, Page, TitleOwner } from '../ui/page.tsx'
import { clientsQuery } from './client-at-hand.ts'

export function OfKnownClient() {
  const { clientId } = useParams({ strict: false }) as { clientId?: string } // of whichever screen is shown
  const { data, isFetching, isError, refetch } = useQuery(clientsQuery)
  const [asked, setAsked] = useState<string>()
  const isMissing = clientId !== undefined && data !== undefined && !data.some(({ ClientID }) => ClientID === clientId)
  // it may have been created since the clients were read
  useEffect(() => {
    if (isMissing && asked !== clientId) void refetch().then(() => setAsked(clientId))
  }, [isMissing, asked, clientId, refetch])
  if (isMissing && asked === clientId && !isFetching && !isError) return <NoSuchClient />
  const owner = data?.find(({ ClientID }) => ClientID === clientId)?.Name
  return (
    <TitleOwner value={owner}>
      <Outlet />
    </TitleOwner>
  )
}

function NoSuchClient() {
  const { t } = useLingui()
  return (
    <Page title={t`Client not found`}>
      <Empty
        icon="search"
        title={t`This client does not exist, or you have no access to it`}
        action={<Link to="/">{t`Home`}</Link>}
      >
        <Trans>Check the address, or ask who sent it to you. Deleted clients can be restored for 30 days.</Trans>
      </Empty>
    </Page>
  )
}
