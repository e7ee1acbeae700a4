/** Why no mail goes to a contact, or none of some lists. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/format.ts'
import { may, mayOnAccount, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { holderOf } from '../suppression/holder.ts'
import { useListName } from '../suppression/holder-name.tsx'
import { Lift } from '../suppression/lift.tsx'
import { isOfErased, reasonLabels, type Suppression as Suppressing } from '../suppression/reasons.ts'
import type { Contact } from './types.ts'

/** The entry that suppresses the contact may be its address, its domain, or a hash of it. */
export function Suppressed({
  clientId,
  contact: { Suppression, EmailAddress = '' },
}: {
  readonly clientId: string
  readonly contact: Pick<Contact, 'Suppression' | 'EmailAddress'>
}) {
  const { i18n } = useLingui()
  if (!Suppression) return null
  const { Reason, Date: since } = Suppression
  return (
    <Entry clientId={clientId} entry={Suppression} address={EmailAddress}>
      <Trans>
        <strong>No mail of this client is sent to this address</strong> since {dateTime(since)}:{' '}
        {i18n._(reasonLabels[Reason])}.
      </Trans>
    </Entry>
  )
}

/** Entries of lists whose own suppression lists hold the contact. */
export function SuppressedOnLists({
  clientId,
  contact: { ListSuppressions = [], EmailAddress = '' },
}: {
  readonly clientId: string
  readonly contact: Pick<Contact, 'ListSuppressions' | 'EmailAddress'>
}) {
  return ListSuppressions.map(entry => (
    <ListSuppression
      key={`${entry.ListID} ${entry.EmailAddress}`}
      clientId={clientId}
      entry={entry}
      address={EmailAddress}
    />
  ))
}

function ListSuppression({ clientId, entry, address }: Pick<EntryProps, 'clientId' | 'entry' | 'address'>) {
  const { i18n } = useLingui()
  const { ListID = '', Reason, Date: since } = entry
  const title = useListName(clientId, ListID)
  return (
    <Entry clientId={clientId} entry={entry} address={address} list={title}>
      <Trans>
        <strong>
          No mail of the list <bdi>{title}</bdi> is sent to this address
        </strong>{' '}
        since {dateTime(since)}: {i18n._(reasonLabels[Reason])}.
      </Trans>
    </Entry>
  )
}

interface EntryProps {
  readonly clientId: string
  readonly entry: Suppressing
  /** Of the contact. */
  readonly address: string
  readonly list?: string
  readonly children: ReactNode
}

function Entry({ clientId, entry, address, list, children }: EntryProps) {
  const session = useSession()
  const { EmailAddress: text = '', Evidence } = entry
  const isRule = text.toLowerCase() !== address.toLowerCase()
  const isErased = isOfErased(text)
  const from = holderOf(entry, clientId)
  const mayLift = from.kind === 'Account' ? mayOnAccount(session, 'Settings') : may(session, 'Settings', clientId)
  return (
    <div className={layout.bottom16}>
      <Note tone="warn">
        <p>
          {children} {isErased && <Trans>The contact was erased and is never mailed again.</Trans>}
          {isRule && !isErased && (
            <Trans>
              The entry is <bdi>{text}</bdi> and applies to other addresses, too.
            </Trans>
          )}
        </p>
        {from.kind === 'Account' && (
          <p className={css.small}>
            <Trans>The entry is on the suppression list of the account, which applies to all its clients.</Trans>
          </p>
        )}
        {Evidence && (
          <p className={css.small}>
            <bdi>{Evidence}</bdi>
          </p>
        )}
        {mayLift && !isErased && (
          <div className={layout.top8}>
            <Lift from={from} of={entry} {...(list !== undefined && { name: list })} />
          </div>
        )}
      </Note>
    </div>
  )
}
