/**
 * The recipients of a campaign: active subscribers of lists and segments, each address once, without exclusions. No query here sorts: an
 * address is unique on a list, so only several lists need comparing. Each address is looked up in them by its key: a join of two lists
 * would compare each member with each while PostgreSQL has no statistics of an import yet.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import type { CompiledTree } from '../segments/conditions.ts'
import { isInSegment, joinDays, treeHolds } from '../segments/tree.ts'
import { type Followed, readFollowed } from './follow-ups.ts'
import { type DraftSource, joinSegment, type PlaceKind, placesTable, segmentName } from './places.ts'
import type { Waves } from './waves.ts'

export interface CampaignSource {
  readonly listId: number
  readonly listPublicId: string
  readonly listTitle: string
  /** True for a segment of the client on all its lists. */
  readonly everyList: boolean
  readonly listDeleted: boolean
  /** False for the complete list. */
  readonly isSegment: boolean
  /** Null for a complete list, and for a segment that does not exist; so are the rules. */
  readonly segmentId: number | null
  readonly segmentPublicId: string | null
  /** Its last name if it is deleted; '' for a complete list. */
  readonly segmentName: string
  /** Null also for a segment of the client. */
  readonly segmentListId: number | null
  readonly rules: unknown
}

/** The sources and exclusions of a campaign. */
export interface CampaignPlaces {
  readonly clientId: number
  readonly sources: readonly CampaignSource[]
  readonly exclusions: readonly CampaignSource[]
  readonly asksForConsent: boolean
  /** Of a campaign that follows another: whom it is narrowed to. */
  readonly followed?: Followed | undefined
}

export async function readCampaignPlaces(sql: Sql, clientId: number, campaignId: number): Promise<CampaignPlaces> {
  const sources = await readCampaignSources(sql, clientId, campaignId, 'sources')
  const exclusions = await readCampaignSources(sql, clientId, campaignId, 'exclusions')
  const [campaign] = await sql<{ asksForConsent: boolean }[]>`
    select asks_for_consent from campaigns where client_id = ${clientId} and id = ${campaignId}`
  const followed = await readFollowed(sql, { clientId, campaignId })
  return { clientId, sources, exclusions, asksForConsent: campaign?.asksForConsent ?? false, followed }
}

/** Lists and segments that a campaign goes to or leaves out. */
export async function readCampaignSources(
  sql: Sql,
  clientId: number,
  campaignId: number,
  kind: PlaceKind = 'sources',
): Promise<CampaignSource[]> {
  return sql<CampaignSource[]>`
    select p.list_id, l.public_id as list_public_id, l.title as list_title, p.every_list, l.deleted_at is not null as list_deleted,
      p.segment <> '' as is_segment, s.id as segment_id, s.public_id as segment_public_id, ${segmentName(sql)} as segment_name, s.list_id as segment_list_id, s.rules
    from ${placesTable(sql, kind)} p
    join lists l on l.client_id = ${clientId} and l.id = p.list_id
    ${joinSegment(sql, clientId)}
    where p.client_id = ${clientId} and p.campaign_id = ${campaignId}
    order by p.list_id, ${segmentName(sql)}, p.segment_id`
}

/** The same of lists and segments that no campaign has yet. */
export async function readSources(
  sql: Sql,
  clientId: number,
  places: readonly DraftSource[],
): Promise<CampaignSource[]> {
  return sql<CampaignSource[]>`
    select l.id as list_id, l.public_id as list_public_id, l.title as list_title, place.list_id is null as every_list, false as list_deleted,
      place.segment_id <> 0 as is_segment, s.id as segment_id, s.public_id as segment_public_id, coalesce(s.name, '') as segment_name, s.list_id as segment_list_id, s.rules
    from unnest(${places.map(({ listId }) => listId)}::bigint[], ${places.map(({ segmentId }) => segmentId)}::bigint[])
      as place (list_id, segment_id)
    join lists l on l.client_id = ${clientId} and (l.id = place.list_id or place.list_id is null) and l.deleted_at is null
    left join segments s on s.client_id = ${clientId} and s.id = place.segment_id`
}

/** The lists of a campaign, as an array: a suppression entry of any of them excludes an address (suppression-keys.ts). */
export function listsOfCampaign(sql: Sql, { clientId, campaignId }: CampaignKey): Fragment {
  return sql`array(select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId})`
}

