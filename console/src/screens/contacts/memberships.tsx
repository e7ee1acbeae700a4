/** The lists of a contact: state, since when, what is known of it there, and the way to change it. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../lib/format.ts'
import { css, Panel, StateWordChip } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { type LeaveReason, leaveReasons } from '../subscribers/leave-words.ts'
import { subscriberWords } from '../subscribers/state-words.ts'
import type { Consent } from '../subscribers/tracking-consent.tsx'
import type { Contact } from './types.ts'

type Membership = NonNullable<Contact['Memberships']>[number]

const consents: Readonly<Record<Consent, MessageDescriptor>> = {
  Unknown: msg`Not asked`,
  Granted: msg`Agreed`,
  Denied: msg`Declined`,
}

export function Memberships({
  clientId,
  contact: { Memberships: rows = [], EmailAddress = '' },
}: {
  readonly clientId: string
  readonly contact: Pick<Contact, 'Memberships' | 'EmailAddress'>
}) {
  const { t, i18n } = useLingui()
  return (
    <Panel title={t`Lists`}>
      {rows.length === 0 && (
        <p className={css.quiet}>
          <Trans>This address is not on any list now.</Trans>
        </p>
      )}
      {rows.length > 0 && (
        <Table heads={[t`List`, t`State`, t`Joined`, t`Added`, t`Opens and clicks`]}>
          {rows.map(row => (
            <tr key={row.ListID}>
              <td>
                <Link
                  className={home.name}
                  to="/clients/$clientId/contacts"
                  params={{ clientId }}
                  search={{ list: row.ListID, subscriber: EmailAddress, of: row.ListID }}
                >
                  <bdi>{row.Title}</bdi>
                </Link>
              </td>
              <td data-label={t`State`}>
                <div>
                  <StateWordChip of={subscriberWords[row.State]} />
                  <div className={`${css.quiet} ${css.small}`}>
                    <Trans>since {dateTime(row.StateDate)}</Trans>
                  </div>
                </div>
              </td>
              <td data-label={t`Joined`} className={css.whole}>
                {dateTime(row.JoinedDate)}
              </td>
              <td data-label={t`Added`}>
                <KnownFacts of={row} />
              </td>
              <td data-label={t`Opens and clicks`}>{i18n._(consents[row.TrackingConsent])}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** Name, number, language and custom fields, as far as there are any. */
function KnownFacts({
  of: { Name, MobileNumber, Language, CustomFields = [], LeaveReason = '', LeaveComment },
}: {
  readonly of: Membership
}) {
  const { t, i18n } = useLingui()
  // the wire says it as text
  const reason = leaveReasons[LeaveReason as LeaveReason] as MessageDescriptor | undefined
  const values = [
    [t`Name`, Name] as const,
    [t`Mobile number`, MobileNumber] as const,
    [t`Language`, Language] as const,
    [t`Reason for leaving`, reason && i18n._(reason)] as const,
    [t`Comment`, LeaveComment] as const,
    ...CustomFields.map(({ Key, Value }) => [Key ?? '', Value] as const),
  ].filter(([, value]) => value)
  if (values.length === 0) return <>–</>
  return (
    <div className={css.small}>
      {values.map(([label, value], n) => (
        // a field with several choices comes once for each
        <div key={`${n} ${label}`}>
          <span className={css.quiet}>
            <bdi>{label}</bdi>:
          </span>{' '}
          <bdi>{value}</bdi>
        </div>
      ))}
    </div>
  )
}
