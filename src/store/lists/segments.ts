/** Segments: rules that select subscribers of a list. */
import type { ClientRef, ListRef } from '../accounts/access.ts'
import { isSegmentInDraft, joinSegment, keepSegmentName } from '../campaigns/places.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { addToDirectory, findByPublicIds, removeFromDirectory } from '../directory.ts'
import type { CampaignKey } from '../keys.ts'

export interface SegmentRow {
  readonly name: string
  /** In the format of `domain/segments/rules.ts`. */
  readonly rules: unknown
}

/** The segments of a client with their lists. */
export async function readSegmentsOfClient(sql: Sql, { clientId }: ClientRef) {
  return sql<{ listPublicId: string; name: string }[]>`
    select l.public_id as list_public_id, s.name
    from segments s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and l.deleted_at is null
    order by lower(l.title), l.id, s.name`
}

export interface SegmentNameRow {
  readonly listId: number
  readonly listPublicId: string
  readonly publicId: string
  readonly name: string
}

/** The segments of a client, or of one list, with their identifiers; by list, then by name. */
export async function readNamedSegments(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  listId: number | null,
): Promise<readonly SegmentNameRow[]> {
  return sql<SegmentNameRow[]>`
    select s.list_id, l.public_id as list_public_id, s.public_id, s.name
    from segments s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and l.deleted_at is null and (${listId}::bigint is null or s.list_id = ${listId})
    order by lower(l.title), l.id, s.name`
}

/** The segments that a campaign goes to; of a segment of the client on all lists one row without a list. */
export async function readSegmentsOfCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<readonly SegmentNameRow[]> {
  return sql<SegmentNameRow[]>`
    select list_id, list_public_id, public_id, name
    from (
      select distinct case when p.every_list then 0 else l.id end as list_id,
        case when p.every_list then '' else replace(l.public_id::text, '-', '') end as list_public_id,
        case when p.every_list then '' else lower(l.title) end as title, s.public_id, s.name
      from campaign_lists p
      join lists l on l.client_id = ${clientId} and l.id = p.list_id
      ${joinSegment(sql, clientId)}
      where p.client_id = ${clientId} and p.campaign_id = ${campaignId} and s.id is not null
    ) n
    order by title, list_id, name`
}

/**
 * Renames a segment and replaces its rules; campaigns that use or exclude it keep doing so.
 * @returns false if it was deleted meanwhile
 */
export async function replaceSegmentRow(
  sql: Transaction,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
  present: string,
  { name, rules }: SegmentRow,
): Promise<boolean> {
  const [segment] = await sql<{ id: number }[]>`
    select id from segments where client_id = ${clientId} and list_id = ${listId} and name = ${present} for update`
  if (!segment) return false
  if (name !== present) await keepSegmentName(sql, { clientId, segmentId: segment.id }, name)
  await sql`
    update segments set name = ${name}, rules = ${sql.json(rules as never)}, changed_at = now()
    where client_id = ${clientId} and id = ${segment.id}`
  return true
}

/** The segments of these lists. */
export async function readSegmentsOfLists(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  listIds: readonly number[],
) {
  return sql<{ listId: number; name: string }[]>`
    select list_id, name
    from segments
    where client_id = ${clientId} and list_id = any(${listIds as number[]}::bigint[])`
}

/** The rules of a segment by its exact name; undefined if it does not exist. */
export async function readSegmentRules(
  sql: Sql,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
  name: string,
): Promise<unknown> {
  const [row] = await sql<{ rules: unknown }[]>`
    select rules
    from segments
    where client_id = ${clientId} and list_id = ${listId} and name = ${name}`
  return row?.rules
}

/** A segment as it is stored. */
export interface StoredSegment {
  readonly segmentId: number
  /** Null: of the client. */
  readonly listId: number | null
  readonly name: string
  readonly rules: unknown
}

