/** The table of subscribers. Its columns are a model of TanStack Table; the service sorts and filters. */

import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { dateTime } from '../../lib/format.ts'
import { css, StateWordChip } from '../../ui/page.tsx'
import { type Head, Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import type { SubscriberSearch } from '../audience-search.ts'
import home from '../home.module.css'
import type { Field } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { columnLabels } from './column-choice.tsx'
import { fieldColumn, usualColumns } from './columns.ts'
import filters from './filters.module.css'
import type { Row } from './pages.ts'
import { subscriberWords } from './state-words.ts'

const route = getRouteApi('/inside/clients/$clientId/subscribers')

const features = tableFeatures({ columnVisibilityFeature })
const helper = createColumnHelper<typeof features, Row>()

export interface SubscriberTableProps {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  readonly fields: readonly Field[]
  readonly lists: readonly NamedList[]
  readonly hasLists: boolean
  readonly order: 'Newest' | 'Address'
}

export function SubscriberTable({ rows, columns, fields, lists, hasLists, order }: SubscriberTableProps) {
  const { t, i18n } = useLingui()
  const names = useMemo(() => new Map(lists.map(({ ListID, Name }) => [ListID, Name])), [lists])
  const labelOf = (column: string) => {
    const label = columnLabels[column]
    return label ? i18n._(label) : (fields.find(({ Key = '' }) => fieldColumn(Key) === column)?.FieldName ?? column)
  }
  const model = useMemo(
    () =>
      helper.columns([
        helper.accessor('EmailAddress', { id: 'address', cell: ({ row }) => <Address of={row.original} /> }),
        helper.accessor('Name', { id: 'name', cell: ({ getValue }) => <bdi>{getValue() || '–'}</bdi> }),
        helper.accessor('listId', { id: 'list', cell: ({ getValue }) => <bdi>{names.get(getValue())}</bdi> }),
        helper.accessor('State', {
          id: 'state',
          cell: ({ row, getValue }) => <State state={getValue()} pausedUntil={row.original.PausedUntil ?? ''} />,
        }),
        helper.accessor('StateDate', { id: 'stateDate', cell: ({ getValue }) => dateTime(getValue()) }),
        helper.accessor('JoinedDate', { id: 'joined', cell: ({ getValue }) => dateTime(getValue()) }),
        ...fields.map(({ Key = '' }) =>
          helper.accessor(row => valuesIn(row, Key), {
            id: fieldColumn(Key),
            cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
          }),
        ),
      ]),
    [fields, names],
  )
  const data = useMemo(() => [...rows], [rows])
  const columnVisibility = Object.fromEntries(
    usualColumns.map(column => [column, columns.includes(column) && (column !== 'list' || hasLists)]),
  )
  const table = useTable({ features, columns: model, data, state: { columnVisibility }, getRowId: keyOf })
  const shown = table.getVisibleLeafColumns()
  const heads = shown.map(({ id }): string | Head => {
    if (id === 'address') {
      const toAddress = { order: 'address', since: undefined, until: undefined } as const
      return sortableHead(t`Address`, order === 'Address' ? 'ascending' : undefined, toAddress)
    }
    if (id === 'joined') {
      return sortableHead(labelOf(id), order === 'Newest' ? 'descending' : undefined, {
        order: undefined,
        q: undefined,
      })
    }
    return labelOf(id)
  })
  return (
    <Table heads={heads}>
      <VirtualRows rows={table.getRowModel().rows} columns={shown.length} keyOf={({ id }) => id}>
        {(row, props) => (
          <tr key={row.id} {...props}>
            {row.getVisibleCells().map(cell => (
              <td
                key={cell.id}
                className={cellClass[cell.column.id]}
                data-label={cell.column.id === 'address' ? undefined : labelOf(cell.column.id)}
              >
                {cell.column.id === 'address' ? (
                  <table.FlexRender cell={cell} />
                ) : (
                  <span>
                    <table.FlexRender cell={cell} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        )}
      </VirtualRows>
    </Table>
  )
}

const cellClass: Readonly<Record<string, string | undefined>> = {
  address: filters.address,
  joined: filters.date,
  stateDate: filters.date,
}

/** A heading that sorts: a link, since the order is part of the address. */
function sortableHead(
  label: string,
  sort: 'ascending' | 'descending' | undefined,
  changes: Pick<SubscriberSearch, 'order' | 'q' | 'since' | 'until'>,
): Head {
  return { label, content: <Sorting label={label} sort={sort} changes={changes} />, sort }
}

function Sorting({
  label,
  sort,
  changes,
}: Pick<Head, 'label' | 'sort'> & { readonly changes: Pick<SubscriberSearch, 'order' | 'q' | 'since' | 'until'> }) {
  const { clientId } = route.useParams()
  return (
    <Link
      from="/clients/$clientId/subscribers"
      to="/clients/$clientId/subscribers"
      params={{ clientId }}
      search={before => ({ ...before, ...changes })}
      resetScroll={false}
    >
      {label}
      {sort && <span aria-hidden="true">{sort === 'ascending' ? ' ↑' : ' ↓'}</span>}
    </Link>
  )
}

function State({ state, pausedUntil }: { readonly state: Row['State']; readonly pausedUntil: string }) {
  return (
    <>
      <StateWordChip of={subscriberWords[state]} />
      {pausedUntil !== '' && (
        <div className={`${css.quiet} ${css.small}`}>
          <Trans>paused until {dateTime(pausedUntil)}</Trans>
        </div>
      )}
    </>
  )
}

function Address({ of: { EmailAddress = '', listId } }: { readonly of: Row }) {
  const { clientId } = route.useParams()
  return (
    <Link
      className={home.name}
      from="/clients/$clientId/subscribers"
      to="/clients/$clientId/subscribers"
      params={{ clientId }}
      search={before => ({ ...before, subscriber: EmailAddress, of: listId })}
      resetScroll={false}
    >
      <bdi>{EmailAddress}</bdi>
    </Link>
  )
}

/** One entry for each option of a field that holds several. */
function valuesIn({ CustomFields = [] }: Row, tag: string): string {
  const key = tag.replace(/^\[|\]$/g, '')
  return CustomFields.filter(({ Key }) => Key === key)
    .map(({ Value }) => Value)
    .join(', ')
}

function keyOf({ listId, EmailAddress }: Row): string {
  return `${listId} ${EmailAddress}`
}
