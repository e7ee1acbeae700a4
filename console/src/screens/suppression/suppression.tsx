/** The addresses that no mail of a client goes to: why, and how that is known. */

import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { may, useSession } from '../../session/session.ts'
import { AddressSearch } from '../../ui/address-search.tsx'
import { More } from '../../ui/more.tsx'
import { Chip, css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { type EntryKind, entryKinds, kindOf, reasonOf, type SuppressionSearch } from '../audience-search.ts'
import { ExportButton } from '../exports/export-button.tsx'
import home from '../home.module.css'
import filters from '../subscribers/filters.module.css'
import { AddSuppressions } from './add-suppressions.tsx'
import { Lift } from './lift.tsx'
import { reasonLabels, reasonLooks, type Suppression as Suppressed } from './reasons.ts'

const route = getRouteApi('/inside/clients/$clientId/suppression')

const pageSize = 100

export function Suppression() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { reason, kind, q } = route.useSearch()
  const search = beginningOf(kind, q)
  const mayChange = may(session, 'Settings', clientId)
  const query = useInfiniteQuery({
    queryKey: ['Suppression.List', { ClientID: clientId }, 'pages', reason, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'Suppression.List',
        {
          ClientID: clientId,
          ...(reason === undefined ? {} : { Reason: reason }),
          Search: search,
          Cursor: pageParam,
          Limit: pageSize,
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ NextCursor }) => NextCursor || undefined,
    placeholderData: keepPreviousData,
    enabled: isShort,
  })
  const { data, error, isPending, isPlaceholderData } = query
  const rows = data?.pages.flatMap(({ Suppressions = [] }) => Suppressions) ?? []
  const isFiltered = [reason, kind, q].some(filter => filter !== undefined)
  return (
    <Page
      title={t`Suppression`}
      lead={t`No mail of this client goes to these addresses, whatever list they are on.`}
      actions={
        <>
          {mayChange && <AddSuppressions clientId={clientId} />}
          {may(session, 'ReadAudience', clientId) && (
            <ExportButton clientId={clientId} exported={{ Kind: 'Suppressions' }} />
          )}
        </>
      }
    >
      <Panel>
        <Filters />
        {isPending && <Skeletons lines={6} />}
        <Refused error={error} />
        {data && rows.length === 0 && (
          <Empty icon="stop" title={isFiltered ? t`No address fits` : t`No address is suppressed`}>
            {isFiltered ? (
              <Trans>Take a filter away, or search for less of the address.</Trans>
            ) : (
              <Trans>
                Bounces, complaints and opt-outs come here by themselves. Addresses and domains that must never get mail
                you add.
              </Trans>
            )}
          </Empty>
        )}
        {rows.length > 0 && (
          <div style={{ marginTop: '0.75rem', opacity: isPlaceholderData ? 0.6 : 1 }}>
            <Rows rows={rows} clientId={clientId} mayChange={mayChange} />
          </div>
        )}
        <More of={query} />
      </Panel>
    </Page>
  )
}

/** What entries of a kind begin with, and the text after it. */
function beginningOf(kind: EntryKind | undefined, q = ''): string {
  if (kind === undefined) return q
  const beginning = entryKinds[kind]
  return q.startsWith(beginning) ? q : `${beginning}${q.replace(/^@/, '')}`
}

function Filters() {
  const { t, i18n } = useLingui()
  const { reason, kind, q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/suppression' })
  const change = (changes: SuppressionSearch, replace = false) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace, resetScroll: false })
  const [text, setText] = useSearchText(q, typed => change({ q: typed.trim() || undefined }, true))
  return (
    <search className={filters.filters} aria-label={t`Filter the addresses`}>
      <AddressSearch className={filters.wide} value={text} onType={setText} />
      <NativeSelect
        className={filters.reason}
        label={t`Reason`}
        value={reason ?? ''}
        onChange={event => change({ reason: reasonOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t`All reasons` },
          ...Object.entries(reasonLabels).map(([value, label]) => ({ value, label: i18n._(label) })),
        ]}
      />
      <NativeSelect
        className={filters.reason}
        label={t`Kind`}
        value={kind ?? ''}
        onChange={event => change({ kind: kindOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t`All entries` },
          { value: 'rules', label: t`Domains and hashes` },
          { value: 'md5', label: 'MD5' },
          { value: 'sha1', label: 'SHA-1' },
          { value: 'sha256', label: 'SHA-256' },
        ]}
      />
    </search>
  )
}

function Rows({
  rows,
  clientId,
  mayChange,
}: {
  readonly rows: readonly Suppressed[]
  readonly clientId: string
  readonly mayChange: boolean
}) {
  const { t, i18n } = useLingui()
  return (
    <Table heads={[t`Address`, t`Reason`, t`Since`, t`How it is known`]} hasActions={mayChange}>
      <VirtualRows rows={rows} columns={mayChange ? 5 : 4} keyOf={({ EmailAddress = '' }) => EmailAddress}>
        {(row, props) => {
          const { EmailAddress = '', Reason, Date: since, Evidence } = row
          return (
            <tr key={EmailAddress} {...props}>
              <td className={filters.address}>
                <strong>
                  <Entry clientId={clientId} entry={EmailAddress} />
                </strong>
              </td>
              <td data-label={t`Reason`}>
                <span>
                  <Chip {...reasonLooks[Reason]}>{i18n._(reasonLabels[Reason])}</Chip>
                </span>
              </td>
              <td data-label={t`Since`} className={filters.date}>
                {dateTime(since)}
              </td>
              <td data-label={t`How it is known`} className={css.quiet}>
                <bdi>{Evidence || '–'}</bdi>
              </td>
              {mayChange && (
                <td style={{ textAlign: 'end' }}>
                  <Lift clientId={clientId} of={row} />
                </td>
              )}
            </tr>
          )
        }}
      </VirtualRows>
    </Table>
  )
}

/** An address leads to its contact; a domain or a hash stands for many. */
function Entry({ clientId, entry }: { readonly clientId: string; readonly entry: string }) {
  if (entry.startsWith('@')) return <bdi>{entry}</bdi>
  return (
    <Link className={home.name} to="/clients/$clientId/contact" params={{ clientId }} search={{ address: entry }}>
      <bdi>{entry}</bdi>
    </Link>
  )
}
