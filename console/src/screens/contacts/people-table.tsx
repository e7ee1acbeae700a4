/** The table of contacts. Its columns are a model of TanStack Table; the service sorts and filters. */

import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { dateTime, number } from '../../lib/format.ts'
import { css, StateWordChip } from '../../ui/page.tsx'
import { type Head, Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import type { ContactsSearch } from '../audience-search.ts'
import home from '../home.module.css'
import type { Field } from '../lists/fields-query.ts'
import { columnLabels } from '../subscribers/column-choice.tsx'
import { fieldColumn, usualColumns } from '../subscribers/columns.ts'
import filters from '../subscribers/filters.module.css'
import { subscriberWords } from '../subscribers/state-words.ts'
import { TagList } from '../tags/tag-chip.tsx'
import own from './contacts.module.css'
import type { PersonRow } from './people-rows.ts'
import type { Selection } from './selection.tsx'

const route = getRouteApi('/inside/clients/$clientId/contacts')

/** Where contacts of several lists are shown. */
const contactColumns: readonly string[] = ['name', 'tags', 'list']

const features = tableFeatures({ columnVisibilityFeature })
const helper = createColumnHelper<typeof features, PersonRow>()

export interface PeopleTableProps {
  readonly rows: readonly PersonRow[]
  readonly columns: readonly string[]
  readonly fields: readonly Field[]
  /** Whose subscribers the rows are; undefined for contacts of several lists. */
  readonly ofList: string | undefined
  /** Undefined where the rows have one order only. */
  readonly order: 'Newest' | 'Address' | undefined
  /** Undefined for who may change no one. */
  readonly selection: Selection | undefined
}

export function PeopleTable({ rows, columns, fields, ofList, order, selection }: PeopleTableProps) {
  const { t, i18n } = useLingui()
  const labelOf = (column: string) => {
    const label = columnLabels[column]
    return label ? i18n._(label) : (fields.find(({ Key = '' }) => fieldColumn(Key) === column)?.FieldName ?? column)
  }
  const model = useMemo(
    () =>
      helper.columns([
        helper.accessor('address', { id: 'address', cell: ({ row }) => <Address of={row.original} ofList={ofList} /> }),
        helper.accessor('name', { id: 'name', cell: ({ getValue }) => <bdi>{getValue() || '–'}</bdi> }),
        helper.accessor('tags', {
          id: 'tags',
          cell: ({ getValue }) => (getValue().length > 0 ? <TagList of={getValue()} /> : '–'),
        }),
        helper.accessor('memberships', { id: 'list', cell: ({ getValue }) => <Lists of={getValue()} /> }),
        helper.accessor(row => row.member, { id: 'state', cell: ({ getValue }) => <State of={getValue()} /> }),
        helper.accessor(row => row.member?.StateDate, {
          id: 'stateDate',
          cell: ({ getValue }) => dateTime(getValue()),
        }),
        helper.accessor(row => row.member?.JoinedDate, { id: 'joined', cell: ({ getValue }) => dateTime(getValue()) }),
        ...fields.map(({ Key = '' }) =>
          helper.accessor(row => valuesIn(row, Key), {
            id: fieldColumn(Key),
            cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
          }),
        ),
      ]),
    [fields, ofList],
  )
  const data = useMemo(() => [...rows], [rows])
  const isShown = (column: string) =>
    ofList === undefined ? contactColumns.includes(column) : columns.includes(column)
  const columnVisibility = Object.fromEntries(
    [...usualColumns, ...contactColumns].map(column => [column, isShown(column)]),
  )
  const table = useTable({
    features,
    columns: model,
    data,
    state: { columnVisibility },
    getRowId: ({ address }) => address,
  })
  const shown = table.getVisibleLeafColumns()
  const heads = shown.map(({ id }): string | Head => {
    if (id === 'address' && order !== undefined) {
      const toAddress = { order: 'address', since: undefined, until: undefined } as const
      return sortableHead(t`Address`, order === 'Address' ? 'ascending' : undefined, toAddress)
    }
    if (id === 'address') return t`Address`
    if (id === 'joined' && order !== undefined) {
      return sortableHead(labelOf(id), order === 'Newest' ? 'descending' : undefined, { order: undefined })
    }
    return labelOf(id)
  })
  const all = rows.map(({ address }) => address)
  const isAll = all.every(address => selection?.addresses.has(address))
  const checkHead: Head = {
    label: t`Select all shown`,
    content: (
      <Box label={t`Select all shown`} isChecked={isAll} onChange={isSelected => selection?.select(all, isSelected)} />
    ),
  }
  return (
    <Table heads={selection ? [checkHead, ...heads] : heads}>
      <VirtualRows rows={table.getRowModel().rows} columns={shown.length + (selection ? 1 : 0)} keyOf={({ id }) => id}>
        {(row, props) => (
          <tr key={row.id} {...props}>
            {selection && (
              <td className={own.box}>
                <Box
                  label={t`Select ${row.id}`}
                  isChecked={selection.addresses.has(row.id)}
                  onChange={isSelected => selection.select([row.id], isSelected)}
                />
              </td>
            )}
            {row.getVisibleCells().map(cell => (
              <td
                key={cell.id}
                className={cellClass[cell.column.id]}
                data-label={cell.column.id === 'address' ? undefined : labelOf(cell.column.id)}
              >
                {cell.column.id === 'address' ? (
                  <table.FlexRender cell={cell} />
                ) : (
                  <div>
                    <table.FlexRender cell={cell} />
                  </div>
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

/** A box of a row; its label is for assistive technology and makes the target large enough. */
function Box({
  label,
  isChecked,
  onChange,
}: {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}) {
  return (
    <label className={own.select}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

/** A heading that sorts: a link, since the order is part of the address. */
function sortableHead(
  label: string,
  sort: 'ascending' | 'descending' | undefined,
  changes: Pick<ContactsSearch, 'order' | 'since' | 'until'>,
): Head {
  return { label, content: <Sorting label={label} sort={sort} changes={changes} />, sort }
}

function Sorting({
  label,
  sort,
  changes,
}: Pick<Head, 'label' | 'sort'> & { readonly changes: Pick<ContactsSearch, 'order' | 'since' | 'until'> }) {
  const { clientId } = route.useParams()
  return (
    <Link
      from="/clients/$clientId/contacts"
      to="/clients/$clientId/contacts"
      params={{ clientId }}
      search={before => ({ ...before, ...changes })}
      resetScroll={false}
    >
      {label}
      {sort && <span aria-hidden="true">{sort === 'ascending' ? ' ↑' : ' ↓'}</span>}
    </Link>
  )
}

function State({ of: member }: { readonly of: PersonRow['member'] }): ReactNode {
  if (!member) return '–'
  const { PausedUntil = '' } = member
  return (
    <>
      <StateWordChip of={subscriberWords[member.State]} />
      {PausedUntil && (
        <div className={`${css.quiet} ${css.small}`}>
          <Trans>paused until {dateTime(PausedUntil)}</Trans>
        </div>
      )}
    </>
  )
}

/** Memberships of a contact that a row shows. */
const mostShown = 4

function Lists({ of: memberships }: { readonly of: PersonRow['memberships'] }) {
  return (
    <ul className={own.lists}>
      {memberships.slice(0, mostShown).map(({ ListID, Title, State: state }) => (
        <li key={ListID}>
          <bdi>{Title}</bdi> <StateWordChip of={subscriberWords[state]} />
        </li>
      ))}
      {memberships.length > mostShown && (
        <li className={css.quiet}>
          <Trans>and {number(memberships.length - mostShown)} more</Trans>
        </li>
      )}
    </ul>
  )
}

/** Leads to the contact with all its lists; of one list, to what that list knows, at the side of the table. */
function Address({ of: { address }, ofList }: { readonly of: PersonRow; readonly ofList: string | undefined }) {
  const { clientId } = route.useParams()
  if (ofList === undefined) {
    return (
      <Link className={home.name} to="/clients/$clientId/contact" params={{ clientId }} search={{ address }}>
        <bdi>{address}</bdi>
      </Link>
    )
  }
  return (
    <Link
      className={home.name}
      from="/clients/$clientId/contacts"
      to="/clients/$clientId/contacts"
      params={{ clientId }}
      search={before => ({ ...before, subscriber: address, of: ofList })}
      resetScroll={false}
    >
      <bdi>{address}</bdi>
    </Link>
  )
}

/** One entry for each option of a field that holds several. */
function valuesIn({ member }: PersonRow, tag: string): string {
  const key = tag.replace(/^\[|\]$/g, '')
  return (member?.CustomFields ?? [])
    .filter(({ Key }) => Key === key)
    .map(({ Value }) => Value)
    .join(', ')
}
