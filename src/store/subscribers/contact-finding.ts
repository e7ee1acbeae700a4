/**
 * Contacts of a client by whatever is known of them, in the order of their addresses: each way of finding reads one index and stops when a
 * page is full, and the pages are merged. How many there are is counted up to a limit.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import {
  addressesFrom,
  addressesOfDomain,
  addressesThatMatch,
  addressesWithNamePart,
  bytesFrom,
  type ContactSearch,
  contacts,
  isWanted,
  taggedAddresses,
} from './contact-search.ts'

/** What a text may be. Undefined: it is not. */
export interface FoundBy {
  /** The beginning of an address; empty for all. */
  readonly address: string | undefined
  readonly domain: string | undefined
  /** Part of a name, three characters or more. */
  readonly namePart: string | undefined
  /** Beginnings of words of custom fields. */
  readonly words: WordQuery | undefined
}

export interface WordQuery {
  /** A tsquery of all words. */
  readonly query: string
  /** How many memberships have the rarest of them, if that is more than the index finds fast; by the statistics of PostgreSQL. */
  readonly common: number | undefined
}

/** Of the rows: from then on a page is met sooner on a walk over all addresses. */
const commonShare = 0.01

/**
 * Makes a query of the words of a text. How common they are is read here, since the planner takes the beginning of a word that no one has
 * for common: it would walk over all addresses, and make words of the fields of each.
 * @returns undefined if the text has no word, or the index is missing because the extension could not be created
 */
export async function readWordQuery(sql: Sql, text: string): Promise<WordQuery | undefined> {
  const [row] = await sql<{ query: string | null; share: number | null; rows: number }[]>`
    select string_agg(quote_literal(w.word) || ':*', ' & ') as query, min(of.share) as share,
      (select greatest(c.reltuples, 0)::float8 from pg_class c where c.oid = 'subscribers'::regclass) as rows
    from unnest(${wordsOf(sql, sql`${text}::text`)}) as w (word)
    cross join lateral (
      select coalesce(sum(e.share), 0) as share
      from pg_stats s
      cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e (word, share)
      where s.schemaname = current_schema() and s.tablename = 'subscribers_by_field_word' and starts_with(e.word, w.word)
    ) of
    where to_regclass('subscribers_by_field_word') is not null`
  if (!row?.query) return undefined
  const share = row.share ?? 0
  return { query: row.query, common: share > commonShare ? Math.ceil(Math.min(share, 1) * row.rows) : undefined }
}

/** As the index has it. */
function wordsOf(sql: Sql, text: Fragment): Fragment {
  return sql`array_remove(regexp_split_to_array(lower(${text}), '[^[:alnum:]]+'), '')`
}

/** A page of the contacts that any of the ways finds. */
export async function readContactsFound(sql: Sql, search: ContactSearch, found: FoundBy, after: string | undefined) {
  return contacts(sql, search, foundAddresses(sql, search, found, after))
}

/** How many contacts are found, up to the limit of the search. */
export async function countContactsFound(sql: Sql, search: ContactSearch, found: FoundBy): Promise<number> {
  const [row] = await sql<{ contacts: number }[]>`
    select count(*)::integer as contacts from (${foundAddresses(sql, search, found, undefined)}) f`
  return row!.contacts
}

function foundAddresses(sql: Sql, search: ContactSearch, found: FoundBy, after: string | undefined): Fragment {
  const { address, domain, namePart, words } = found
  const ways = [
    address === undefined ? [] : [byAddress(sql, search, address, after)],
    domain === undefined ? [] : [addressesOfDomain(sql, search, domain, after)],
    namePart === undefined ? [] : [addressesWithNamePart(sql, search, namePart, after)],
    words === undefined ? [] : [addressesWithWords(sql, search, words, after)],
  ].flat()
  const merged = ways.slice(1).reduce((all, way) => sql`${all} union all (${way})`, sql`(${ways[0] ?? nothing(sql)})`)
  return sql`
    select u.address, ''::text as matched
    from (${merged}) u
    group by u.address
    order by u.address using ~<~
    limit ${search.limit}`.unprepared()
}

function nothing(sql: Sql): Fragment {
  return sql`select ''::text as address, ''::text as matched where false`
}

