/**
 * Contacts of a client across its lists, in the order of an index and from any position. A contact is an address with all its
 * memberships of lists that are not deleted. Each search walks one index and stops when the page is full.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { memberStates, type State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import type { NamedTag } from '../tags/tags.ts'

export interface FoundMembership {
  readonly listPublicId: string
  readonly title: string
  readonly state: State
  /** Local times of the client. */
  readonly stateDate: string
  readonly joinedDate: string
}

export interface FoundContact {
  readonly address: string
  /** The folded name that matched; empty for other searches. */
  readonly matched: string
  /** Address and name of the latest membership. */
  readonly email: string
  readonly name: string
  readonly memberships: readonly FoundMembership[]
  readonly tags: readonly NamedTag[]
}

/** Restricts the contacts that are found; undefined restricts nothing. */
export interface ContactFilter {
  /** They have a membership of one of these lists … */
  readonly listIds?: readonly number[] | undefined
  /** … in one of these states. */
  readonly states?: readonly State[] | undefined
  readonly tagId?: number | undefined
}

export interface ContactSearch extends ContactFilter {
  readonly clientId: number
  readonly timeZone: string
  readonly limit: number
}

/** Maximum memberships per contact, latest first. */
const mostMembershipsFound = 100

/** Contacts whose address begins with a text. The index subscribers_address serves this query. */
export async function readContactsByAddress(
  sql: Sql,
  search: ContactSearch,
  prefix: string,
  after: string | undefined,
) {
  return contacts(sql, search, addressesFrom(sql, search, prefix, after))
}

/** Addresses of contacts that begin with a text and follow another, in the order of their bytes, for `contacts`. */
export function addressesFrom(sql: Sql, search: ContactSearch, prefix: string, after: string | undefined): Fragment {
  return inOrderOfAddresses(sql, search, bytesFrom(sql, prefix, after))
}

/**
 * Contacts whose address has a domain. The planner uses the index subscribers_by_domain and sorts if there are few, and walks
 * subscribers_address until the page is full if there are many; one plan for every domain would be wrong for one of both.
 */
export async function readContactsByDomain(sql: Sql, search: ContactSearch, domain: string, after: string | undefined) {
  return contacts(sql, search, addressesOfDomain(sql, search, domain, after))
}

/** For `contacts`, as `addressesFrom`. */
export function addressesOfDomain(
  sql: Sql,
  search: ContactSearch,
  domain: string,
  after: string | undefined,
): Fragment {
  const those = sql`and split_part(m.address, '@', -1) collate "C" = ${domain} ${bytesFrom(sql, '', after)}`
  return inOrderOfAddresses(sql, search, those.unprepared())
}

/** Contacts on lists that have a tag. The index tagged_contacts_by_tag has their order. */
export async function readContactsByTag(sql: Sql, search: ContactSearch, tagId: number, after: string | undefined) {
  return contacts(sql, search, taggedAddresses(sql, search, tagId, after))
}

/** For `contacts`, as `addressesFrom`. */
export function taggedAddresses(sql: Sql, search: ContactSearch, tagId: number, after: string | undefined): Fragment {
  const { clientId, limit } = search
  return sql`
      select g.address, ''::text as matched
      from tagged_contacts g
      where g.client_id = ${clientId} and g.tag_id = ${tagId} and (${after ?? null}::text is null or g.address > ${after ?? null}::text)
        and exists (
          select 1 from subscribers m where m.client_id = ${clientId} and m.address = g.address ${isWanted(sql, { ...search, tagId: undefined }, 'm')} offset 0)
      order by g.address
      limit ${limit}`
}

/** @param those conditions on the memberships `m` */
export function inOrderOfAddresses(sql: Sql, search: ContactSearch, those: Fragment): Fragment {
  const { clientId, limit } = search
  return sql`
    select m.address, ''::text as matched
    from subscribers m
    where m.client_id = ${clientId} ${those} ${isWanted(sql, search, 'm')}
    group by m.address
    order by m.address using ~<~
    limit ${limit}`
}

/** Memberships that are walked in the order of addresses before all that match are read, where it is not known how many these are. */
const shortWalk = 10_000

/** A condition on memberships, under one of their names in a statement. */
type Condition = (table: 'm' | 'e') => Fragment

/**
 * Addresses with a membership for which a condition holds that has an index, in another order than addresses. Common ones are met on a
 * short walk in the order of addresses; if the walk does not fill the page, all that match are read and sorted. The planner would walk on
 * if it expects many, and through most of a client if these come last, as the name Maria does.
 * @param expected about how many memberships match: a walk over as many costs no more than reading them
 */