/** The lists of an audience's sources. */
export function listsOf({ sources }: { readonly sources: readonly Pick<Source, 'listId'>[] }): readonly number[] {
  return [...new Set(sources.map(({ listId }) => listId))]
}

/** The tree of a segment, of a list or, with the list null, of the client. */
export interface SegmentTree extends CompiledTree {
  readonly listId: number | null
}

export interface Source {
  readonly listId: number
  /** Null for the complete list. */
  readonly tree: SegmentTree | null
}

/** The sources and exclusions of a campaign. */
export interface Audience {
  readonly sources: readonly Source[]
  /** Their active members are left out, whichever source they come from. */
  readonly exclusions: readonly Source[]
  /** Who has answered, or was asked lately, is left out (consent-exclusions.ts). Absent means no. */
  readonly asksForConsent?: boolean
  /** The day in the client's time zone that relative dates refer to, YYYY-MM-DD. Absent means today. */
  readonly today?: string
  /** Absent for none. */
  readonly traits?: AudienceTraits
  /** Absent: all recipients are due at once. */
  readonly waves?: Waves
}

/** What is frozen of each recipient for conditions of the letter, beside its fields. */
export interface AudienceTraits {
  /** By id, with what is kept of who has it. */
  readonly tags: readonly { readonly id: number; readonly trait: string }[]
  /** With what is kept of who is in it. Absent for none: audiences that are being frozen were kept by earlier versions. */
  readonly segments?: readonly { readonly tree: SegmentTree; readonly trait: string }[]
  readonly language: boolean
}

/** Ids of subscribers of a client: those after one, up to another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/** Ids of subscribers of a client, one by one. */
export interface IdSet {
  readonly only: readonly number[]
}

/** Whether the subscriber `s` has one of the ids. */
export function hasId(sql: Sql, ids: IdRange | IdSet): Fragment {
  return 'only' in ids
    ? sql`s.id = any(${ids.only as number[]}::bigint[])`
    : sql`s.id > ${ids.after} and s.id <= ${ids.upTo}`
}

/**
 * The rest of a `select` (from `from`) whose rows are the recipients `s`: each address once, from the list that was created first.
 * Joins the list `l`.
 * @param ids only members with these
 */
export function recipientsOf(sql: Sql, clientId: number, audience: Audience, ids?: IdRange | IdSet): Fragment {
  return sql`${everyAddress(sql, clientId, audience, ids)} and ${isIncluded(sql, clientId, audience)}`
}

/** The rest of a `select` whose rows are members that only exclusions leave out. */
export function excludedOf(sql: Sql, clientId: number, audience: Audience): Fragment {
  return sql`${everyAddress(sql, clientId, audience)} and ${isExcluded(sql, clientId, audience)}`
}

/**
 * Counts addresses whose membership of a segment is not known, because opens or clicks are not measured: those of the sources are left out, those of
 * exclusions are not excluded.
 */
export async function countUnknown(sql: Sql, clientId: number, sources: readonly Source[]): Promise<number> {
  const day = todayOf(sql, clientId)
  const [first, ...rest] = byList(sources).map(
    ({ lists, anyOf }) => sql`
      select s.address, ${anyOf === null ? sql`true` : anyOfTrees(sql, clientId, anyOf, day)} as holds
      from subscribers s ${joinDays(sql, clientId, anyOf ?? [], 'all')}
      where s.client_id = ${clientId} and ${isOnOne(sql, lists)} and s.state = 'Active'`,
  )
  if (!first) return 0
  const [row] = await sql<{ unknown: number }[]>`
    select count(*)::integer as unknown
    from (
      select 1 from (${rest.reduce((all, one) => sql`${all} union all ${one}`, first)}) m
      group by m.address having bool_or(m.holds) is not true and bool_or(m.holds is null)
    ) u`
  return row!.unknown
}

/** Counts active subscribers of the sources up to `enough`; an address on several lists counts several times. */
export async function countMembers(sql: Sql, clientId: number, audience: Audience, enough: number): Promise<number> {
  const [counted] = await sql<{ members: number }[]>`
    select count(*)::integer as members from (select ${membersOf(sql, clientId, audience)} limit ${enough}) found`
  return counted!.members
}

