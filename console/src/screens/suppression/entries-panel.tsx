/** Entries of suppression lists, filtered by the address of the screen, page by page. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { Pages } from '../../api/pages.ts'
import { isShort } from '../../lib/long-queries.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { AddressSearch } from '../../ui/address-search.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { Empty, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type EntryKind, type EntrySearch, entryKinds, kindOf, reasonOf } from '../audience-search.ts'
import filters from '../subscribers/filters.module.css'
import { EntryTable, type EntryTableProps } from './entry-table.tsx'
import { reasonLabels } from './reasons.ts'

/** As the operations take it that read pages of entries. */
export interface EntriesWanted {
  readonly Reason?: NonNullable<EntrySearch['reason']>
  readonly Search: string
}

export interface EntriesPanelProps extends Omit<EntryTableProps, 'rows'> {
  readonly search: EntrySearch
  /** Puts filters into the address; a text that is being typed replaces the step before. */
  readonly onSearch: (changes: EntrySearch, isTyping?: boolean) => void
  /** The pages of the operation that reads these entries. */
  readonly pagesOf: (wanted: EntriesWanted) => Pages<ValueOf<'Suppression.List'>>
  /** Before the other filters. */
  readonly scope?: ReactNode
  /** Shown if the list has no entries. */
  readonly empty: string
  readonly isFiltered: boolean
}

export function EntriesPanel({ search, onSearch, pagesOf, scope, empty, isFiltered, ...table }: EntriesPanelProps) {
  const { t } = useLingui()
  const { reason, kind, q } = search
  const beginning = beginningOf(kind, q)
  const query = useInfiniteQuery({
    ...pagesOf({ ...(reason !== undefined && { Reason: reason }), Search: beginning }),
    placeholderData: keepPreviousData,
    enabled: isShort,
  })
  const { data, error, isPending, isPlaceholderData } = query
  const rows = data?.pages.flatMap(({ Suppressions = [] }) => Suppressions) ?? []
  const hasFilter = isFiltered || [reason, kind, q].some(filter => filter !== undefined)
  return (
    <Panel>
      <Filters search={search} onSearch={onSearch} scope={scope} />
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && rows.length === 0 && (
        <Empty icon="stop" title={hasFilter ? t`No matching addresses` : t`No suppressed addresses`}>
          {hasFilter ? <Trans>Remove a filter, or search for a shorter part of the address.</Trans> : empty}
        </Empty>
      )}
      {rows.length > 0 && (
        <div className={`${layout.top12} ${isPlaceholderData ? layout.stale : ''}`}>
          <EntryTable rows={rows} {...table} />
        </div>
      )}
      <More of={query} />
    </Panel>
  )
}

/** What entries of a kind begin with, and the text after it. */
function beginningOf(kind: EntryKind | undefined, q = ''): string {
  if (kind === undefined) return q
  const beginning = entryKinds[kind]
  return q.startsWith(beginning) ? q : `${beginning}${q.replace(/^@/, '')}`
}

function Filters({
  search: { reason, kind, q = '' },
  onSearch,
  scope,
}: Pick<EntriesPanelProps, 'search' | 'onSearch' | 'scope'>) {
  const { t, i18n } = useLingui()
  const [text, setText] = useSearchText(q, typed => onSearch({ q: typed.trim() || undefined }, true))
  return (
    <search className={filters.filters} aria-label={t`Filter the addresses`}>
      <AddressSearch className={filters.wide} value={text} onType={setText} />
      {scope}
      <NativeSelect
        className={filters.reason}
        label={t`Reason`}
        value={reason ?? ''}
        onChange={event => onSearch({ reason: reasonOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t`All reasons` },
          ...Object.entries(reasonLabels).map(([value, label]) => ({ value, label: i18n._(label) })),
        ]}
      />
      <NativeSelect
        className={filters.reason}
        label={t`Kind`}
        value={kind ?? ''}
        onChange={event => onSearch({ kind: kindOf(event.currentTarget.value) })}
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