export function addressesThatMatch(
  sql: Sql,
  search: ContactSearch,
  those: Condition,
  after: string | undefined,
  expected = 0,
): Fragment {
  const { clientId, limit } = search
  const walked = Math.max(shortWalk, expected)
  const following = bytesFrom(sql, '', after)
  const match = (table: 'm' | 'e') => sql`${those(table)} ${isWanted(sql, search, table)}`
  // more than a short walk can meet, when contacts are counted: the planner chooses
  if (limit > shortWalk) return inOrderOfAddresses(sql, search, sql`and ${those('m')} ${following}`)
  return sql`
    with near as materialized (
      -- grouped, sorted or joined, all of the walk would be read: the planner expects the page to need all of it then
      select m.address
      from (
        select m.* from subscribers m where m.client_id = ${clientId} ${following} order by m.address using ~<~ limit ${walked}
      ) m
      where ${match('m')}
        and m.list_id = (
          select min(e.list_id) from subscribers e where e.client_id = ${clientId} and e.address = m.address and ${match('e')})
      limit ${limit}
    )
    select n.address, ''::text as matched from near n where (select count(*) from near) = ${limit}
    union all
    (
      select r.address, ''::text
      from (
        select m.address
        from subscribers m
        where (select count(*) from near) < ${limit} and m.client_id = ${clientId} and ${match('m')} ${following}
        offset 0
      ) r
      group by r.address
      order by r.address using ~<~
      limit ${limit}
    )`.unprepared()
}

/** Addresses `m` that begin with a text and follow another, in the order of their bytes, which the index subscribers_address has. */
export function bytesFrom(sql: Sql, prefix: string, after: string | undefined): Fragment {
  return sql`
    ${prefix === '' ? sql`` : sql`and m.address ~>=~ ${prefix}::text and m.address ~<~ (${prefix}::text || ${highest}::text)`}
    ${after === undefined ? sql`` : sql`and m.address ~>~ ${after}`}`
}

/**
 * Contacts with a name that begins with a text, compared without case. A contact with several such names is returned once, with the
 * first of them. Each state of each list has its part of the index subscribers_by_list_name, which has the first 60 characters of
 * names: a page of each part is read, with all names that begin like its last one.
 * @param after folded name and address of the last contact of the previous page
 */
export async function readContactsByName(
  sql: Sql,
  search: ContactSearch,
  prefix: string,
  after: readonly [name: string, address: string] | undefined,
) {
  const { clientId, limit } = search
  const begins = (table: string) => {
    const name = sql`lower(${sql(`${table}.name`)}) collate "C"`
    return sql`
      ${sql(`${table}.name`)} <> '' and ${name} >= lower(${prefix}::text) and ${name} < lower(${prefix}::text) || ${highest}::text`
  }
  const first = (text: Fragment) => sql`left(${text}, 60) collate "C"`
  return contacts(
    sql,
    search,
    sql`
      select n.address, lower(n.name) collate "C" as matched
      from lists l
      cross join unnest(${[...memberStates]}::text[]) as kept (state)
      cross join lateral (
        select m.address, m.name
        from subscribers m
        where m.client_id = ${clientId} and m.list_id = l.id and m.state = kept.state
          and ${first(sql`lower(m.name)`)} >= ${first(sql`lower(${after?.[0] ?? prefix}::text)`)}
          and ${first(sql`lower(m.name)`)} < ${first(sql`lower(${prefix}::text)`)} || ${highest}::text
          -- conditions of which the planner expects half to hold: as a range of names it expects few, and would read and sort all of the index
          and case when ${begins('m')}
            ${after === undefined ? sql`` : sql`and (lower(m.name) collate "C", m.address collate "C") > (${after[0]}::text, ${after[1]}::text)`}
            and lower(m.name) collate "C" = (
              select min(lower(e.name) collate "C")
              from subscribers e
              where e.client_id = ${clientId} and e.address = m.address and ${begins('e')} ${isWanted(sql, search, 'e')})
            then true else false end
        order by ${first(sql`lower(m.name)`)}
        fetch first ${limit} rows with ties
      ) n
      where l.client_id = ${clientId} and l.deleted_at is null
      group by lower(n.name) collate "C", n.address
      order by lower(n.name) collate "C", n.address collate "C"
      limit ${limit}`,
  )
}

/** Whether names can be searched for parts: the index is missing if the extensions could not be created. */
export async function hasNameParts(sql: Sql): Promise<boolean> {
  const [row] = await sql<
    { isThere: boolean }[]
  >`select to_regclass('subscribers_by_name_part') is not null as is_there`
  return row!.isThere
}

