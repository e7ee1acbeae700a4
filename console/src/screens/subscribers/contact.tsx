/** One contact of a list at the side of the table: what is known of it, what can be done, and everything that happened, with its proof. */

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Drawer } from '../../ui/drawer.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { reasonLabels } from '../suppression/reasons.ts'
import { ContactTags } from '../tags/contact-tags.tsx'
import { ConsentsOf } from './consents.tsx'
import own from './contact.module.css'
import { ContactActions } from './contact-actions.tsx'
import { History } from './history.tsx'
import type { Member } from './member.ts'
import { stateOf, subscriberWords } from './state-words.ts'

export interface ContactProps {
  readonly clientId: string
  readonly lists: readonly NamedList[]
  readonly listId: string
  readonly address: string
  readonly onClose: () => void
}

export function Contact({ clientId, lists, listId, address, onClose }: ContactProps) {
  const session = useSession()
  const list = lists.find(({ ListID }) => ListID === listId)
  const { data, error, isPending } = useQuery(
    read('Subscribers.GetSingleSubscriber', { ListID: listId, EmailAddress: address }),
  )
  const state = stateOf(data?.State)
  return (
    <Drawer
      onClose={onClose}
      title={<bdi>{address}</bdi>}
      lead={
        <p className={css.quiet}>
          <Link to="/clients/$clientId/lists/$listId" params={{ clientId, listId }}>
            <bdi>{list?.Name}</bdi>
          </Link>
          {' · '}
          <Link to="/clients/$clientId/contact" params={{ clientId }} search={{ address }}>
            <Trans>All lists and mails of this contact</Trans>
          </Link>
        </p>
      }
    >
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && state === undefined && (
        <Note tone="plain">
          <p>
            <Trans>This address is not on the list.</Trans>
          </p>
        </Note>
      )}
      <div className={own.parts}>
        <Suppressed clientId={clientId} address={address} />
        {data && state && (
          <>
            <Facts member={data} listId={listId} />
            <TagsOf clientId={clientId} address={address} />
            {may(session, 'ChangeAudience', clientId) && <ContactActions member={data} state={state} listId={listId} />}
            <ConsentsOf listId={listId} address={address} mayChange={may(session, 'ChangeAudience', clientId)} />
            <History clientId={clientId} listId={listId} address={address} />
          </>
        )}
      </div>
    </Drawer>
  )
}

/** Of the person, whatever list it is on. */
function TagsOf({ clientId, address }: { readonly clientId: string; readonly address: string }) {
  const { t } = useLingui()
  const asked = { ClientID: clientId, By: 'Address' as const, Search: address, Cursor: '', Limit: 1 }
  const { data, error } = useQuery(read('Subscriber.Search', asked))
  const contact = data?.Contacts?.find(({ EmailAddress = '' }) => EmailAddress.toLowerCase() === address.toLowerCase())
  return (
    <section aria-label={t`Tags`}>
      <h3 className={layout.bottom8}>{t`Tags`}</h3>
      <Refused error={error} />
      {contact && <ContactTags clientId={clientId} address={address} tags={contact.Tags ?? []} />}
    </section>
  )
}

function Facts({ member, listId }: { readonly member: Member; readonly listId: string }) {
  const { t } = useLingui()
  const { data: fields = [] } = useQuery(fieldsQuery(listId))
  const { Name, Date: since, State, CustomFields = [] } = member
  const state = stateOf(State)
  const values = fields.flatMap(({ Key = '', FieldName = '' }) => {
    const found = CustomFields.filter(field => `[${field.Key}]` === Key).map(({ Value }) => Value)
    return found.length > 0 ? [[FieldName, found.join(', ')] as const] : []
  })
  return (
    <dl className={own.facts}>
      <div>
        <dt>{t`State`}</dt>
        <dd>
          {state && <StateWordChip of={subscriberWords[state]} />}{' '}
          <span className={`${css.quiet} ${css.small}`}>
            <Trans>since {dateTime(since)}</Trans>
          </span>
        </dd>
      </div>
      <div>
        <dt>{t`Name`}</dt>
        <dd dir="auto">{Name || '–'}</dd>
      </div>
      {values.map(([label, value]) => (
        <div key={label}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** No mail goes to an address on the suppression list, whatever its state on a list is. */
function Suppressed({ clientId, address }: { readonly clientId: string; readonly address: string }) {
  const { i18n } = useLingui()
  const { data } = useQuery(read('Suppression.List', { ClientID: clientId, Search: address, Limit: 10 }))
  const found = data?.Suppressions?.find(
    ({ EmailAddress = '' }) => EmailAddress.toLowerCase() === address.toLowerCase(),
  )
  if (!found) return null
  return (
    <Note tone="warn">
      <p>
        <Trans>
          <strong>No mail of this client is sent to this address</strong> since {dateTime(found.Date)}:{' '}
          {i18n._(reasonLabels[found.Reason])}.
        </Trans>{' '}
        <Link to="/clients/$clientId/suppression" params={{ clientId }} search={{ q: address }}>
          <Trans>View the suppression</Trans>
        </Link>
      </p>
    </Note>
  )
}
