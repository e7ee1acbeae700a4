/**
 * The recipients of a campaign: active subscribers of lists and segments, each address once, without exclusions. No query here sorts: an
 * address is unique on a list, so only several lists need comparing. Each address is looked up in them by its key: a join of two lists
 * would compare each member with each while PostgreSQL has no statistics of an import yet.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { consentColumns, type Purpose, purposes } from '../subscribers/purposes.ts'

export interface CampaignSource {
  readonly listId: number
  /** '' for the complete list. */
  readonly segment: string
  /** Null for a complete list, and for a segment that does not exist. */
  readonly rules: unknown
  /** Keys of the list's custom fields. */
  readonly customFields: readonly string[]
  readonly listDeleted: boolean
}

/** The sources and exclusions of a campaign. */
export interface CampaignPlaces {
  readonly sources: readonly CampaignSource[]
  readonly exclusions: readonly CampaignSource[]
  readonly asksForConsent: boolean
}

export async function readCampaignPlaces(sql: Sql, clientId: number, campaignId: number): Promise<CampaignPlaces> {
  const sources = await readCampaignSources(sql, clientId, campaignId, 'sources')
  const exclusions = await readCampaignSources(sql, clientId, campaignId, 'exclusions')
  const [campaign] = await sql<{ asksForConsent: boolean }[]>`
    select asks_for_consent from campaigns where client_id = ${clientId} and id = ${campaignId}`
  return { sources, exclusions, asksForConsent: campaign?.asksForConsent ?? false }
}

/** Lists and segments that a campaign goes to or leaves out. */
export async function readCampaignSources(
  sql: Sql,
  clientId: number,
  campaignId: number,
  what: 'sources' | 'exclusions' = 'sources',
): Promise<CampaignSource[]> {
  return sql<CampaignSource[]>`
    select cl.list_id, cl.segment, s.rules, l.deleted_at is not null as list_deleted,
      array(
        select f.key from custom_fields f where f.client_id = ${clientId} and f.list_id = cl.list_id) as custom_fields
    from ${sql(what === 'sources' ? 'campaign_lists' : 'campaign_exclusions')} cl
    join lists l on l.client_id = ${clientId} and l.id = cl.list_id
    left join segments s on s.client_id = ${clientId} and s.list_id = cl.list_id and s.name = cl.segment
      and cl.segment <> ''
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}
    order by cl.list_id, cl.segment`
}

/** The lists of a campaign, as an array: a suppression entry of any of them excludes an address (suppression-keys.ts). */
export function listsOfCampaign(sql: Sql, { clientId, campaignId }: CampaignKey): Fragment {
  return sql`array(select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId})`
}

/** The lists of an audience's sources. */
export function listsOf({ sources }: { readonly sources: readonly Pick<Source, 'listId'>[] }): readonly number[] {
  return [...new Set(sources.map(({ listId }) => listId))]
}

/**
 * A condition of a segment; all must hold. `field` is `email`, `name`, the key of a custom field, or `consent.` with a purpose, whose values are
 * Granted, Denied and Unknown. No key has a point.
 */
export interface Condition {
  readonly field: string
  readonly operator: 'equals' | 'not equals' | 'contains' | 'not contains' | 'is set' | 'is not set'
  readonly value: string
}

export interface Source {
  readonly listId: number
  readonly conditions: readonly Condition[]
}

/** The sources and exclusions of a campaign. */
export interface Audience {
  readonly sources: readonly Source[]
  /** Their active members are left out, whichever source they come from. */
  readonly exclusions: readonly Source[]
  /** Who has answered, or was asked lately, is left out (consent-exclusions.ts). Absent means no. */
  readonly asksForConsent?: boolean
}

/** Ids of subscribers of a client: those after one, up to another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/**
 * The rest of a `select` (from `from`) whose rows are the recipients `s`: each address once, from the list that was created first.
 * Joins the list `l`.
 * @param ids only members with these
 */
export function recipientsOf(sql: Sql, clientId: number, audience: Audience, ids?: IdRange): Fragment {
  return sql`${everyAddress(sql, clientId, audience.sources, ids)} and ${isIncluded(sql, clientId, audience)}`
}

/** The rest of a `select` whose rows are members that only exclusions leave out. */
export function excludedOf(sql: Sql, clientId: number, audience: Audience): Fragment {
  return sql`${everyAddress(sql, clientId, audience.sources)} and ${isExcluded(sql, clientId, audience)}`
}

