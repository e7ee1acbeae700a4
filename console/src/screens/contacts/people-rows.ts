/**
 * The rows of the screen of contacts. Of one list without a text they are its subscribers, in two orders and with their fields; otherwise
 * contacts of all or of the chosen lists, each once.
 */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { isShort } from '../../lib/long-queries.ts'
import type { ContactsSearch } from '../audience-search.ts'
import { type State, states } from '../audience-search.ts'

type Found = NonNullable<ValueOf<'Subscriber.Search'>['Contacts']>[number]
type Listed = NonNullable<ValueOf<'Subscriber.List'>['Subscribers']>[number]

/** A contact; what is of one list is absent where several are shown. */
export interface PersonRow {
  readonly address: string
  readonly name: string
  readonly memberships: readonly Pick<NonNullable<Found['Memberships']>[number], 'ListID' | 'Title' | 'State'>[]
  readonly tags: NonNullable<Found['Tags']>
  readonly member?: Partial<Listed> & Pick<Listed, 'State'>
}

interface Page {
  readonly rows: readonly PersonRow[]
  readonly next: string
}

/** Rows of a page. */
const pageSize = 50

/** The lists that are chosen; empty for all. */
export function listIdsOf({ list }: ContactsSearch): readonly string[] {
  return list === undefined ? [] : list.split(',').filter(id => id !== '')
}

/** Who was taken off all lists, as by an undone import, is shown where one looks for a text or for this state. */
const shownAtFirst: readonly State[] = states.filter(state => state !== 'Deleted')

export function statesOf({ state, q }: ContactsSearch): readonly State[] {
  if (state !== undefined) return [state]
  return q === undefined ? shownAtFirst : []
}

/** Whether the rows are the subscribers of one list. */
export function isOfOneList(search: ContactsSearch): boolean {
  return listIdsOf(search).length === 1 && search.q === undefined && search.tag === undefined
}

/** As Subscriber.Search by anything takes it. */
function filterOf(search: ContactsSearch) {
  return {
    Search: search.q ?? '',
    ListIDs: [...listIdsOf(search)],
    States: [...statesOf(search)],
    Tag: search.tag ?? '',
  }
}

/** The service has two orders, each with its own filter. */
export function questionOf(search: ContactsSearch, fields: readonly string[]) {
  const { since, until, order } = search
  const isByAddress = order === 'address' && since === undefined && until === undefined
  return {
    States: [...statesOf(search)],
    Order: isByAddress ? 'Address' : 'Newest',
    Search: '',
    JoinedSince: since ?? '',
    JoinedUntil: until ?? '',
    Fields: [...fields],
  } satisfies Partial<ParametersOf<'Subscriber.List'>>
}

/** @param fields keys of the custom fields to show, of one list */
export function usePeople(clientId: string, search: ContactsSearch, fields: readonly string[]) {
  const [listId = ''] = listIdsOf(search)
  const ofList = isOfOneList(search)
  const asked = ofList ? { ListID: listId, ...questionOf(search, fields) } : filterOf(search)
  return useInfiniteQuery({
    // by its client, so that events of other clients do not touch it
    queryKey: [ofList ? 'Subscriber.List' : 'Subscriber.Search', { ClientID: clientId, ...asked }, 'people'],
    queryFn: ({ pageParam, signal }) =>
      ofList
        ? readMembers({ ListID: listId, ...questionOf(search, fields), Cursor: pageParam, Limit: pageSize }, signal)
        : readFound({ ClientID: clientId, ...filterOf(search), Cursor: pageParam, Limit: pageSize }, listId, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next || undefined,
    placeholderData: keepPreviousData,
    enabled: isShort,
  })
}

/** How many there are; undefined while it is not known, and of subscribers between dates, whom nothing counts. */
export function usePeopleCount(clientId: string, search: ContactsSearch) {
  const isCounted = search.since === undefined && search.until === undefined
  const query = useQuery({
    ...read('Subscriber.CountFound', { ClientID: clientId, ...filterOf(search) }),
    enabled: isCounted,
  })
  return { isCounted, ...query }
}

/** Selected at once at most: one bulk change takes as many. */
export const mostSelected = 1000

/** Addresses of all contacts that are found, up to `mostSelected`. */
export async function readAddressesFound(clientId: string, search: ContactsSearch): Promise<readonly string[]> {
  const { Contacts = [] } = await call('Subscriber.Search', {
    ClientID: clientId,
    By: 'Any',
    ...filterOf(search),
    Limit: mostSelected,
  })
  return Contacts.map(({ EmailAddress = '' }) => EmailAddress)
}

async function readMembers(asked: ParametersOf<'Subscriber.List'>, signal: AbortSignal): Promise<Page> {
  const { Subscribers = [], NextCursor = '' } = await call('Subscriber.List', asked, { signal })
  const rows = Subscribers.map(member => ({
    address: member.EmailAddress ?? '',
    name: member.Name ?? '',
    memberships: [{ ListID: asked.ListID ?? '', Title: '', State: member.State }],
    tags: [],
    member,
  }))
  return { rows, next: NextCursor }
}

/** @param listId whose membership a row is about; empty for none */
async function readFound(
  asked: Omit<ParametersOf<'Subscriber.Search'>, 'By'>,
  listId: string,
  signal: AbortSignal,
): Promise<Page> {
  const { Contacts = [], NextCursor = '' } = await call('Subscriber.Search', { By: 'Any', ...asked }, { signal })
  const isOne = asked.ListIDs?.length === 1
  const rows = Contacts.map(({ EmailAddress = '', Name = '', Memberships = [], Tags = [] }): PersonRow => {
    const member = isOne ? Memberships.find(({ ListID }) => ListID === listId) : undefined
    return { address: EmailAddress, name: Name, memberships: Memberships, tags: Tags, ...(member && { member }) }
  })
  return { rows, next: NextCursor }
}
