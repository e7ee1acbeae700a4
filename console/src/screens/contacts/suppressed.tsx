/** Why no mail goes to a contact. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { css, Note } from '../../ui/page.tsx'
import { Lift } from '../suppression/lift.tsx'
import { reasonLabels } from '../suppression/reasons.ts'
import type { Contact } from './contact.tsx'

/** The entry that stands against the contact may be its address, its domain, or a hash of it. */
export function Suppressed({
  clientId,
  contact: { Suppression, EmailAddress = '' },
}: {
  readonly clientId: string
  readonly contact: Pick<Contact, 'Suppression' | 'EmailAddress'>
}) {
  const { i18n } = useLingui()
  const session = useSession()
  if (!Suppression) return null
  const { EmailAddress: entry = '', Scope, Reason, Date: since, Evidence } = Suppression
  const isOfAccount = Scope === 'Account'
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
        {isOfAccount && (
          <p className={css.small}>
            <Trans>The entry is on the suppression list of the account, which holds for all its clients.</Trans>
          </p>
        )}
        {Evidence && (
          <p className={css.small}>
            <bdi>{Evidence}</bdi>
          </p>
        )}
        {!isOfAccount && may(session, 'Settings', clientId) && (
          <div style={{ marginTop: '0.5rem' }}>
            <Lift clientId={clientId} of={Suppression} />
          </div>
        )}
      </Note>
    </div>
  )
}

/** Lists whose own suppression lists hold the contact; it may be on others. */
export function SuppressedOnLists({
  contact: { ListSuppressions, Memberships },
}: {
  readonly contact: Pick<Contact, 'ListSuppressions' | 'Memberships'>
}) {
  const listIds = [...new Set(ListSuppressions?.map(({ ListID }) => ListID))]
  if (listIds.length === 0) return null
  const titles = listIds.map(listId => Memberships?.find(({ ListID }) => ListID === listId)?.Title)
  const known = titles.filter(title => title !== undefined).join(', ')
  return (
    <div style={{ marginBottom: '1rem' }}>
      <Note tone="warn">
        <p>
          <Plural
            value={listIds.length}
            one="A suppression list of one list holds this address: campaigns to that list do not go to it."
            other="Suppression lists of # lists hold this address: campaigns to those lists do not go to it."
          />
        </p>
        {known !== '' && (
          <p className={css.small}>
            <bdi>{known}</bdi>
          </p>
        )}
      </Note>
    </div>
  )
}
