/** Who is on the lists of a client: a table by state, with its filters in the address, and one contact's history beside it. */

import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { SubscriberSearch } from '../audience-search.ts'
import { BulkChangeButton, type Rule } from '../bulk-changes/bulk-change.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { ImportPeople } from '../imports/import-people.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { NewList } from '../lists/new-list.tsx'
import { AddSubscriber } from './add-subscriber.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { fieldOf, useColumns } from './columns.ts'
import { Contact } from './contact.tsx'
import { Filters } from './filters.tsx'
import { mostTogether, type Question, readPage, type SubscriberPage } from './pages.ts'
import { SubscriberTable } from './subscriber-table.tsx'

const route = getRouteApi('/inside/clients/$clientId/subscribers')

export function Subscribers() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { list } = route.useSearch()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data: lists, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const mayImport = may(session, 'Import', clientId)
  return (
    <Page
      title={t`Subscribers`}
      lead={<bdi>{client?.Name}</bdi>}
      actions={
        lists &&
        lists.length > 0 && (
          <>
            {mayImport && <ImportPeople clientId={clientId} list={list} isDefault />}
            {mayChange && <AddSubscriber lists={lists} />}
          </>
        )
      }
    >
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      <Refused error={error} />
      {lists?.length === 0 && (
        <Panel>
          <Empty icon="person" title={t`No lists yet`} action={mayChange && <NewList clientId={clientId} />}>
            <Trans>Subscribers belong to lists. Create the first list; then add people here or over the API.</Trans>
          </Empty>
        </Panel>
      )}
      {lists && lists.length > 0 && <SubscriberList clientId={clientId} lists={lists} />}
    </Page>
  )
}

function SubscriberList({ clientId, lists }: { readonly clientId: string; readonly lists: readonly NamedList[] }) {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/subscribers' })
  const [columns, changeColumn] = useColumns()
  // more lists than can be read side by side: one of them
  const listId = search.list ?? (lists.length > mostTogether ? lists[0]?.ListID : undefined)
  const listIds = listId === undefined ? lists.map(({ ListID = '' }) => ListID) : [listId]
  const fields = useQuery({ ...fieldsQuery(listId ?? ''), enabled: listId !== undefined })
  const known = (listId === undefined ? undefined : fields.data) ?? []
  const shownFields = known.filter(({ Key = '' }) => columns.some(column => fieldOf(column) === Key))
  const question = questionOf(
    search,
    shownFields.map(({ Key = '' }) => Key),
  )
  const query = useInfiniteQuery({
    // by its client, so that events of other clients do not touch it
    queryKey: ['Subscriber.List', { ClientID: clientId, ...question }, listIds],
    queryFn: ({ pageParam, signal }) => readPage(listIds, question, pageParam, signal),
    initialPageParam: undefined as SubscriberPage['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: isShort,
  })
  const { data, error, isPending, isPlaceholderData, hasNextPage } = query
  const rows = data?.pages.flatMap(page => page.rows) ?? []
  const isFiltered = [search.state, search.q, search.since, search.until].some(filter => filter !== undefined)
  return (
    <Panel>
      <Filters lists={lists} listId={listId} />
      <div className={`${css.actions} ${layout.apart}`}>
        <p className={`${css.quiet} ${css.small}`} role="status">
          {data && <ShownCount rows={rows.length} isAll={!hasNextPage} />}
        </p>
        {listId !== undefined && (
          <ListActions clientId={clientId} listId={listId} lists={lists} isFiltered={isFiltered} />
        )}
        <ColumnChoice columns={columns} onChange={changeColumn} fields={known} hasLists={listId === undefined} />
      </div>
      {isPending && <Skeletons lines={8} />}
      <Refused error={error} />
      {data && rows.length === 0 && (
        <Empty icon="person" title={isFiltered ? t`No matching subscribers` : t`No subscribers yet`}>
          {isFiltered ? (
            <Trans>Remove a filter, or search for a shorter part of the address.</Trans>
          ) : (
            <Trans>Add the first one here, or import a file; websites and shops add theirs over the API.</Trans>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <div className={isPlaceholderData ? layout.stale : undefined}>
          <SubscriberTable
            rows={rows}
            columns={columns}
            fields={shownFields}
            lists={lists}
            hasLists={listId === undefined}
            order={question.Order}
          />
        </div>
      )}
      <More of={query} />
      {search.subscriber !== undefined && (
        <Contact
          key={`${search.of} ${search.subscriber}`}
          clientId={clientId}
          lists={lists}
          listId={search.of ?? listId ?? listIds[0] ?? ''}
          address={search.subscriber}
          onClose={() =>
            void navigate({
              search: before => ({ ...before, subscriber: undefined, of: undefined }),
              resetScroll: false,
            })
          }
        />
      )}
    </Panel>
  )
}

/** Export and change all subscribers of the list that the filters choose. */
function ListActions({
  clientId,
  listId,
  lists,
  isFiltered,
}: {
  readonly clientId: string
  readonly listId: string
  readonly lists: readonly NamedList[]
  readonly isFiltered: boolean
}) {
  const { t } = useLingui()
  const session = useSession()
  const search = route.useSearch()
  const rule = ruleOf(search)
  const isNarrowed = [search.q, search.since, search.until].some(filter => filter !== undefined)
  return (
    <>
      <ExportButton
        clientId={clientId}
        exported={{ Kind: 'Subscribers', ListID: listId, ...(search.state && { State: search.state }) }}
        narrowed={
          isNarrowed
            ? t`The export ignores the search and the dates: the file contains the complete list, or one state of it.`
            : undefined
        }
      />
      {may(session, 'ChangeAudience', clientId) && (
        <BulkChangeButton
          key={JSON.stringify([listId, rule])}
          label={isFiltered ? t`Change all matching` : t`Change all`}
          clientId={clientId}
          listId={listId}
          lists={lists}
          rule={rule}
          actions={['Unsubscribe', 'Delete', 'SetField', 'ClearField', 'AddTag', 'RemoveTag', 'Copy', 'Move']}
        />
      )}
    </>
  )
}

function ShownCount({ rows, isAll }: { readonly rows: number; readonly isAll: boolean }) {
  const { t } = useLingui()
  return isAll ? t`All ${number(rows)} shown` : t`${number(rows)} shown, more available`
}

/** What the table shows is what is changed. */
function ruleOf(search: SubscriberSearch): Rule {
  const { State, Search, JoinedSince, JoinedUntil } = questionOf(search, [])
  return { State: State ?? '', Search: Search ?? '', JoinedSince: JoinedSince ?? '', JoinedUntil: JoinedUntil ?? '' }
}

/** The service has two orders, each with its own filter. */
function questionOf({ state, q, since, until, order }: SubscriberSearch, fields: readonly string[]): Question {
  const byAddress = q !== undefined || (order === 'address' && since === undefined && until === undefined)
  return {
    ...(state === undefined ? {} : { State: state }),
    Order: byAddress ? 'Address' : 'Newest',
    Search: byAddress ? (q ?? '') : '',
    JoinedSince: byAddress ? '' : (since ?? ''),
    JoinedUntil: byAddress ? '' : (until ?? ''),
    Fields: [...fields],
  }
}
