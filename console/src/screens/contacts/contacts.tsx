/** The contacts of a client: on all its lists or on chosen ones, found by whatever is known of them, selected and changed. */

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { LettershopError } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { ContactsSearch } from '../audience-search.ts'
import { BulkChangeButton } from '../bulk-changes/bulk-change.tsx'
import { ClientLead } from '../client-lead.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { ImportPeople } from '../imports/import-people.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { NewList } from '../lists/new-list.tsx'
import { AddSubscriber } from '../subscribers/add-subscriber.tsx'
import { ColumnChoice } from '../subscribers/column-choice.tsx'
import { fieldOf, useColumns } from '../subscribers/columns.ts'
import { Contact } from '../subscribers/contact.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { isOfOneList, listIdsOf, questionOf, usePeople, usePeopleCount } from './people-rows.ts'
import { PeopleTable } from './people-table.tsx'
import { SelectionBar, useSelection } from './selection.tsx'

const route = getRouteApi('/inside/clients/$clientId/contacts')

export function Contacts() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const [list] = listIdsOf(route.useSearch())
  const { data: lists, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const mayImport = may(session, 'Import', clientId)
  return (
    <Page
      title={t`Contacts`}
      lead={<ClientLead clientId={clientId} />}
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
          <Empty icon="people" title={t`No lists yet`} action={mayChange && <NewList clientId={clientId} />}>
            <Trans>Contacts belong to lists. Create the first list; then add people here or over the API.</Trans>
          </Empty>
        </Panel>
      )}
      {lists && lists.length > 0 && <People clientId={clientId} lists={lists} />}
      {mayChange && (
        <p className={`${css.quiet} ${css.small} ${layout.top12}`}>
          <Link to="/clients/$clientId/erasures" params={{ clientId }}>
            <Trans>Erased contacts</Trans>
          </Link>
        </p>
      )}
    </Page>
  )
}