/** A segment by its number, or one of a list by its exact name. */
export async function readStoredSegment(
  sql: Sql,
  clientId: number,
  by: number | { readonly listId: number; readonly name: string },
): Promise<StoredSegment | undefined> {
  const [row] = await sql<StoredSegment[]>`
    select id as segment_id, list_id, name, rules
    from segments
    where client_id = ${clientId} and ${typeof by === 'number' ? sql`id = ${by}` : sql`list_id = ${by.listId} and name = ${by.name}`}`
  return row
}

/** A segment of a list or of the client by its public id. @returns undefined also for one of another list, or of a deleted one */
export async function findSegmentFor(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
  publicId: string,
): Promise<number | undefined> {
  const [entry] = await findByPublicIds(sql, 'segment', [publicId])
  if (entry?.clientId !== clientId) return undefined
  const [row] = await sql<{ listId: number | null }[]>`
    select list_id from segments where client_id = ${clientId} and id = ${entry.id}`
  return row && (row.listId === null || row.listId === listId) ? entry.id : undefined
}

/** Serialises the creation of a list's segments. @returns false if the list was deleted meanwhile */
export async function lockSegments(sql: Transaction, { clientId, listId }: ListRef): Promise<boolean> {
  const [list] = await sql`
    select 1
    from lists
    where client_id = ${clientId} and id = ${listId} and deleted_at is null
    for no key update`
  return list !== undefined
}

export async function insertSegment(
  sql: Transaction,
  { clientId, listId }: ListRef,
  { name, rules }: SegmentRow,
): Promise<string> {
  const [row] = await sql<{ id: number; publicId: string }[]>`
    insert into segments (client_id, list_id, name, rules)
    values (${clientId}, ${listId}, ${name}, ${sql.json(rules as never)})
    returning id, public_id` // the domain writes plain JSON
  await addToDirectory(sql, 'segment', { clientId, ...row! })
  return row!.publicId
}

/**
 * Prevents segments from being deleted until the transaction ends.
 * @returns false if one of them was deleted already
 */
export async function holdSegments(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  ids: readonly number[],
): Promise<boolean> {
  const held = await sql`
    select 1 from segments where client_id = ${clientId} and id = any(${ids as number[]}::bigint[]) order by id for share`
  return held.length === new Set(ids).size
}

export interface SegmentOfClient {
  readonly id: number
  readonly publicId: string
  /** Null: of the client. */
  readonly listId: number | null
  readonly name: string
}

/** Segments with these public ids, those of these lists, and those of the client. */
export async function findSegmentsOfClient(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  publicIds: readonly string[],
  listIds: readonly number[],
): Promise<readonly SegmentOfClient[]> {
  return sql<SegmentOfClient[]>`
    select s.id, replace(s.public_id::text, '-', '') as public_id, s.list_id, s.name
    from segments s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and l.deleted_at is null
      and (s.public_id = any(${publicIds as string[]}::uuid[]) or s.list_id is null or s.list_id = any(${listIds as number[]}::bigint[]))`
}

/**
 * Deletes a segment, unless a campaign that has not started goes to it. The row of the segment is locked first, so that a concurrent draft either
 * sees the deletion or is seen here.
 */
export async function deleteSegmentRow(
  sql: Transaction,
  key: { readonly clientId: number; readonly segmentId: number },
): Promise<'deleted' | 'in draft' | 'unknown'> {
  const { clientId, segmentId } = key
  const [segment] = await sql<{ name: string }[]>`
    select name from segments where client_id = ${clientId} and id = ${segmentId} for update`
  if (!segment) return 'unknown'
  if (await isSegmentInDraft(sql, key)) return 'in draft'
  // campaigns that went to it go on showing its name
  await keepSegmentName(sql, key, segment.name)
  await sql`delete from segments where client_id = ${clientId} and id = ${segmentId}`
  await removeFromDirectory(sql, 'segment', [segmentId])
  return 'deleted'
}