/** Counts active subscribers of the sources up to `enough`; an address on several lists counts several times. */
export async function countMembers(sql: Sql, clientId: number, audience: Audience, enough: number): Promise<number> {
  const [counted] = await sql<{ members: number }[]>`
    select count(*)::integer as members from (select ${membersOf(sql, clientId, audience)} limit ${enough}) found`
  return counted!.members
}

/** The rest of a `select` whose rows are the members of all sources; members of several appear several times. */
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
      select from (select s.address as sought, s.list_id as own offset 0) o
      cross join lateral (${allOf(sql, clientId, lists, { address: sql`o.sought` })}) e
      where e.list_id < o.own offset 0)`
  return sql`
    from (${allOf(sql, clientId, lists, { ids })}) s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where ${isFirst}`
}

/** Groups sources so that each list appears once: segments of one list are alternatives. */
function byList(sources: readonly Source[]): readonly Place[] {
  const lists = new Map<number, Place>()
  for (const { listId, conditions } of sources)
    lists.set(listId, { listId, anyOf: [...(lists.get(listId)?.anyOf ?? []), conditions] })
  return [...lists.values()]
}

interface Place {
  readonly listId: number
  /** A member must meet all conditions of one of these. */
  readonly anyOf: readonly (readonly Condition[])[]
}

/** Whether no exclusion contains member `s` of the sources. */
function isIncluded(sql: Sql, clientId: number, audience: Audience): Fragment {
  return audience.exclusions.length === 0 ? sql`true` : sql`not ${isExcluded(sql, clientId, audience)}`
}

function isExcluded(sql: Sql, clientId: number, { exclusions }: Audience): Fragment {
  return sql`exists (
    select from (select s.address as sought offset 0) o
    cross join lateral (${allOf(sql, clientId, byList(exclusions), { address: sql`o.sought` })}) x offset 0)`
}

/** The members of a source that are looked up: all, those with an address, or those with certain ids. */
interface Among {
  readonly address?: Fragment
  readonly ids?: IdRange | undefined
}

/** Active subscribers of all places or sources; members of several appear several times. */
function allOf(
  sql: Sql,
  clientId: number,
  places: readonly (Place | Source)[],
  { address, ids }: Among = {},
): Fragment {
  const columns = sql`s.list_id, s.id, s.email, s.address, s.name, s.fields, s.tracking_consent, s.basis, s.basis_until,
    s.consent_asked_on`
  const members = ids ? membersBetween(sql, clientId, ids) : sql`subscribers`
  const [first, ...rest] = places.map(place => {
    const { listId } = place
    const anyOf = 'anyOf' in place ? place.anyOf : [place.conditions]
    return sql`
      select ${columns} from ${members} s
      where s.client_id = ${clientId} and s.list_id = ${listId} and s.state = 'Active' ${address ? sql`and s.address = ${address}` : sql``}
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
  // every member of a complete list matches
  if (anyOf.some(conditions => conditions.length === 0)) return sql`true`
  const [first, ...rest] = anyOf.map(conditions =>
    conditions.map(condition => holds(sql, clientId, listId, condition)).reduce((all, one) => sql`${all} and ${one}`),
  )
  // the text of the statement depends on the number of segments
  return sql`(${rest.reduce((any, one) => sql`${any} or ${one}`, first!)})`.unprepared()
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

/**
 * A condition on a missing custom field fails for all subscribers. The field is looked up in the same statement, because a field and its
 * values could be deleted between two statements.
 */
function holds(sql: Sql, clientId: number, listId: number, condition: Condition) {
  const { field } = condition
  const met = compare(sql, condition)
  if (field === 'email' || field === 'name' || consentOf(field)) return met
  return sql`${met} and exists (
    select from custom_fields f where f.client_id = ${clientId} and f.list_id = ${listId} and f.key = ${field}::text)`
}

/** The purpose of a condition about consent. */
export function consentOf(field: string): Purpose | undefined {
  return purposes.find(purpose => field === `consent.${purpose}`)
}

/** Compares text without case, in Unicode normal form. Of several values, one must match. */
function compare(sql: Sql, { field, operator, value }: Condition) {
  const purpose = consentOf(field)
  const own = purpose
    ? sql`(case ${sql(`s.${consentColumns[purpose]}`)} when true then 'Granted' when false then 'Denied' else 'Unknown' end)`
    : field === 'email'
      ? sql`(s.email), (s.address)`
      : field === 'name'
        ? sql`(s.name)`
        : null
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
