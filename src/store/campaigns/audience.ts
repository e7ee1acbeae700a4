/**
 * Whom a campaign goes to: active subscribers of lists and segments, each address once, without those who are left out. Nothing here
 * sorts: an address is on a list once, so that only several lists are compared, by joins.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

export interface CampaignSource {
  readonly listId: number
  /** '' for the whole list. */
  readonly segment: string
  /** Null for a whole list, and for a segment that does not exist (any more). */
  readonly rules: unknown
  /** Keys of the list's custom fields. */
  readonly customFields: readonly string[]
  readonly listDeleted: boolean
}

/** What a campaign goes to, and what it leaves out. */
export interface CampaignPlaces {
  readonly sources: readonly CampaignSource[]
  readonly exclusions: readonly CampaignSource[]
}

export async function campaignPlaces(sql: Sql, clientId: number, campaignId: number): Promise<CampaignPlaces> {
  const sources = await campaignSources(sql, clientId, campaignId, 'sources')
  return { sources, exclusions: await campaignSources(sql, clientId, campaignId, 'exclusions') }
}

/** What a campaign goes to, or leaves out: lists and segments. */
export async function campaignSources(
  sql: Sql,
  clientId: number,
  campaignId: number,
  what: 'sources' | 'exclusions' = 'sources',
): Promise<CampaignSource[]> {
  return sql<CampaignSource[]>`
    select cl.list_id, cl.segment, s.rules, l.deleted_at is not null as list_deleted,
      array(
        select f.key from custom_fields f where f.client_id = cl.client_id and f.list_id = cl.list_id) as custom_fields
    from ${sql(what === 'sources' ? 'campaign_lists' : 'campaign_exclusions')} cl
    join lists l on l.client_id = cl.client_id and l.id = cl.list_id
    left join segments s on s.client_id = cl.client_id and s.list_id = cl.list_id and s.name = cl.segment
      and cl.segment <> ''
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}
    order by cl.list_id, cl.segment`
}

/** The lists that a campaign goes to, as an array: entries of any of them keep its mail from an address (suppression-keys.ts). */
export function listsOfCampaign(sql: Sql, { clientId, campaignId }: CampaignKey): Fragment {
  return sql`array(select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId})`
}

/** The same of the sources of an audience. */
export function listsOf({ sources }: { readonly sources: readonly Pick<Source, 'listId'>[] }): readonly number[] {
  return [...new Set(sources.map(({ listId }) => listId))]
}

/** Rules of one segment; all must hold. `field` is `email`, `name` or the key of a custom field. */
export interface Condition {
  readonly field: string
  readonly operator: 'equals' | 'not equals' | 'contains' | 'not contains' | 'is set' | 'is not set'
  readonly value: string
}

export interface Source {
  readonly listId: number
  readonly conditions: readonly Condition[]
}

/** Whom a campaign goes to. */
export interface Audience {
  readonly sources: readonly Source[]
  /** Their active members are left out, from whichever list they would come. */
  readonly exclusions: readonly Source[]
}

/** Ids of subscribers of a client: those after one, up to another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/**
 * What a `select` goes on with, whose rows are the members `s` that get a copy: each address once, from the list that was made first.
 * Brings the list `l` along.
 * @param ids only members with these
 */
export function recipientsOf(sql: Sql, clientId: number, audience: Audience, ids?: IdRange): Fragment {
  return sql`${everyAddress(sql, clientId, audience.sources, ids)} and ${isIncluded(sql, clientId, audience)}`
}

/** The same of those who are left out by exclusions alone. */
export function excludedOf(sql: Sql, clientId: number, audience: Audience): Fragment {
  return sql`${everyAddress(sql, clientId, audience.sources)} and ${isExcluded(sql, clientId, audience)}`
}

/** How many active subscribers the sources hold, an address as often as it is there, as far as `enough`. */
export async function countMembers(sql: Sql, clientId: number, audience: Audience, enough: number): Promise<number> {
  const [counted] = await sql<{ members: number }[]>`
    select count(*)::integer as members from (select ${membersOf(sql, clientId, audience)} limit ${enough}) found`
  return counted!.members
}

/** What a `select` goes on with, whose rows are the members of each source, also of several. */
export function membersOf(sql: Sql, clientId: number, audience: Audience): Fragment {
  return sql`from (${allOf(sql, clientId, audience.sources)}) s where ${isIncluded(sql, clientId, audience)}`
}

/** A `select` of the active subscribers of one source. */
export function membersOfSource(sql: Sql, clientId: number, source: Source): Fragment {
  return allOf(sql, clientId, [source])
}

function everyAddress(sql: Sql, clientId: number, sources: readonly Source[], ids?: IdRange): Fragment {
  const lists = byList(sources)
  const isFirst =
    lists.length <= 1
      ? sql`true`
      : sql`not exists (
      select from (${allOf(sql, clientId, lists)}) e where e.address = s.address and e.list_id < s.list_id)`
  return sql`
    from (${allOf(sql, clientId, lists, ids)}) s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where ${isFirst}`
}

