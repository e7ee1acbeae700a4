/** Subscriber.Search: contacts of a client across its lists. See docs/decisions/overviews.md#contacts-are-found-across-lists. */
import type { ContactSearchBy } from '../../contract/groups/contacts.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import { readContactsFound } from '../../store/subscribers/contact-finding.ts'
import {
  type FoundContact,
  hasNameParts,
  readContactsByAddress,
  readContactsByDomain,
  readContactsByName,
  readContactsByNamePart,
  readContactsByTag,
} from '../../store/subscribers/contact-search.ts'
import type { ClientRef } from '../access/access.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { findTag } from '../tags/tags.ts'
import { readAddressSearch, readSearch } from '../text-rules/filters.ts'
import { type GivenFilter, readFound, readGivenFilter } from './contact-finding.ts'
import { isAddress } from './subscriber-list.ts'

/** Absent is null. */
export interface SearchRequest extends GivenFilter {
  readonly by: (typeof ContactSearchBy)['values'][number]
  readonly search: string | null
  readonly cursor: string | null
  readonly limit: number
}

export interface ContactPage {
  readonly rows: readonly FoundContact[]
  readonly nextCursor: string
}

/** Characters of a trigram. */
const shortestPart = 3

/**
 * A name is found by any part of three characters or more, where the database has the index for it; else by its beginning.
 * @throws Refusal InvalidParameter, InvalidListId, UnknownTag
 */
export async function searchContacts(sql: Sql, client: ClientRef, request: SearchRequest): Promise<ContactPage> {
  const { by } = request
  const filter = await readGivenFilter(sql, client, request)
  if (by === 'Any') {
    const { after, limit } = readCursorPage(request, isAddress)
    const search = { ...client, ...filter, limit: limit + 1 }
    const found = await readContactsFound(sql, search, await readFound(sql, request.search), after?.[0])
    return cutPage(found, limit, ({ address }) => [address])
  }
  if (filter.isGiven) throw new Refusal('InvalidParameter', 'ListIDs, States and Tag go with By Any.')
  if (by === 'Tag') return searchByTag(sql, client, request)
  const text = by === 'Name' ? readSearch(request.search) : readAddressSearch(request.search)
  if (text.includes('\0')) throw new Refusal('InvalidParameter', 'Search holds a character U+0000.')
  if (by === 'Name') {
    if (text === '') throw new Refusal('InvalidParameter', 'Search is a part of a name.')
    if ([...text].length >= shortestPart && (await hasNameParts(sql))) {
      const { after, limit } = readCursorPage(request, isAddress)
      const found = await readContactsByNamePart(sql, { ...client, limit: limit + 1 }, text, after?.[0])
      return cutPage(found, limit, ({ address }) => [address])
    }
    const { after, limit } = readCursorPage(request, isNameAndAddress)
    const found = await readContactsByName(sql, { ...client, limit: limit + 1 }, text, after)
    return cutPage(found, limit, ({ matched, address }) => [matched, address])
  }
  const { after, limit } = readCursorPage(request, isAddress)
  const search = { ...client, limit: limit + 1 }
  if (by === 'Address') {
    return cutPage(await readContactsByAddress(sql, search, text, after?.[0]), limit, ({ address }) => [address])
  }
  const domain = text.replace(/^@/, '')
  if (domain === '') throw new Refusal('InvalidParameter', 'Search is a whole domain.')
  return cutPage(await readContactsByDomain(sql, search, domain, after?.[0]), limit, ({ address }) => [address])
}

async function searchByTag(sql: Sql, client: ClientRef, request: SearchRequest): Promise<ContactPage> {
  const { after, limit } = readCursorPage(request, isAddress)
  const { tagId } = await findTag(sql, client.clientId, request.search)
  const found = await readContactsByTag(sql, { ...client, limit: limit + 1 }, tagId, after?.[0])
  return cutPage(found, limit, ({ address }) => [address])
}

function isNameAndAddress(values: SortKey): values is readonly [string, string] {
  return values.length === 2 && values.every(value => typeof value === 'string' && !value.includes('\0'))
}
