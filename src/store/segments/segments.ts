/** Rows of segments that are trees, and their sizes day by day. */

import { keepSegmentName } from '../campaigns/places.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { addToDirectory } from '../directory.ts'
import { localTime } from '../local-time.ts'

/** Serialises what saves trees of a client and deletes its segments, so that circles and limits are judged on what is there. */
export async function lockSegmentsOfClient(sql: Transaction, clientId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('segments'), hashint8(${clientId}::bigint))`
}

interface TreeRow {
  readonly clientId: number
  readonly listId: number | null
  readonly name: string
  readonly rules: object
}

/** @returns its identifier */
export async function insertTree(sql: Transaction, { clientId, listId, name, rules }: TreeRow): Promise<string> {
  const [row] = await sql<{ id: number; publicId: string }[]>`
    insert into segments (client_id, list_id, name, rules)
    values (${clientId}, ${listId}, ${name}, ${sql.json(rules as never)})
    returning id, public_id` // plain JSON
  await addToDirectory(sql, 'segment', { clientId, ...row! })
  return row!.publicId
}

/** Campaigns that name the segment go on doing so. @returns false if it was deleted meanwhile */
export async function replaceTree(
  sql: Transaction,
  { clientId, segmentId, name, rules }: TreeRow & { readonly segmentId: number },
): Promise<boolean> {
  // as campaigns that went to it show it
  await keepSegmentName(sql, { clientId, segmentId }, name)
  const { count } = await sql`
    with before as materialized (
      select id, rules = ${sql.json(rules as never)} as is_same, changed_at, statement_timestamp() as at
      from segments where client_id = ${clientId} and id = ${segmentId}
      for update
    )
    update segments s set name = ${name}, rules = ${sql.json(rules as never)}, changed_at = case when b.is_same then b.changed_at else b.at end
    from before b
    where s.client_id = ${clientId} and s.id = b.id`
  return count > 0
}

export interface SegmentSize {
  readonly people: number
  readonly unknown: number
}

/** The newest count of a segment since its rules changed. */
export async function findSize(
  sql: Sql,
  { clientId, segmentId }: { readonly clientId: number; readonly segmentId: number },
): Promise<(SegmentSize & { readonly countedAt: Date; readonly date: string }) | undefined> {
  const [row] = await sql<(SegmentSize & { countedAt: Date; date: string })[]>`
    select z.people, z.unknown, z.counted_at, ${localTime(sql, 'z.counted_at', sql`c.time_zone`)} as date
    from segment_sizes z
    join segments s on s.client_id = ${clientId} and s.id = z.segment_id and z.counted_at >= s.changed_at
    join clients c on c.id = ${clientId}
    where z.client_id = ${clientId} and z.segment_id = ${segmentId}
    order by z.day desc limit 1`
  return row
}

/** Keeps the last count of a day. @returns false if the segment was deleted, or its rules changed since `countedAt` */
export async function keepSize(
  sql: Sql,
  { clientId, segmentId }: { readonly clientId: number; readonly segmentId: number },
  { people, unknown }: SegmentSize,
  countedAt: Date,
): Promise<boolean> {
  const { count } = await sql`
    insert into segment_sizes (client_id, segment_id, day, people, unknown, counted_at)
    select ${clientId}, s.id, (${countedAt}::timestamptz at time zone c.time_zone)::date, ${people}, ${unknown}, ${countedAt}
    from segments s join clients c on c.id = ${clientId}
    where s.client_id = ${clientId} and s.id = ${segmentId} and s.changed_at <= ${countedAt}
    on conflict (client_id, segment_id, day) do update
    set people = excluded.people, unknown = excluded.unknown, counted_at = excluded.counted_at
    where excluded.counted_at >= segment_sizes.counted_at
    returning 1`
  return count > 0
}

/** Days that are kept of each segment. */
const sizeDays = 400

/** The sizes of all segments of a client, oldest first. */
export async function readSizes(
  sql: Sql,
  clientId: number,
): Promise<readonly (SegmentSize & { readonly segmentId: number; readonly day: string })[]> {
  return sql<(SegmentSize & { segmentId: number; day: string })[]>`
    select segment_id, to_char(day, 'YYYY-MM-DD') as day, people, unknown
    from segment_sizes
    where client_id = ${clientId} and day > current_date - ${sizeDays}::integer
    order by segment_id, day`
}

/** Called once a day. */
export async function forgetOldSizes(sql: Sql): Promise<void> {
  await sql`delete from segment_sizes where day <= current_date - ${sizeDays}::integer - 1`
}

/** The segments of all clients, of lists and clients that are not deleted, without a count of the last 20 hours. */
export async function readSegmentsToCount(
  sql: Sql,
): Promise<readonly { readonly clientId: number; readonly segmentId: number }[]> {
  return sql<{ clientId: number; segmentId: number }[]>`
    select s.client_id, s.id as segment_id
    from segments s
    join clients c on c.id = s.client_id and c.deleted_at is null
    left join lists l on l.client_id = s.client_id and l.id = s.list_id
    where l.deleted_at is null and not exists (
      select 1 from segment_sizes z
      where z.client_id = s.client_id and z.segment_id = s.id and z.counted_at > now() - interval '20 hours')
    order by s.client_id, s.id`
}