/** The rest of a `select` whose rows are the members of all sources; members of several appear several times. */
export function membersOf(sql: Sql, clientId: number, audience: Audience): Fragment {
  const places = audience.sources.map(placeOf)
  return sql`from (${allOf(sql, clientId, audience, places)}) s where ${isIncluded(sql, clientId, audience)}`
}

/** A `select` of the active subscribers of one source. */
export function membersOfSource(sql: Sql, clientId: number, source: Source): Fragment {
  return allOf(sql, clientId, {}, [placeOf(source)])
}

function placeOf({ listId, tree }: Source): Place {
  return { lists: [listId], anyOf: tree && [tree] }
}

function everyAddress(sql: Sql, clientId: number, audience: Audience, ids?: IdRange | IdSet): Fragment {
  const places = byList(audience.sources)
  const isFirst =
    new Set(places.flatMap(({ lists }) => lists)).size <= 1
      ? sql`true`
      : sql`not exists (
      select 1 from (select s.address as sought, s.list_id as own offset 0) o
      cross join lateral (${allOf(sql, clientId, audience, places, { address: sql`o.sought` })}) e
      where e.list_id < o.own offset 0)`
  return sql`
    from (${allOf(sql, clientId, audience, places, { ids })}) s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where ${isFirst}`
}

/** Lists whose members are chosen in one way. Each list of an audience is in one place. */
interface Place {
  readonly lists: readonly number[]
  /** One of these trees must hold; null for complete lists. */
  readonly anyOf: readonly SegmentTree[] | null
}

/**
 * Segments of one list are alternatives. Lists of the same segments are read together: a segment of the client may be on many, and a
 * branch for each would be planned and looked into for each member.
 */
function byList(sources: readonly Source[]): readonly Place[] {
  const trees = new Map<number, readonly SegmentTree[] | null>()
  for (const { listId, tree } of sources) {
    const present = trees.get(listId)
    trees.set(listId, tree === null || present === null ? null : [...(present ?? []), tree])
  }
  const places = new Map<string, Place>()
  for (const [listId, anyOf] of trees) {
    const key = anyOf === null ? `all of ${listId}` : JSON.stringify(anyOf)
    places.set(key, { lists: [...(places.get(key)?.lists ?? []), listId], anyOf })
  }
  return [...places.values()]
}

/** Whether no exclusion contains member `s` of the sources. */
function isIncluded(sql: Sql, clientId: number, audience: Audience): Fragment {
  return audience.exclusions.length === 0 ? sql`true` : sql`not ${isExcluded(sql, clientId, audience)}`
}

function isExcluded(sql: Sql, clientId: number, audience: Audience): Fragment {
  return sql`exists (
    select 1 from (select s.address as sought offset 0) o
    cross join lateral (${allOf(sql, clientId, audience, byList(audience.exclusions), { address: sql`o.sought` })}) x offset 0)`
}

/** The members of a source that are looked up: all, those with an address, or those with certain ids. */
interface Among {
  readonly address?: Fragment
  readonly ids?: IdRange | IdSet | undefined
}

/** Active subscribers of all places; members of several appear several times. */
function allOf(
  sql: Sql,
  clientId: number,
  { today }: Pick<Audience, 'today'>,
  places: readonly Place[],
  { address, ids }: Among = {},
): Fragment {
  const columns = sql`s.list_id, s.id, s.email, s.address, s.name, s.fields, s.language, s.tracking_consent, s.basis,
    s.basis_until, s.consent_asked_on`
  const members = ids ? membersWith(sql, clientId, ids) : sql`subscribers`
  const day = today === undefined ? todayOf(sql, clientId) : sql`${today}::text::date`
  const [first, ...rest] = places.map(
    ({ lists, anyOf }) => sql`
      select ${columns} from ${members} s ${joinDays(sql, clientId, anyOf ?? [], ids ? 'range' : 'all')}
      where s.client_id = ${clientId} and ${isOnOne(sql, lists)} and s.state = 'Active' ${address ? sql`and s.address = ${address}` : sql``}
        and ${anyOf === null ? sql`true` : anyHolds(sql, clientId, anyOf, day)}`,
  )
  return rest.reduce(
    (all, one) => sql`${all} union all ${one}`,
    first ?? sql`select ${columns} from subscribers s where s.client_id = ${clientId} and false`,
  )
}