/** Sources of which each list is one: its segments are alternatives. */
function byList(sources: readonly Source[]): readonly Place[] {
  const lists = new Map<number, Place>()
  for (const { listId, conditions } of sources)
    lists.set(listId, { listId, anyOf: [...(lists.get(listId)?.anyOf ?? []), conditions] })
  return [...lists.values()]
}

interface Place {
  readonly listId: number
  /** A member meets all conditions of one of these. */
  readonly anyOf: readonly (readonly Condition[])[]
}

/** Whether a member `s` of the sources is none of what is left out: one anti-join over all exclusions. */
function isIncluded(sql: Sql, clientId: number, audience: Audience): Fragment {
  return audience.exclusions.length === 0 ? sql`true` : sql`not ${isExcluded(sql, clientId, audience)}`
}

function isExcluded(sql: Sql, clientId: number, { exclusions }: Audience): Fragment {
  return sql`exists (
    select from (${allOf(sql, clientId, byList(exclusions))}) x where x.address = s.address)`
}

/** Active subscribers of all places or sources; a subscriber of several appears several times. */
function allOf(sql: Sql, clientId: number, places: readonly (Place | Source)[], ids?: IdRange): Fragment {
  const columns = sql`s.list_id, s.id, s.email, s.address, s.name, s.fields, s.tracking_consent`
  const members = ids ? membersBetween(sql, clientId, ids) : sql`subscribers`
  const [first, ...rest] = places.map(place => {
    const { listId } = place
    const anyOf = 'anyOf' in place ? place.anyOf : [place.conditions]
    return sql`
      select ${columns} from ${members} s
      where s.client_id = ${clientId} and s.list_id = ${listId} and s.state = 'Active'
        and ${meetsAny(sql, clientId, listId, anyOf)}`
  })
  return rest.reduce(
    (all, one) => sql`${all} union all ${one}`,
    first ?? sql`select ${columns} from subscribers s where s.client_id = ${clientId} and false`,
  )
}

/** Read by their ids alone: an index of the list would be read from its beginning for each range. */
function membersBetween(sql: Sql, clientId: number, { after, upTo }: IdRange): Fragment {
  return sql`(
    select * from subscribers where client_id = ${clientId} and id > ${after} and id <= ${upTo} offset 0)`
}

function meetsAny(sql: Sql, clientId: number, listId: number, anyOf: readonly (readonly Condition[])[]): Fragment {
  // a whole list needs no look at its members
  if (anyOf.some(conditions => conditions.length === 0)) return sql`true`
  const [first, ...rest] = anyOf.map(conditions =>
    conditions.map(condition => holds(sql, clientId, listId, condition)).reduce((all, one) => sql`${all} and ${one}`),
  )
  // as many texts as there are segments
  return sql`(${rest.reduce((any, one) => sql`${any} or ${one}`, first!)})`.unprepared()
}

/** Whether opens and clicks of a subscriber `s` are recorded. @param tracking of its list */
export function isTracked(sql: Sql, tracking: Fragment) {
  return sql`case ${tracking}
    when 'never' then false
    when 'consent' then s.tracking_consent is true
    else s.tracking_consent is not false
  end`
}

/**
 * A condition on a custom field the list does not have fails for all subscribers: looked up in the same statement, since a field
 * and its values may go between two.
 */
function holds(sql: Sql, clientId: number, listId: number, condition: Condition) {
  const { field } = condition
  const met = compare(sql, condition)
  if (field === 'email' || field === 'name') return met
  return sql`${met} and exists (
    select from custom_fields f where f.client_id = ${clientId} and f.list_id = ${listId} and f.key = ${field}::text)`
}

/** Text is compared without regard to case and to how accents are composed. Of several values, one must match. */
function compare(sql: Sql, { field, operator, value }: Condition) {
  const own = field === 'email' ? sql`(s.email), (s.address)` : field === 'name' ? sql`(s.name)` : null
  const values = own
    ? sql`(values ${own}) v (text)`
    : sql`jsonb_array_elements_text(case jsonb_typeof(s.fields -> ${field}::text)
        when 'array' then s.fields -> ${field}::text
        when 'string' then jsonb_build_array(s.fields -> ${field}::text)
        else '[]'::jsonb end) v (text)`
  const text = sql`lower(normalize(v.text))`
  const wanted = sql`lower(normalize(${value}::text))`
  switch (operator) {
    case 'equals':
      return sql`exists (select from ${values} where ${text} = ${wanted})`
    case 'not equals':
      return sql`not exists (select from ${values} where ${text} = ${wanted})`
    case 'contains':
      return sql`exists (select from ${values} where strpos(${text}, ${wanted}) > 0)`
    case 'not contains':
      return sql`not exists (select from ${values} where strpos(${text}, ${wanted}) > 0)`
    case 'is set':
      return sql`exists (select from ${values} where v.text <> '')`
    case 'is not set':
      return sql`not exists (select from ${values} where v.text <> '')`
  }
}
