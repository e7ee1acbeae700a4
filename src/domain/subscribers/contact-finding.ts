/**
 * Subscriber.Search by anything, and Subscriber.CountFound: what a text may be, on which lists, in which states, with which tag.
 * See docs/decisions/overviews.md#contacts-are-found-by-anything.
 */
import { MembershipState } from '../../contract/groups/contacts.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import { memberStates, type State } from '../../store/lists/statistics.ts'
import {
  countContactsFound,
  type FoundBy,
  readMembershipTotal,
  readPresentLists,
  readShareOfContacts,
  readWordQuery,
} from '../../store/subscribers/contact-finding.ts'
import { type ContactFilter, hasNameParts } from '../../store/subscribers/contact-search.ts'
import type { ClientRef } from '../access/access.ts'
import { findGivenList } from '../lists/given-list.ts'
import { findTag } from '../tags/tags.ts'
import { readAddressSearch, readFilter } from '../text-rules/filters.ts'

/** Empty and null restrict nothing. */
export interface GivenFilter {
  readonly lists: readonly (string | null)[]
  readonly states: readonly (string | null)[]
  readonly tag: string | null
}

/** Lists that a search names, and up to which those of a client are read one by one. */
const mostLists = 50

/** @throws Refusal InvalidParameter, InvalidListId, UnknownTag */
export async function readGivenFilter(sql: Sql, client: ClientRef, { lists, states, tag }: GivenFilter) {
  if (lists.length > mostLists) throw new Refusal('InvalidParameter', `ListIDs has at most ${mostLists} lists.`)
  const found: number[] = []
  for (const list of lists) {
    const id = await findGivenList(sql, client, list)
    if (id !== undefined) found.push(id)
  }
  const wanted = states.flatMap(state => readFilter('States', state, MembershipState.values) ?? [])
  const tagId = (tag ?? '').trim() === '' ? undefined : (await findTag(sql, client.clientId, tag)).tagId
  const isGiven = found.length > 0 || wanted.length > 0 || tagId !== undefined
  return { isGiven, ...(isGiven && (await restrict(sql, client, found, wanted))), tagId }
}

/** Lists and states are named together: then each has its own part of an index. */
async function restrict(
  sql: Sql,
  { clientId }: ClientRef,
  lists: readonly number[],
  states: readonly State[],
): Promise<ContactFilter> {
  const present = lists.length > 0 ? lists : await readPresentLists(sql, clientId, mostLists + 1)
  return {
    listIds: present.length > mostLists ? undefined : present,
    states: states.length > 0 ? [...new Set(states)] : memberStates,
  }
}

/** Characters from which on names and custom fields are searched. */
const shortestPart = 3

/**
 * The ways in which a text finds contacts: as the beginning of an address, as a domain, as a part of a name, as beginnings of words of
 * custom fields.
 * @throws Refusal InvalidParameter
 */
export async function readFound(sql: Sql, given: string | null): Promise<FoundBy> {
  const text = readAddressSearch(given)
  if (text.includes('\0')) throw new Refusal('InvalidParameter', 'Search holds a character U+0000.')
  const domain = text.replace(/^@/, '')
  const isDomain = text.startsWith('@') && domain !== ''
  const isLong = [...text].length >= shortestPart && !isDomain
  return {
    address: isDomain ? undefined : text,
    domain: isDomain || /^[^\s@]+\.[^\s@]+$/.test(text) ? domain : undefined,
    namePart: isLong && !text.includes('@') && (await hasNameParts(sql)) ? text : undefined,
    words: isLong ? await readWordQuery(sql, text) : undefined,
  }
}

/** Exact: as many; AtLeast: more than that; About: an estimate. */
export interface FoundCount {
  readonly contacts: number
  readonly precision: 'Exact' | 'AtLeast' | 'About'
}

/** Contacts that are counted one by one. */
const mostCounted = 10_000

/**
 * Counts the contacts that Subscriber.Search finds by anything. Without a text and a tag they follow from the counters of the lists; of several
 * large lists, whose people are partly the same, a sample shows how many contacts their memberships are.
 * @throws Refusal InvalidParameter, InvalidListId, UnknownTag
 */
export async function countContacts(
  sql: Sql,
  client: ClientRef,
  request: GivenFilter & { readonly search: string | null },
): Promise<FoundCount> {
  const filter = await readGivenFilter(sql, client, request)
  const found = await readFound(sql, request.search)
  if (found.address === '' && filter.tagId === undefined) {
    const { clientId } = client
    const { listIds = await readPresentLists(sql, clientId, allLists), states = memberStates } = filter
    const memberships = await readMembershipTotal(sql, clientId, { listIds, states })
    if (listIds.length === 1) return { contacts: memberships, precision: 'Exact' }
    if (memberships > mostCounted) {
      const share = await readShareOfContacts(sql, clientId, listIds, mostCounted)
      return { contacts: Math.round(memberships * share), precision: 'About' }
    }
  }
  const contacts = await countContactsFound(sql, { ...client, ...filter, limit: mostCounted + 1 }, found)
  return contacts > mostCounted ? { contacts: mostCounted, precision: 'AtLeast' } : { contacts, precision: 'Exact' }
}

/** More than a client has. */
const allLists = 100_000
