/** Segments: rules that select subscribers of a list. */
import type { ClientRef, ListRef } from '../accounts/access.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
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

/** The segments that a campaign goes to. */
export async function readSegmentsOfCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<readonly SegmentNameRow[]> {
  return sql<SegmentNameRow[]>`
    select s.list_id, l.public_id as list_public_id, s.public_id, s.name
    from campaign_lists cl
    join segments s on s.client_id = ${clientId} and s.list_id = cl.list_id and s.name = cl.segment
    join lists l on l.client_id = ${clientId} and l.id = cl.list_id
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}
    order by lower(l.title), l.id, s.name`
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
  const { count } = await sql`
    update segments set name = ${name}, rules = ${sql.json(rules as never)}
    where client_id = ${clientId} and list_id = ${listId} and name = ${present}`
  if (count === 0) return false
  if (name === present) return true
  await sql`
    update campaign_lists set segment = ${name}
    where client_id = ${clientId} and list_id = ${listId} and segment = ${present}`
  await sql`
    update campaign_exclusions set segment = ${name}
    where client_id = ${clientId} and list_id = ${listId} and segment = ${present}`
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
  const [row] = await sql<{ publicId: string }[]>`
    insert into segments (client_id, list_id, name, rules)
    values (${clientId}, ${listId}, ${name}, ${sql.json(rules as never)})
    returning public_id` // the domain writes plain JSON
  return row!.publicId
}

/**
 * Prevents segments from being deleted until the transaction ends.
 * @returns false if one of them was deleted already
 */
export async function holdSegments(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  segments: readonly { readonly listId: number; readonly segment: string }[],
): Promise<boolean> {
  const held = await sql`
    select 1
    from segments s
    where s.client_id = ${clientId} and (s.list_id, s.name) in (
      select * from unnest(${segments.map(({ listId }) => listId)}::bigint[], ${segments.map(({ segment }) => segment)}::text[])
    )
    order by s.list_id, s.name
    for share`
  return held.length === new Set(segments.map(({ listId, segment }) => `${listId} ${segment}`)).size
}

/**
 * Deletes a segment by its exact name, unless a campaign that has not started goes to it. The row of the segment is locked
 * first, so that a concurrent draft either sees the deletion or is seen here.
 */
export async function deleteSegmentRow(
  db: Database,
  { clientId, listId }: ListRef,
  name: string,
): Promise<'deleted' | 'in draft' | 'unknown'> {
  return transaction(db, async sql => {
    const [segment] = await sql`
      select 1
      from segments
      where client_id = ${clientId} and list_id = ${listId} and name = ${name}
      for update`
    if (!segment) return 'unknown'
    const [attached] = await sql`
      select 1
      from (
        select campaign_id from campaign_lists where client_id = ${clientId} and list_id = ${listId} and segment = ${name}
        union all
        select campaign_id from campaign_exclusions where client_id = ${clientId} and list_id = ${listId} and segment = ${name}
      ) cl
      join campaigns c on c.client_id = ${clientId} and c.id = cl.campaign_id
      where c.deleted_at is null and c.state in ('draft', 'scheduled')
      limit 1`
    if (attached) return 'in draft'
    await sql`delete from segments where client_id = ${clientId} and list_id = ${listId} and name = ${name}`
    return 'deleted'
  })
}