/**
 * With a filter each list and state has its part of the index subscribers_by_address, and a page of each is read: rare states
 * are met without walking over all others.
 */
function byAddress(sql: Sql, search: ContactSearch, prefix: string, after: string | undefined): Fragment {
  const { clientId, listIds, states, tagId, limit } = search
  if (tagId !== undefined && prefix === '') return taggedAddresses(sql, search, tagId, after)
  if (listIds === undefined || states === undefined || tagId !== undefined)
    return addressesFrom(sql, search, prefix, after)
  const bytes = sql`m.address collate "C"`
  return sql`
    select k.address, ''::text as matched
    from lists l
    cross join unnest(${states as string[]}::text[]) as wanted (state)
    cross join lateral (
      select m.address
      from subscribers m
      where m.client_id = ${clientId} and m.list_id = l.id and m.state = wanted.state
        ${prefix === '' ? sql`` : sql`and ${bytes} >= ${prefix}::text and ${bytes} < ${prefix}::text || ${highest}::text`}
        ${after === undefined ? sql`` : sql`and ${bytes} > ${after}::text`}
      order by ${bytes}
      limit ${limit}
    ) k
    where l.client_id = ${clientId} and l.deleted_at is null and l.id = any (${listIds as number[]}::bigint[])
    group by k.address
    order by k.address using ~<~
    limit ${limit}`
}

/** Sorts after all texts with the same prefix. */
const highest = '\u{10ffff}'

/**
 * Contacts whose custom fields have words that begin like each of a query. All that have rare words are read by the index
 * subscribers_by_field_word and sorted; common ones are looked for on a walk before.
 */
function addressesWithWords(sql: Sql, search: ContactSearch, words: WordQuery, after: string | undefined): Fragment {
  const { query, common } = words
  const have = (table: 'm' | 'e') => {
    const fields = sql(`${table}.fields`)
    const values = sql`jsonb_path_query_array(${fields}, '$.*')::text`
    return sql`${fields} <> '{}' and array_to_tsvector(${wordsOf(sql, values)}) @@ ${query}::tsquery`
  }
  if (common !== undefined) return addressesThatMatch(sql, search, have, after, common)
  return sql`
    select r.address, ''::text as matched
    from (
      select m.address from subscribers m
      where m.client_id = ${search.clientId} and ${have('m')} ${bytesFrom(sql, '', after)} ${isWanted(sql, search, 'm')}
      offset 0
    ) r
    group by r.address
    order by r.address using ~<~
    limit ${search.limit}`
}

/** The lists of a client that are not deleted, up to a number. */
export async function readPresentLists(sql: Sql, clientId: number, most: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from lists where client_id = ${clientId} and deleted_at is null order by id limit ${most}`
  return rows.map(({ id }) => id)
}

/** Memberships of lists in states, by the counters of the lists. */
export async function readMembershipTotal(
  sql: Sql,
  clientId: number,
  { listIds, states }: { readonly listIds: readonly number[]; readonly states: readonly State[] },
): Promise<number> {
  const [row] = await sql<{ memberships: number }[]>`
    select coalesce(sum(n), 0)::bigint as memberships
    from list_totals t
    cross join lateral (values ('Active', t.active), ('Unconfirmed', t.unconfirmed), ('Unsubscribed', t.unsubscribed),
      ('Bounced', t.bounced), ('Deleted', t.deleted)) as of_state (state, n)
    where t.client_id = ${clientId} and t.list_id = any (${listIds as number[]}::bigint[]) and state = any (${states as string[]}::text[])`
  return row!.memberships
}

/** How many contacts a number of memberships belongs to, of the first ones in the order of addresses: a share between 0 and 1. */
export async function readShareOfContacts(
  sql: Sql,
  clientId: number,
  listIds: readonly number[],
  sample: number,
): Promise<number> {
  const [row] = await sql<{ share: number | null }[]>`
    select count(distinct s.address)::float8 / nullif(count(*), 0) as share
    from (
      select m.address from subscribers m
      where m.client_id = ${clientId} and m.list_id = any (${listIds as number[]}::bigint[])
      order by m.address using ~<~, m.list_id
      limit ${sample}
    ) s`
  return row!.share ?? 1
}
