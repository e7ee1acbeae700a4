/**
 * Tags of contacts: given, taken away, moved with an address. The number of people of a tag changes in the transaction of its rows; the rows of
 * tags are locked last, in the order of their ids, so callers give tags after they changed members and lists.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'

/** How a contact came to a tag. */
export type TagSource = 'hand' | 'api' | 'import' | 'form' | 'bulk' | 'link'

export interface TaggedRow {
  readonly address: string
  readonly tagId: number
  /** Who or what gave the tag: plain JSON. */
  readonly evidence?: object
}

/** The contact and tag of a change that was made. */
export interface TagOfContact {
  readonly address: string
  readonly tagId: number
}

/** Most tags of one contact. */
export const mostTagsOfContact = 100

/**
 * Gives tags to contacts and records `contact.tagged`. A tag that the contact has already stays as it was given; deleted tags and tags beyond
 * the limit of a contact are left out.
 * @returns what was given
 */
export async function tagContacts(
  sql: Transaction,
  clientId: number,
  rows: readonly TaggedRow[],
  source: Exclude<TagSource, 'link'>,
): Promise<readonly TagOfContact[]> {
  if (rows.length === 0) return []
  return giveTags(
    sql,
    clientId,
    source,
    sql`select address, tag_id, evidence, null::bigint as campaign_id, null::integer as number, null::integer as link
      from jsonb_to_recordset(${sql.json(
        rows.map(({ address, tagId, evidence = {} }) => ({ address, tag_id: tagId, evidence })),
      )}) as g (address text, tag_id bigint, evidence jsonb)`,
  )
}

/** @param given a `select` of address, tag_id, evidence, campaign_id, number and link */
export async function giveTags(
  sql: Transaction,
  clientId: number,
  source: TagSource,
  given: Fragment,
): Promise<readonly TagOfContact[]> {
  return sql<TagOfContact[]>`
    with given as materialized (
      select distinct on (address, tag_id) * from (${given}) g order by address, tag_id, campaign_id, number, link
    ), present as materialized (
      -- a tag that is being deleted is waited for, and left out
      select id from contact_tags
      where client_id = ${clientId} and id = any(array(select tag_id from given))
      order by id for key share
    ), missing as materialized (
      select g.*, row_number() over (partition by g.address order by g.tag_id) + (
        select count(*) from tagged_contacts t where t.client_id = ${clientId} and t.address = g.address
      ) as place
      from given g
      join present p on p.id = g.tag_id
      where not exists (
        select 1 from tagged_contacts t where t.client_id = ${clientId} and t.address = g.address and t.tag_id = g.tag_id)
    ), tagged as (
      insert into tagged_contacts (client_id, address, tag_id, source, evidence, campaign_id, number, link)
      select ${clientId}::bigint, address, tag_id, ${source}, evidence, campaign_id, number, link
      from missing
      where place <= ${mostTagsOfContact}
      order by address, tag_id
      on conflict do nothing
      returning address, tag_id
    ), ${countAndPublish(sql, clientId, 'contact.tagged', source)}
    select address, tag_id from tagged`
}

/**
 * Takes tags away from contacts and records `contact.untagged`.
 * @returns what was taken away
 */
export async function untagContacts(
  sql: Transaction,
  clientId: number,
  rows: readonly TagOfContact[],
  source: TagSource,
): Promise<readonly TagOfContact[]> {
  if (rows.length === 0) return []
  const those = sql`(t.address, t.tag_id) in (
    select * from unnest(${rows.map(row => row.address)}::text[], ${rows.map(row => row.tagId)}::bigint[]))`
  return takeTags(sql, clientId, source, those)
}

