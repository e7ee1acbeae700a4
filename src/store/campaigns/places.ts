/**
 * What a campaign goes to (`campaign_lists`) and leaves out (`campaign_exclusions`): a row for each list and segment. A segment is named by its
 * number, 0 for the complete list. A segment of the client on all lists has a row for each list, also for those that are made until the
 * campaign begins. The column `segment` keeps the name: the version before reads it, and it is shown when the segment is deleted.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

export type PlaceKind = 'sources' | 'exclusions'

/** A list, one of its segments, or a segment of the client on a list or on all of them. */
export interface DraftSource {
  /** Null for all lists of the client. */
  readonly listId: number | null
  /** 0 for the complete list. */
  readonly segmentId: number
  /** Its name; '' for the complete list. */
  readonly segment: string
}

const tables = { sources: 'campaign_lists', exclusions: 'campaign_exclusions' } as const

/** The table of a kind. */
export function placesTable(sql: Sql, kind: PlaceKind): Fragment {
  return sql`${sql(tables[kind])}`
}

/** Joins the segment `s` of a row `p`. Rows of the version before have its name only. */
export function joinSegment(sql: Sql, clientId: number): Fragment {
  return sql`left join segments s on s.client_id = ${clientId} and p.segment <> '' and (
      s.id = p.segment_id or (p.segment_id = 0 and s.list_id = p.list_id and s.name = p.segment))`
}

/**
 * The name of the joined segment of a row `p`, or its last one if it is deleted; '' for the complete list. That of a segment of the
 * client is kept behind a line feed, which no name contains: the version before must not take a list's segment of the same name for it.
 */
export function segmentName(sql: Sql): Fragment {
  return sql`coalesce(s.name, ltrim(p.segment, E'\n'))`
}

/** Whether campaign `m` goes to segments or leaves some out. */
export function namesSegments(sql: Sql, clientId: number): Fragment {
  const among = (kind: PlaceKind) => sql`exists (
    select 1 from ${placesTable(sql, kind)} p where p.client_id = ${clientId} and p.campaign_id = m.id and p.segment <> '')`
  return sql`(${among('sources')} or ${among('exclusions')})`
}

