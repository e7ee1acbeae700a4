/** All that is known of one contact of a client: its memberships, its suppression, and one timeline of everything that happened. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { LettershopError } from '../../../../src/client/client.ts'
import * as codes from '../../api/codes.ts'
import { readPages } from '../../api/pages.ts'
import { isShort } from '../../lib/long-queries.ts'
import { may, useSession } from '../../session/session.ts'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { AccessRequest } from '../exports/access-request.tsx'
import { ContactTags } from '../tags/contact-tags.tsx'
import { ChangeAddress } from './change-address.tsx'
import { Erase } from './erase.tsx'
import { Memberships } from './memberships.tsx'
import { Suppressed, SuppressedOnLists } from './suppressed.tsx'
import { ContactTimeline } from './timeline.tsx'

const route = getRouteApi('/inside/clients/$clientId/contact')

export function ContactScreen() {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const { clientId } = route.useParams()
  const { address = '' } = route.useSearch()
  const pages = useInfiniteQuery({
    ...readPages('Subscriber.GetContact', { ClientID: clientId, Email: address }),
    enabled: query => address !== '' && isShort(query),
  })
  const { data, error, isPending } = pages
  const contact = data?.pages[0]
  const { EmailAddress = address, Name, Memberships: memberships = [] } = contact ?? {}
  const isUnknown = address === '' || (error instanceof LettershopError && error.code === codes.NotInList)
  const all = (
    <Link to="/clients/$clientId/contacts" params={{ clientId }}>
      <Trans>All contacts</Trans>
    </Link>
  )
  return (
    <Page
      title={EmailAddress || t`Contact`}
      lead={
        <>
          {Name && (
            <>
              <bdi>{Name}</bdi> ·{' '}
            </>
          )}
          {all}
        </>
      }
      actions={
        contact &&
        !isUnknown && (
          <>
            {may(session, 'ChangeAudience', clientId) && memberships.some(({ State }) => State === 'Active') && (
              <ChangeAddress
                clientId={clientId}
                address={EmailAddress}
                onChanged={next =>
                  void navigate({ to: '/clients/$clientId/contact', params: { clientId }, search: { address: next } })
                }
              />
            )}
            {may(session, 'ReadReports', clientId) && <AccessRequest clientId={clientId} address={EmailAddress} />}
            {may(session, 'Settings', clientId) && <Erase clientId={clientId} address={EmailAddress} />}
            <Link to="/clients/$clientId/contact/proof" params={{ clientId }} search={{ address: EmailAddress }}>
              <Trans>Proof</Trans>
            </Link>
          </>
        )
      }
    >
      {isPending && address !== '' && <Skeletons lines={8} />}
      <Refused error={isUnknown ? undefined : error} />
      {isUnknown && (
        <Panel>
          <Empty icon="person" title={t`No data for this address`} action={all}>
            <Trans>It is on no list of this client and not on its suppression list. Check the spelling.</Trans>
          </Empty>
        </Panel>
      )}
      {contact && !isUnknown && (
        <>
          <Suppressed clientId={clientId} contact={contact} />
          <SuppressedOnLists clientId={clientId} contact={contact} />
          <Panel title={t`Tags`}>
            <ContactTags clientId={clientId} address={EmailAddress} tags={contact.Tags ?? []} />
          </Panel>
          <Memberships clientId={clientId} contact={contact} />
          <ContactTimeline clientId={clientId} memberships={memberships} pages={pages} />
        </>
      )}
    </Page>
  )
}