function isOnOne(sql: Sql, lists: readonly number[]): Fragment {
  return lists.length === 1 ? sql`s.list_id = ${lists[0]!}` : sql`s.list_id = any(${lists as number[]}::bigint[])`
}

/** The date in the time zone of a client. */
export function todayOf(sql: Sql, clientId: number): Fragment {
  return sql`(select ${todayIn(sql, sql`c.time_zone`)} from clients c where c.id = ${clientId})`
}

/** The present day in a time zone. */
export function todayIn(sql: Sql, timeZone: Fragment): Fragment {
  return sql`(now() at time zone ${timeZone})::date`
}

/** Read by their ids alone: an index of the list would be read from its beginning for each range. */
function membersWith(sql: Sql, clientId: number, ids: IdRange | IdSet): Fragment {
  return sql`(
    select * from subscribers s where s.client_id = ${clientId} and ${hasId(sql, ids)} offset 0)`
}

/** Whether one of the trees holds for a member `s`. What is unknown does not hold, also where the condition is negated. */
function anyHolds(sql: Sql, clientId: number, trees: readonly SegmentTree[], today: Fragment): Fragment {
  return sql`coalesce(${anyOfTrees(sql, clientId, trees, today)}, false)`
}

function anyOfTrees(sql: Sql, clientId: number, trees: readonly SegmentTree[], today: Fragment): Fragment {
  const [first = sql`false`, ...rest] = trees.map(tree => treeHolds(sql, clientId, tree.listId, tree, today, true))
  // the text of the statement depends on the segments
  return sql`(${rest.reduce((any, one) => sql`${any} or ${one}`, first)})`.unprepared()
}

/** The traits of a subscriber `s` of a list `l`, as `traits` of an audience holds them; null for none. */
export function readTraits(sql: Sql, clientId: number, traits: AudienceTraits | undefined): Fragment {
  const { tags = [], segments = [], language = false } = traits ?? {}
  if (tags.length === 0 && segments.length === 0 && !language) return sql`null::text[]`
  const ofTags = tags.map(
    ({ id, trait }) => sql`case when exists (
      select 1 from tagged_contacts t where t.client_id = ${clientId} and t.address = s.address and t.tag_id = ${id}
    ) then ${trait}::text end`,
  )
  const ofSegments = segments.map(
    ({ tree, trait }) =>
      sql`case when ${isInSegment(sql, clientId, tree, todayOf(sql, clientId))} then ${trait}::text end`,
  )
  // the language of mails to a person: its own, else that of the list
  const all = [
    ...ofTags,
    ...ofSegments,
    ...(language ? [sql`'language:' || lower(coalesce(s.language, l.language))`] : []),
  ]
  return sql`array_remove(array[${all.reduce((list, one) => sql`${list}, ${one}`)}], null)`
}

/** Whether opens and clicks of a subscriber `s` are recorded. @param tracking setting of the subscriber's list */
export function isTracked(sql: Sql, tracking: Fragment) {
  return sql`case ${tracking}
    when 'never' then false
    when 'consent' then s.tracking_consent is true
    else s.tracking_consent is not false
  end`
}

/**
 * Whether of a subscriber `s` who is not tracked the date of the last open is kept, and nothing else (docs/consent.md#hygiene). Who refused to be
 * tracked must have agreed to that.
 * @param hygiene setting of the subscriber's list
 */
export function isInHygiene(sql: Sql, hygiene: Fragment) {
  return sql`(${hygiene} and coalesce(s.hygiene_consent, s.tracking_consent is not false))`
}

/** The pixel in letters to who is not tracked: by it the date of the last open is kept, or opens are counted without saying whose. */
export type UntrackedPixel = 'hygiene' | 'anonymous'

/** The pixel for a subscriber `s` of a list `l` who is not tracked; null for none. */
export function readUntrackedPixel(sql: Sql) {
  return sql`case
    when ${isInHygiene(sql, sql`l.hygiene`)} then 'hygiene'
    when l.anonymous_opens and s.tracking_consent is not false then 'anonymous'
  end`
}
