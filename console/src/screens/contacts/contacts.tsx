/** Finds contacts of a client in all its lists, as one types. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { LettershopError, type ValueOf } from '../../../../src/client/client.ts'
import * as codes from '../../api/codes.ts'
import { readPages } from '../../api/pages.ts'
import { number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import home from '../home.module.css'
import filters from '../subscribers/filters.module.css'
import { subscriberWords } from '../subscribers/state-words.ts'
import { TagList } from '../tags/tag-chip.tsx'
import own from './contacts.module.css'
import { type SearchBy, searchBys } from './search.ts'

const route = getRouteApi('/inside/clients/$clientId/contacts')

type Contact = NonNullable<ValueOf<'Subscriber.Search'>['Contacts']>[number]

export function Contacts() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { q = '', by = 'Address' } = route.useSearch()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  // addresses are listed from the first one on; of a domain and of a name the service needs a text
  const isAsked = by === 'Address' || q !== ''
  const query = useInfiniteQuery({
    ...readPages('Subscriber.Search', { ClientID: clientId, By: by, Search: q }),
    placeholderData: keepPreviousData,
    enabled: query => isAsked && isShort(query),
  })
  const { data, error, isPending, isPlaceholderData, hasNextPage } = query
  // of a name that is no tag, or not yet
  const isUnknownTag = by === 'Tag' && error instanceof LettershopError && error.code === codes.UnknownTag
  const rows = (isAsked && data?.pages.flatMap(({ Contacts: found = [] }) => found)) || []
  return (
    <Page
      title={t`Contacts`}
      lead={client && <Trans>All people on the lists of {client.Name}, each once.</Trans>}
      actions={
        <Link to="/clients/$clientId/erasures" params={{ clientId }}>
          <Trans>Erased contacts</Trans>
        </Link>
      }
    >
      <Panel>
        <Filters />
        <p className={`${css.quiet} ${css.small} ${layout.block12}`} role="status">
          {isAsked && data && !isPlaceholderData && <ShownCount rows={rows.length} isAll={!hasNextPage} />}
        </p>
        {isAsked && isPending && <Skeletons lines={6} />}
        <Refused error={isAsked && !isUnknownTag ? error : undefined} />
        {isAsked && isUnknownTag && (
          <p className={css.quiet}>
            <Trans>The client has no tag with this name.</Trans>
          </p>
        )}
        {!isAsked && (
          <p className={css.quiet}>
            {by === 'Tag' && <Trans>Type the name of a tag.</Trans>}
            {by === 'Name' && <Trans>Type part of a name.</Trans>}
            {by === 'Domain' && <Trans>Type a complete domain, such as example.com.</Trans>}
          </p>
        )}
        {isAsked && data && rows.length === 0 && !isPlaceholderData && (
          <Empty icon="person" title={q === '' ? t`No contacts yet` : t`No contacts found`}>
            {q === '' ? (
              <Trans>Contacts appear here when lists have subscribers.</Trans>
            ) : (
              <Trans>Try a shorter search, or another address, domain or name.</Trans>
            )}
          </Empty>
        )}
        {rows.length > 0 && (
          <div className={isPlaceholderData ? layout.stale : undefined}>
            <Rows clientId={clientId} rows={rows} />
          </div>
        )}
        {isAsked && <More of={query} />}
      </Panel>
    </Page>
  )
}

function ShownCount({ rows, isAll }: { readonly rows: number; readonly isAll: boolean }) {
  const { t } = useLingui()
  return isAll ? t`All ${number(rows)} shown` : t`${number(rows)} shown, more available`
}

const byLabels: Readonly<Record<SearchBy, MessageDescriptor>> = {
  Address: msg`Beginning of the address`,
  Domain: msg`Domain of the address`,
  Name: msg`Beginning of the name`,
  Tag: msg`Contact tag`,
}

function Filters() {
  const { t, i18n } = useLingui()
  const { q = '', by = 'Address' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/contacts' })
  const [text, setText] = useSearchText(
    q,
    typed =>
      void navigate({
        search: before => ({ ...before, q: typed.trim() || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  return (
    <search className={filters.filters} aria-label={t`Find a contact`}>
      <TextInput
        className={filters.wide}
        type="search"
        label={t`Find`}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        maxLength={250}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <NativeSelect
        className={filters.reason}
        label={t`Search by`}
        value={by}
        onChange={event => {
          const chosen = searchBys.find(one => one === event.currentTarget.value)
          void navigate({
            search: before => ({ ...before, by: chosen === 'Address' ? undefined : chosen }),
            resetScroll: false,
          })
        }}
        data={searchBys.map(value => ({ value, label: i18n._(byLabels[value]) }))}
      />
    </search>
  )
}

/** Memberships of a contact that a row shows. */
const mostShown = 4

function Rows({ clientId, rows }: { readonly clientId: string; readonly rows: readonly Contact[] }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`Address`, t`Name`, t`Tags`, t`Lists`]}>
      <VirtualRows rows={rows} columns={4} keyOf={({ EmailAddress = '' }) => EmailAddress}>
        {({ EmailAddress = '', Name, Memberships = [], Tags = [] }, props) => (
          <tr key={EmailAddress} {...props}>
            <td className={filters.address}>
              <Link
                className={home.name}
                to="/clients/$clientId/contact"
                params={{ clientId }}
                search={{ address: EmailAddress }}
              >
                <bdi>{EmailAddress}</bdi>
              </Link>
            </td>
            <td data-label={t`Name`}>
              <bdi>{Name || '–'}</bdi>
            </td>
            <td data-label={t`Tags`}>{Tags.length > 0 ? <TagList of={Tags} /> : '–'}</td>
            <td data-label={t`Lists`}>
              <ul className={own.lists}>
                {Memberships.slice(0, mostShown).map(({ ListID, Title, State }) => (
                  <li key={ListID}>
                    <bdi>{Title}</bdi> <StateWordChip of={subscriberWords[State]} />
                  </li>
                ))}
                {Memberships.length > mostShown && (
                  <li className={css.quiet}>
                    <Trans>and {number(Memberships.length - mostShown)} more</Trans>
                  </li>
                )}
              </ul>
            </td>
          </tr>
        )}
      </VirtualRows>
    </Table>
  )
}
