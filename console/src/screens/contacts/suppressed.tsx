/** Why no mail goes to a contact. */
import { Trans, useLingui } from '@lingui/react/macro'
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