function People({ clientId, lists }: { readonly clientId: string; readonly lists: readonly NamedList[] }) {
  const session = useSession()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/contacts' })
  const [columns, changeColumn] = useColumns()
  const [listId] = listIdsOf(search)
  const isOne = listIdsOf(search).length === 1
  const fields = useQuery({ ...fieldsQuery(listId ?? ''), enabled: isOfOneList(search) })
  const known = (isOfOneList(search) && fields.data) || []
  const shownFields = known.filter(({ Key = '' }) => columns.some(column => fieldOf(column) === Key))
  const query = usePeople(
    clientId,
    search,
    shownFields.map(({ Key = '' }) => Key),
  )
  const { data, error, isPending, isPlaceholderData, hasNextPage } = query
  const rows = data?.pages.flatMap(page => page.rows) ?? []
  const { subscriber, of: listOfSubscriber, ...question } = search
  const selection = useSelection(JSON.stringify(question))
  const isFiltered = [search.state, search.q, search.tag, search.since, search.until].some(one => one !== undefined)
  const mayChange = may(session, 'ChangeAudience', clientId)
  // of a tag that is gone, or that an address names in another way
  const isUnknownTag = error instanceof LettershopError && error.code === codes.UnknownTag
  return (
    <Panel>
      <ContactFilters clientId={clientId} lists={lists} />
      <div className={`${css.actions} ${layout.apart}`}>
        <p className={`${css.quiet} ${css.small}`} role="status">
          {!error && <Total clientId={clientId} search={search} shown={data && !isPlaceholderData ? rows.length : 0} />}
        </p>
        {isOne && listId !== undefined && <ListActions clientId={clientId} listId={listId} lists={lists} />}
        {isOfOneList(search) && <ColumnChoice columns={columns} onChange={changeColumn} fields={known} />}
      </div>
      {mayChange && (
        <SelectionBar
          clientId={clientId}
          lists={lists}
          selection={selection}
          listOfFirst={
            listId ??
            rows.find(({ address }) => selection.addresses.has(address))?.memberships[0]?.ListID ??
            lists[0]?.ListID ??
            ''
          }
          hasMore={
            !isOfOneList(search) && (hasNextPage || selection.addresses.size < rows.length) ? question : undefined
          }
        />
      )}
      {isPending && <Skeletons lines={8} />}
      <Refused error={isUnknownTag ? undefined : error} />
      {isUnknownTag && (
        <p className={css.quiet}>
          <Trans>The client has no tag with this name.</Trans>
        </p>
      )}
      {data && !isPlaceholderData && rows.length === 0 && <NoOne isFiltered={isFiltered} />}
      {rows.length > 0 && (
        <div className={isPlaceholderData ? layout.stale : undefined}>
          <PeopleTable
            rows={rows}
            columns={columns}
            fields={shownFields}
            ofList={isOne ? listId : undefined}
            order={isOfOneList(search) ? questionOf(search, []).Order : undefined}
            selection={mayChange ? selection : undefined}
          />
        </div>
      )}
      <More of={query} />
      {subscriber !== undefined && (
        <Contact
          key={`${listOfSubscriber} ${subscriber}`}
          clientId={clientId}
          lists={lists}
          listId={listOfSubscriber ?? listId ?? lists[0]?.ListID ?? ''}
          address={subscriber}
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

function NoOne({ isFiltered }: { readonly isFiltered: boolean }) {
  const { t } = useLingui()
  return (
    <Empty icon="people" title={isFiltered ? t`No contacts found` : t`No contacts yet`}>
      {isFiltered ? (
        <Trans>
          Remove a filter, or search for the beginning of an address, a domain, part of a name, or words in custom
          fields.
        </Trans>
      ) : (
        <Trans>Add the first one here, or import a file; websites and shops add theirs over the API.</Trans>
      )}
    </Empty>
  )
}

/** How many there are, and how many of them are shown; never a number that is not known. */
function Total({
  clientId,
  search,
  shown,
}: {
  readonly clientId: string
  readonly search: ContactsSearch
  readonly shown: number
}) {
  const { subscriber: _subscriber, of: _of, order: _order, ...question } = search
  const { data, isCounted, isFetching } = usePeopleCount(clientId, question)
  const ofThem = shown > 0 && (
    <>
      {' · '}
      <Trans>{number(shown)} shown</Trans>
    </>
  )
  if (!isCounted) return shown > 0 && <Trans>{number(shown)} shown</Trans>
  if (!data) return isFetching ? <Trans>Counting …</Trans> : ofThem
  const { Contacts, Precision } = data
  const shownCount = number(Contacts)
  if (Precision === 'Exact') {
    return (
      <>
        <Plural value={Contacts} one="# contact" other="# contacts" />
        {shown < Contacts && ofThem}
      </>
    )
  }
  return (
    <>
      {Precision === 'About' ? (
        <Trans>About {shownCount} contacts</Trans>
      ) : (
        <Trans>More than {shownCount} contacts</Trans>
      )}
      {ofThem}
    </>
  )
}

/** Export and change all subscribers of the list that the filters choose. With a text those are changed that are selected. */
function ListActions({
  clientId,
  listId,
  lists,
}: {
  readonly clientId: string
  readonly listId: string
  readonly lists: readonly NamedList[]
}) {
  const { t } = useLingui()
  const session = useSession()
  const search = route.useSearch()
  const isNarrowed = [search.q, search.tag, search.since, search.until].some(filter => filter !== undefined)
  const rule = { State: search.state ?? '', JoinedSince: search.since ?? '', JoinedUntil: search.until ?? '' }
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
      {isOfOneList(search) && may(session, 'ChangeAudience', clientId) && (
        <BulkChangeButton
          key={JSON.stringify([listId, rule])}
          label={search.state || isNarrowed ? t`Change all matching` : t`Change all`}
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
