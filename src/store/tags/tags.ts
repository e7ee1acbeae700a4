/** The tags of a client: names and colours, and what uses them. Names are unique by `tagKey`. */
import type { Sql, Transaction } from '../connection/database.ts'
import { idsNamed } from '../segments/named-ids.ts'
import { tagKey } from './tag-key.ts'

export const tagColors = ['Grey', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Violet', 'Pink'] as const
export type TagColor = (typeof tagColors)[number]

/** Most tags of one client. */
export const mostTagsOfClient = 1000

export interface NamedTag {
  readonly tagId: number
  readonly publicId: string
  readonly name: string
  readonly color: TagColor
}

export interface TagRow extends NamedTag {
  /** Contacts with the tag. */
  readonly people: number
}

/** All tags of a client, by name. */
export async function readTags(sql: Sql, clientId: number): Promise<readonly TagRow[]> {
  return sql<TagRow[]>`
    select id as tag_id, public_id, name, color, people
    from contact_tags
    where client_id = ${clientId}
    order by lower(name), id`
}

/** Serialises what adds and renames tags of a client, so that their limit holds. */
export async function lockTags(sql: Transaction, clientId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('contact tags'), hashint8(${clientId}::bigint))`
}

/** Adds tags; the caller holds the lock and has looked for the names. */
export async function insertTags(
  sql: Transaction,
  clientId: number,
  tags: readonly { readonly name: string; readonly color: TagColor }[],
): Promise<readonly NamedTag[]> {
  return sql<NamedTag[]>`
    insert into contact_tags (client_id, name, color)
    select ${clientId}, name, color
    from unnest(${tags.map(tag => tag.name)}::text[], ${tags.map(tag => tag.color)}::text[]) as g (name, color)
    returning id as tag_id, public_id, name, color`
}

/**
 * Makes tags of names that have none, as far as the client may have more.
 * @returns their ids by `tagKey`
 */
export async function addMissingTags(
  sql: Transaction,
  clientId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const idsOf = (tags: readonly NamedTag[]) => tags.map(({ tagId, name }) => [tagKey(name), tagId] as const)
  const wanted = new Map(names.map(name => [tagKey(name), name]))
  let ids = new Map(idsOf(await readTags(sql, clientId)))
  if ([...wanted.keys()].every(key => ids.has(key))) return ids
  await lockTags(sql, clientId)
  ids = new Map(idsOf(await readTags(sql, clientId)))
  const missing = [...wanted].flatMap(([key, name]) => (ids.has(key) ? [] : [{ name, color: 'Grey' as const }]))
  const room = Math.max(0, mostTagsOfClient - ids.size)
  return new Map([...ids, ...idsOf(await insertTags(sql, clientId, missing.slice(0, room)))])
}

/** @returns false if the tag was deleted meanwhile */
export async function updateTag(
  sql: Transaction,
  clientId: number,
  { tagId, name, color }: Omit<NamedTag, 'publicId'>,
): Promise<boolean> {
  const { count } = await sql`
    update contact_tags set name = ${name}, color = ${color} where client_id = ${clientId} and id = ${tagId}`
  return count > 0
}

/** Deletes a tag with its rows of contacts and links. @returns false if it was deleted meanwhile */
export async function deleteTagRow(sql: Transaction, clientId: number, tagId: number): Promise<boolean> {
  const { count } = await sql`delete from contact_tags where client_id = ${clientId} and id = ${tagId}`
  return count > 0
}

export interface TagOfPerson extends NamedTag {
  readonly address: string
}

/** The tags of contacts by address, each contact's by name. */
export async function readTagsOfContacts(
  sql: Sql,
  clientId: number,
  addresses: readonly string[],
): Promise<readonly TagOfPerson[]> {
  return sql<TagOfPerson[]>`
    select g.address, t.id as tag_id, t.public_id, t.name, t.color
    from tagged_contacts g
    join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
    where g.client_id = ${clientId} and g.address = any(${addresses as string[]}::text[])
    order by g.address, lower(t.name), t.id`
}

/** Segments whose trees name the tag. */
export async function readSegmentsOfTag(sql: Sql, clientId: number, tagId: number) {
  return sql<{ readonly segmentPublicId: string; readonly name: string }[]>`
    select s.public_id as segment_public_id, s.name
    from segments s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and l.deleted_at is null
      and exists (select 1 from ${idsNamed(sql, sql`s.rules`, 'Tag')} as named (id) where named.id = to_jsonb(${tagId}::bigint))
    order by lower(s.name), s.id`
}

/** Campaigns whose links give the tag. */
export async function readCampaignsOfTag(sql: Sql, clientId: number, tagId: number) {
  return sql<{ readonly campaignPublicId: string; readonly name: string }[]>`
    select distinct m.id, m.public_id as campaign_public_id, m.name
    from campaign_link_tags t
    join campaigns m on m.client_id = ${clientId} and m.id = t.campaign_id and m.deleted_at is null
    where t.client_id = ${clientId} and t.tag_id = ${tagId}
    order by m.id`
}
