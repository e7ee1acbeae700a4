/** All that is known of one contact of a client: its memberships, its suppression, and one timeline of everything that happened. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { LettershopError, type ValueOf } from '../../../../src/client/client.ts'
import { codes } from '../../api/codes.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { may, useSession } from '../../session/session.ts'
import { css, Empty, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Lift } from '../suppression/lift.tsx'
import { reasonLabels } from '../suppression/reasons.ts'
import { Memberships } from './memberships.tsx'
import { ContactTimeline } from './timeline.tsx'

const route = getRouteApi('/inside/clients/$clientId/contact')

export type Contact = ValueOf<'Subscriber.GetContact'>

export function ContactScreen() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { address = '' } = route.useSearch()
  const pages = useInfiniteQuery({
    ...readPages('Subscriber.GetContact', { ClientID: clientId, Email: address }),
    enabled: query => address !== '' && isShort(query),
  })
  const { data, error, isPending } = pages
  const contact = data?.pages[0]
  const { EmailAddress = address, Name, Memberships: memberships = [] } = contact ?? {}
  const isUnknown = address === '' || (error instanceof LettershopError && error.code === codes.notInList)
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
    >
      {isPending && address !== '' && <Skeletons lines={8} />}
      <Refused error={isUnknown ? undefined : error} />
      {isUnknown && (
        <Panel>
          <Empty icon="person" title={t`Nothing is known of this address`} action={all}>
            <Trans>
              It is on no list of this client and not on its suppression list. Maybe it is spelled differently.
            </Trans>
          </Empty>
        </Panel>
      )}
      {contact && !isUnknown && (
        <>
          <Suppressed clientId={clientId} contact={contact} />
          <Memberships clientId={clientId} contact={contact} />
          <ContactTimeline clientId={clientId} memberships={memberships} pages={pages} />
        </>
      )}
    </Page>
  )
}

/** The entry that stands against the contact may be its address, its domain, or a hash of it. */
function Suppressed({
  clientId,
  contact: { Suppression, EmailAddress = '' },
}: {
  readonly clientId: string
  readonly contact: Contact
}) {
  const { i18n } = useLingui()
  const session = useSession()
  if (!Suppression) return null
  const { EmailAddress: entry = '', Reason, Date: since, Evidence } = Suppression
  const isRule = entry.toLowerCase() !== EmailAddress.toLowerCase()
  return (
    <div style={{ marginBottom: '1rem' }}>
      <Note tone="warn">
        <p>
          <Trans>
            <strong>No mail of this client goes to this address</strong> since {dateTime(since)}:{' '}
            {i18n._(reasonLabels[Reason])}.
          </Trans>{' '}
          {isRule && (
            <Trans>
              The entry is <bdi>{entry}</bdi>, and stands against others, too.
            </Trans>
          )}
        </p>
        {Evidence && (
          <p className={css.small}>
            <bdi>{Evidence}</bdi>
          </p>
        )}
        {may(session, 'Settings', clientId) && (
          <div style={{ marginTop: '0.5rem' }}>
            <Lift clientId={clientId} of={Suppression} />
          </div>
        )}
      </Note>
    </div>
  )
}
