/**
 * Subscriber.List. It offers the orders and filters that an index serves, so that every page costs the same at any size.
 * See docs/decisions/overviews.md#a-listing-offers-what-an-index-serves.
 */
import { MembershipState } from '../../contract/groups/contacts.ts'
import type { CustomFieldValue } from '../../contract/groups/historical/subscribers.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  type ListedPage,
  type ListedRow,
  readMembersByAddress,
  readMembersByJoining,
} from '../../store/subscribers/subscriber-list.ts'
import type { ListRef } from '../access/access.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { definitionsOf, writeCustomValues } from '../lists/custom-values.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { readLocalTime } from '../text-rules/dates.ts'
import { readAddressSearch, readFilter } from '../text-rules/filters.ts'

/** Absent is null. */
export interface ListRequest {
  readonly state: string | null
  /** Empty for all; only without a state. */
  readonly states: readonly (string | null)[]
  readonly search: string | null
  /** Local times of the client. */
  readonly joinedSince: string | null
  readonly joinedUntil: string | null
  readonly order: 'Newest' | 'Address'
  /** Keys of custom fields. */
  readonly fields: readonly (string | null)[]
  readonly cursor: string | null
  readonly limit: number
}

export interface ListedSubscriber extends ListedRow {
  readonly customFields: readonly CustomFieldValue[]
}

export interface SubscriberPage {
  readonly rows: readonly ListedSubscriber[]
  readonly nextCursor: string
}

/** @throws Refusal InvalidParameter, InvalidDate, InvalidKey */
export async function listSubscribers(sql: Sql, list: ListRef, request: ListRequest): Promise<SubscriberPage> {
  const state = readFilter('State', request.state, MembershipState.values)
  const given = request.states.flatMap(one => readFilter('States', one, MembershipState.values) ?? [])
  const wanted = given.length === 0 ? MembershipState.values : [...new Set(given)]
  const definitions =
    request.fields.length === 0 ? [] : definitionsOf(await readCustomFields(sql, list), request.fields)
  const page = {
    ...list,
    states: state === undefined ? wanted : [state],
    fields: definitions.map(({ key }) => key),
  }
  const read = request.order === 'Newest' ? newest : byAddress
  const { rows, nextCursor } = await read(sql, page, request)
  return {
    rows: rows.map(row => ({ ...row, customFields: writeCustomValues(definitions, row.fields) })),
    nextCursor,
  }
}

type Read = (sql: Sql, page: Omit<ListedPage, 'limit'>, request: ListRequest) => Promise<Cut>
interface Cut {
  readonly rows: readonly ListedRow[]
  readonly nextCursor: string
}

const newest: Read = async (sql, page, request) => {
  if (readAddressSearch(request.search) !== '') {
    throw new Refusal('InvalidParameter', 'Search goes with Order Address.')
  }
  const between = {
    since: readLocalTime('JoinedSince', request.joinedSince),
    until: readLocalTime('JoinedUntil', request.joinedUntil),
  }
  const { after, limit } = readCursorPage(request, isJoined)
  const rows = await readMembersByJoining(sql, { ...page, limit: limit + 1 }, { ...between, after })
  return cutPage(rows, limit, ({ joinedAt, id }) => [joinedAt, id])
}

const byAddress: Read = async (sql, page, request) => {
  if ((request.joinedSince ?? '') !== '' || (request.joinedUntil ?? '') !== '') {
    throw new Refusal('InvalidParameter', 'JoinedSince and JoinedUntil go with Order Newest.')
  }
  const { after, limit } = readCursorPage(request, isAddress)
  const from = { prefix: readAddressSearch(request.search), after: after?.[0] }
  const rows = await readMembersByAddress(sql, { ...page, limit: limit + 1 }, from)
  return cutPage(rows, limit, ({ address }) => [address])
}

function isJoined(values: SortKey): values is readonly [number, number] {
  return values.length === 2 && values.every(Number.isSafeInteger)
}

/** Of a cursor of rows that are ordered by address. */
export function isAddress(values: SortKey): values is readonly [string] {
  return values.length === 1 && typeof values[0] === 'string' && !values[0].includes('\0')
}