/** Deletes the sources and the exclusions of a campaign. */
export async function deletePlaces(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  for (const kind of ['sources', 'exclusions'] as const)
    await sql`delete from ${placesTable(sql, kind)} where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** @returns the number of rows: lists, each with its segment */
export async function insertPlaces(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  kind: PlaceKind,
  places: readonly DraftSource[],
): Promise<number> {
  if (places.length === 0) return 0
  const { count } = await sql`
    insert into ${placesTable(sql, kind)} (client_id, campaign_id, list_id, segment_id, segment, every_list)
    select ${clientId}::bigint, ${campaignId}::bigint, l.id, place.segment_id,
      case when place.segment_id = 0 then '' when s.list_id is null then E'\n' || coalesce(s.name, '') else s.name end,
      bool_and(place.list_id is null)
    from unnest(${places.map(({ listId }) => listId)}::bigint[], ${places.map(({ segmentId }) => segmentId)}::bigint[])
      as place (list_id, segment_id)
    join lists l on l.client_id = ${clientId} and (l.id = place.list_id or (place.list_id is null and l.deleted_at is null))
    left join segments s on s.client_id = ${clientId} and s.id = place.segment_id
    group by l.id, place.segment_id, s.list_id, s.name`
  return count
}

/** Adds a list to the campaigns that have not begun and go to all lists, or leave out people of all lists. */
export async function addToEveryList(sql: Sql, clientId: number, listId: number): Promise<void> {
  for (const kind of ['sources', 'exclusions'] as const)
    await sql`
      insert into ${placesTable(sql, kind)} (client_id, campaign_id, list_id, segment_id, segment, every_list)
      select distinct p.client_id, p.campaign_id, ${listId}::bigint, p.segment_id, p.segment, true
      from ${placesTable(sql, kind)} p
      join campaigns m on m.client_id = ${clientId} and m.id = p.campaign_id and m.state in ('draft', 'scheduled')
      where p.client_id = ${clientId} and p.every_list
      on conflict do nothing`
}

/** Adds lists that were made while a campaign to all lists was saved. */
export async function completeEveryList(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<void> {
  for (const kind of ['sources', 'exclusions'] as const)
    await sql`
      insert into ${placesTable(sql, kind)} (client_id, campaign_id, list_id, segment_id, segment, every_list)
      select distinct p.client_id, p.campaign_id, l.id, p.segment_id, p.segment, true
      from ${placesTable(sql, kind)} p
      join lists l on l.client_id = ${clientId} and l.deleted_at is null
      where p.client_id = ${clientId} and p.campaign_id = ${campaignId} and p.every_list
      on conflict do nothing`
}

/** Sources or exclusions of a campaign, with a flag whether each list and segment still exists. */
export async function readPlacesOfCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  kind: PlaceKind,
): Promise<(DraftSource & { readonly isThere: boolean })[]> {
  return sql<(DraftSource & { isThere: boolean })[]>`
    select distinct case when p.every_list then null else p.list_id end as list_id, coalesce(s.id, p.segment_id) as segment_id,
      ${segmentName(sql)} as segment, (p.every_list or l.deleted_at is null) and (p.segment = '' or s.name is not null) as is_there
    from ${placesTable(sql, kind)} p
    join lists l on l.client_id = ${clientId} and l.id = p.list_id
    ${joinSegment(sql, clientId)}
    where p.client_id = ${clientId} and p.campaign_id = ${campaignId}`
}

/** Titles of the lists, and names of the segments, that a campaign goes to or leaves out; an empty title for all lists. */
export async function placeNames(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  kind: PlaceKind,
): Promise<{ readonly list: string; readonly segment: string }[]> {
  return sql<{ list: string; segment: string }[]>`
    select list, segment
    from (
      select distinct case when p.every_list then '' else l.title end as list, case when p.every_list then 0 else l.id end as id,
        ${segmentName(sql)} as segment
      from ${placesTable(sql, kind)} p
      join lists l on l.client_id = ${clientId} and l.id = p.list_id and l.deleted_at is null
      ${joinSegment(sql, clientId)}
      where p.client_id = ${clientId} and p.campaign_id = ${campaignId}
    ) n
    order by lower(list), id, segment`
}

/**
 * Places of campaign `m` as draft settings name them, as JSON: `listId` '' for all lists, `segmentId` for segments of the client alone.
 */
export function namedPlaces(sql: Sql, clientId: number, kind: PlaceKind): Fragment {
  return sql`coalesce((
    select jsonb_agg(n.place order by n.title, n.id, n.segment)
    from (
      select distinct case when p.every_list then '' else lower(l.title) end as title, case when p.every_list then 0 else l.id end as id,
        ${segmentName(sql)} as segment,
        jsonb_build_object('listId', case when p.every_list then '' else replace(l.public_id::text, '-', '') end, 'segment', ${segmentName(sql)})
          || case when starts_with(p.segment, E'\n')
            then jsonb_build_object('segmentId', coalesce(replace(s.public_id::text, '-', ''), '')) else '{}' end as place
      from ${placesTable(sql, kind)} p
      join lists l on l.client_id = ${clientId} and l.id = p.list_id
      ${joinSegment(sql, clientId)}
      where p.client_id = ${clientId} and p.campaign_id = m.id
    ) n), '[]')`
}

interface SegmentKey {
  readonly clientId: number
  readonly segmentId: number
}

/** Condition on a row `p`: it names a segment. */
function names(sql: Sql, { clientId, segmentId }: SegmentKey): Fragment {
  return sql`p.client_id = ${clientId} and (p.segment_id = ${segmentId} or p.segment_id = 0 and p.segment <> '' and (p.list_id, p.segment) in (
    select s.list_id, s.name from segments s where s.client_id = ${clientId} and s.id = ${segmentId}))`
}

/** Whether a campaign that has not begun goes to a segment or leaves it out. */
export async function isSegmentInDraft(sql: Sql, segment: SegmentKey): Promise<boolean> {
  const [attached] = await sql`
    select 1
    from (
      select p.campaign_id from campaign_lists p where ${names(sql, segment)}
      union all
      select p.campaign_id from campaign_exclusions p where ${names(sql, segment)}
    ) p
    join campaigns m on m.client_id = ${segment.clientId} and m.id = p.campaign_id
    where m.deleted_at is null and m.state in ('draft', 'scheduled')
    limit 1`
  return attached !== undefined
}

/** Copies the name of a segment before it changes to `name`, for the version before, or before the segment is deleted. */
export async function keepSegmentName(sql: Transaction, segment: SegmentKey, name: string): Promise<void> {
  for (const kind of ['sources', 'exclusions'] as const)
    await sql`
      update ${placesTable(sql, kind)} p
      set segment_id = ${segment.segmentId}, segment = case when starts_with(p.segment, E'\n') then E'\n' else '' end || ${name}
      where ${names(sql, segment)}`
}