/** @param those conditions on the rows `t` of tagged_contacts */
export async function takeTags(
  sql: Transaction,
  clientId: number,
  source: TagSource,
  those: Fragment,
): Promise<readonly TagOfContact[]> {
  return sql<TagOfContact[]>`
    with found as materialized (
      select * from (
        select t.address, t.tag_id from tagged_contacts t
        where t.client_id = ${clientId} and ${those}
        order by t.address, t.tag_id for update of t
      ) l
    ), tagged as (
      delete from tagged_contacts t using found f
      where t.client_id = ${clientId} and t.address = f.address and t.tag_id = f.tag_id
      returning t.address, t.tag_id
    ), ${countAndPublish(sql, clientId, 'contact.untagged', source)}
    select address, tag_id from tagged`
}

/** Removes rows of contacts that are erased or purged, without an event. @param those conditions on the rows `t` of tagged_contacts */
export async function forgetTags(sql: Sql, clientId: number, those: Fragment): Promise<void> {
  await sql`
    with tagged as (
      delete from tagged_contacts t where t.client_id = ${clientId} and ${those} returning t.tag_id
    ), ${countPeople(sql, clientId, -1)}
    select 1`
}

/** The tags of contacts that are on no list any more, among these addresses. */
export async function forgetTagsOfGone(sql: Sql, clientId: number, addresses: readonly string[]): Promise<void> {
  await forgetTags(
    sql,
    clientId,
    sql`t.address = any(${addresses as string[]}::text[])
      and not exists (select 1 from subscribers s where s.client_id = ${clientId} and s.address = t.address)`,
  )
}

/**
 * Gives the tags of an address to another one of the same person; what both have stays as the new one has it. The old address keeps them as
 * long as it is on a list.
 */
export async function moveTags(sql: Transaction, clientId: number, from: string, to: string): Promise<void> {
  await sql`
    with missing as (
      select t.*, row_number() over (order by t.tag_id) + (
        select count(*) from tagged_contacts o where o.client_id = ${clientId} and o.address = ${to}
      ) as place
      from tagged_contacts t
      where t.client_id = ${clientId} and t.address = ${from} and not exists (
        select 1 from tagged_contacts o where o.client_id = ${clientId} and o.address = ${to} and o.tag_id = t.tag_id)
    ), tagged as (
      insert into tagged_contacts (client_id, address, tag_id, at, source, evidence, campaign_id, number, link)
      select ${clientId}::bigint, ${to}::text, tag_id, at, source, evidence, campaign_id, number, link
      from missing
      where place <= ${mostTagsOfContact}
      order by tag_id
      on conflict do nothing
      returning tag_id
    ), ${countPeople(sql, clientId, 1)}
    select 1`
  await forgetTagsOfGone(sql, clientId, [from])
}

/** Expressions of a `with`: the numbers of people and the events of the rows `tagged`, one event for each contact. */
function countAndPublish(
  sql: Sql,
  clientId: number,
  type: 'contact.tagged' | 'contact.untagged',
  source: TagSource,
): Fragment {
  // names are read before the rows of tags change: in a distributed database the parts run one after another
  return sql`published as (
      insert into events (client_id, type, at, data)
      select ${clientId}::bigint, ${type}::text, clock_timestamp(), jsonb_build_object(
        'EmailAddress', c.address, 'Tags', c.tags, 'Source', initcap(${source}::text))
      from (
        select g.address, jsonb_agg(t.name order by lower(t.name)) as tags
        from tagged g
        join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
        group by g.address
      ) c
      order by c.address
    ), ${countPeople(sql, clientId, type === 'contact.tagged' ? 1 : -1)}`
}

/** Expressions of a `with` that count the rows `tagged`. @param sign 1 if they were added, -1 if they were removed */
function countPeople(sql: Sql, clientId: number, sign: 1 | -1): Fragment {
  return sql`changes as materialized (
      select tag_id, ${sign} * count(*)::integer as people from tagged group by tag_id
    ), locked as materialized (
      select id from contact_tags
      where client_id = ${clientId} and id = any(array(select tag_id from changes))
      order by id for no key update
    ), counted as (
      update contact_tags t set people = t.people + c.people
      from locked l, changes c
      where t.client_id = ${clientId} and t.id = l.id and c.tag_id = l.id
    )`
}