/**
 * Contacts with a name that contains a text, compared without case, by `addressesThatMatch` and the index subscribers_by_name_part.
 * @param part at least three characters, which are one trigram
 */
export async function readContactsByNamePart(sql: Sql, search: ContactSearch, part: string, after: string | undefined) {
  return contacts(sql, search, addressesWithNamePart(sql, search, part, after))
}

/** For `contacts`, as `addressesFrom`. */
export function addressesWithNamePart(
  sql: Sql,
  search: ContactSearch,
  part: string,
  after: string | undefined,
): Fragment {
  const escaped = part.replace(/[\\%_]/g, '\\$&')
  const those: Condition = table => {
    const name = sql(`${table}.name`)
    return sql`
      ${name} <> '' and lower(${name}) like '%' || regexp_replace(lower(${escaped}::text), ${threeByThree}, ${'\\1%'}, 'g') || '%'
      and strpos(lower(${name}), lower(${part}::text)) > 0`
  }
  return addressesThatMatch(sql, search, those, after)
}

/**
 * Matches three characters that are followed by three more: `reader 1400` is looked up as `%rea%der% 1400%`, so that the index reads
 * a third
 * of the trigram lists. The result is nearly the same; `strpos` removes rows with the parts in another
 * order.
 */
const threeByThree = String.raw`((?:\\.|[^\\]){3})(?=(?:\\.|[^\\]){3})`

/** Sorts after all texts with the same prefix. */
const highest = '\u{10ffff}'

/**
 * Restricts to memberships of lists that are not deleted, and by the filter of the search; those of a deleted list are purged later. The ids
 * of lists are read first: with a join to a small table the planner would expect few memberships and sort them all.
 */
export function isWanted(sql: Sql, search: ContactSearch, table: 'm' | 'e'): Fragment {
  const { clientId, listIds, states, tagId } = search
  const among = listIds === undefined ? sql`` : sql`and l.id = any (${listIds as number[]}::bigint[])`
  return sql`
    and ${sql(`${table}.list_id`)} = any (
      array(select l.id from lists l where l.client_id = ${clientId} and l.deleted_at is null ${among}))
    ${states === undefined ? sql`` : sql`and ${sql(`${table}.state`)} = any (${states as string[]}::text[])`}
    ${tagId === undefined ? sql`` : hasTag(sql, clientId, tagId, table)}`
}

function hasTag(sql: Sql, clientId: number, tagId: number, table: 'm' | 'e'): Fragment {
  return sql`
    and exists (
      select 1 from tagged_contacts t
      where t.client_id = ${clientId} and t.tag_id = ${tagId} and t.address = ${sql(`${table}.address`)} offset 0)`
}

/** The contacts of addresses, with all their memberships of lists that are not deleted. */
export async function contacts(
  sql: Sql,
  { clientId, timeZone }: Pick<ContactSearch, 'clientId' | 'timeZone'>,
  found: Fragment,
): Promise<FoundContact[]> {
  return sql<FoundContact[]>`
    with found as materialized (${found})
    select f.address, f.matched, coalesce(of.emails[1], '') as email, coalesce(of.names[1], '') as name,
      coalesce(of.memberships, '[]') as memberships,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'tagId', t.id, 'publicId', replace(t.public_id::text, '-', ''), 'name', t.name, 'color', t.color) order by lower(t.name), t.id), '[]')
        from tagged_contacts g
        join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
        where g.client_id = ${clientId} and g.address = f.address
      ) as tags
    from found f
    cross join lateral (
      select array_agg(s.email order by s.joined_at desc, s.id desc) as emails,
        array_agg(s.name order by s.joined_at desc, s.id desc) filter (where s.name <> '') as names,
        jsonb_agg(jsonb_build_object('listPublicId', replace(s.list::text, '-', ''), 'title', s.title, 'state', s.state,
          'stateDate', s.state_date, 'joinedDate', s.joined_date) order by s.joined_at desc, s.id desc) as memberships
      from (
        select m.id, m.email, m.name, m.state, m.joined_at, l.public_id as list, l.title,
          ${localTime(sql, 'm.state_at', timeZone)} as state_date, ${localTime(sql, 'm.joined_at', timeZone)} as joined_date
        from subscribers m
        join lists l on l.client_id = ${clientId} and l.id = m.list_id and l.deleted_at is null
        where m.client_id = ${clientId} and m.address = f.address
        order by m.joined_at desc, m.id desc
        limit ${mostMembershipsFound}
      ) s
    ) of
    order by f.matched collate "C", f.address collate "C"`
}
