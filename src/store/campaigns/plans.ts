/**
 * A due campaign becomes a plan: its audience is frozen, numbered and counted. Set-based throughout.
 * See docs/decisions/campaigns.md#one-copy-per-address-checked-again-before-hand-over.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { beginTotals } from '../ledger/totals.ts'
import { isSuppressed, joinSuppressions } from '../subscribers/suppression-keys.ts'

export interface DueCampaign extends CampaignKey {
  readonly campaignPublicId: string
}

/** The campaign that has been due longest, without those that are being planned. @param except campaigns that are passed over */
export async function nextDueCampaign(sql: Sql, at: Date, except: readonly number[]): Promise<DueCampaign | undefined> {
  const [due] = await sql<DueCampaign[]>`
    select m.client_id, m.id as campaign_id, m.public_id as campaign_public_id
    ${dueCampaigns(sql, at)} and m.id <> all(${except as number[]}::bigint[])
    order by m.due_at, m.id
    limit 1
    for update of m skip locked`
  return due
}

/** Takes a due campaign to plan it, locked until the transaction ends. @returns false when it is not due (any more) or another takes it */
export async function takeDueCampaign(
  sql: Transaction,
  { clientId, campaignId }: DueCampaign,
  at: Date,
): Promise<boolean> {
  const rows = await sql`
    select 1
    ${dueCampaigns(sql, at)} and m.client_id = ${clientId} and m.id = ${campaignId}
    for update of m skip locked`
  return rows.length > 0
}

function dueCampaigns(sql: Sql, at: Date): Fragment {
  return sql`
    from campaigns m
    join clients c on c.id = m.client_id
    where m.state = 'scheduled' and m.deleted_at is null and c.deleted_at is null and c.held_at is null
      and m.due_at <= ${at}`
}

/** The same as long as everything that a campaign is compiled from is the same; undefined when it does not exist. */
export async function contentRevision(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<string | undefined> {
  const [row] = await sql<{ revision: string }[]>`
    select md5(row(m.subject, m.from_email, m.reply_to, m.html, m.text, m.public_url, m.revision, ${utmOf(sql)}, c.time_zone, array(
      select distinct f.key from campaign_lists cl
      join custom_fields f on f.client_id = cl.client_id and f.list_id = cl.list_id
      where cl.client_id = m.client_id and cl.campaign_id = m.id
      order by f.key))::text) as revision
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return row?.revision
}

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

/** The UTM tags of a campaign `m` of a client `c`: its own before the client's; those it began with once it has. */
export function utmOf(sql: Sql): Fragment {
  return sql`case
    when m.started_at is not null then coalesce(m.sent_utm, '{}')
    when m.utm is null then '{}'
    else c.utm || m.utm
  end`
}

/**
 * Freezes who a campaign goes to: the active subscribers of its sources, one per address, numbered densely from 1. The suppressed
 * are numbered too and excluded at once, so that recipients = the sum of the states.
 * @returns how many there are
 */
export async function freezeAudience(
  sql: Transaction,
  key: CampaignKey,
  audience: Audience,
  at: Date,
): Promise<number> {
  const { clientId, campaignId } = key
  await sql`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select ${clientId}, ${campaignId}, row_number() over (order by m.list_id, m.id), m.list_id, m.id, m.email, m.address,
      m.name, m.fields, m.tracked
    from (
      select s.*, row_number() over (partition by s.address order by s.list_id, s.id) as turn
      from (${members(sql, clientId, audience.sources)}) s
      where ${isIncluded(sql, clientId, audience)}
    ) m
    where m.turn = 1`
  const [counted] = await sql<{ recipients: number }[]>`
    with shut as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
      select a.client_id, a.campaign_id, a.number, 1, 'excluded', ${at}, 'suppressed'
      from audience a
      ${joinSuppressions(sql, clientId, sql`a.address`)}
      where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and ${isSuppressed(sql)}
      returning 1
    ), counts as (
      select
        (select count(*)::integer from audience where client_id = ${clientId} and campaign_id = ${campaignId}) as recipients,
        (select count(*)::integer from shut) as excluded
    )
    ${beginTotals(sql, key, sql`counts`)}
    returning recipients`
  return counted!.recipients
}

/** How many active subscribers the sources hold at most, as far as `enough`. */
export async function countMembers(sql: Sql, clientId: number, audience: Audience, enough: number): Promise<number> {
  const [counted] = await sql<{ members: number }[]>`
    select count(*)::integer as members from (
      select 1
      from (${members(sql, clientId, audience.sources)}) s
      where ${isIncluded(sql, clientId, audience)}
      limit ${enough}
    ) found`
  return counted!.members
}

/** Whether a member `s` of the sources is none of what is left out: one anti-join over all exclusions. */
function isIncluded(sql: Sql, clientId: number, { exclusions }: Audience): Fragment {
  if (exclusions.length === 0) return sql`true`
  return sql`not exists (
    select from (${members(sql, clientId, exclusions)}) x where x.address = s.address)`
}

/** Active subscribers of all sources; a subscriber of several appears several times. */
function members(sql: Sql, clientId: number, sources: readonly Source[]) {
  const [first, ...rest] = sources.map(source => membersOfSource(sql, clientId, source))
  const noRows = sql`select list_id, id, email, address, name, fields, true as tracked from subscribers where false`
  return rest.reduce((all, source) => sql`${all} union all ${source}`, first ?? noRows)
}

/** Active subscribers of one source. */
export function membersOfSource(sql: Sql, clientId: number, { listId, conditions }: Source) {
  return sql`
      select s.list_id, s.id, s.email, s.address, s.name, s.fields,
        ${isTracked(sql, sql`(select tracking from lists where client_id = ${clientId} and id = ${listId})`)} as tracked
      from subscribers s
      where s.client_id = ${clientId} and s.list_id = ${listId} and s.state = 'Active'
      ${conditions.reduce((all, condition) => sql`${all} and ${holds(sql, clientId, listId, condition)}`, sql``)}`.unprepared() // as many texts as there are segments
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

/** Stores link targets, numbered from 1 in the order given. */
export async function storeLinks(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  await sql`
    insert into links (client_id, campaign_id, number, url)
    select ${clientId}, ${campaignId}, number, url
    from unnest(${urls as string[]}::text[]) with ordinality as given (url, number)
    on conflict do nothing`
}

/** Keeps the UTM tags that the links of a campaign are stored with. */
export async function keepUtm(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    update campaigns set sent_utm = ${sql.json(tags)} where client_id = ${clientId} and id = ${campaignId}`
}

export async function postpone(sql: Sql, { clientId, campaignId }: DueCampaign, until: Date): Promise<void> {
  await sql`
    update campaigns set due_at = ${until}
    where client_id = ${clientId} and id = ${campaignId} and state = 'scheduled'`
}

export interface AudienceMeasure {
  /** Active subscribers of the sources, an address as often as it is there. */
  readonly members: number
  /** Different addresses. */
  readonly addresses: number
  /** Different addresses of the sources that are left out by exclusions; not among `addresses`. */
  readonly excluded: number
  /** Of these, the client's suppressed ones. */
  readonly suppressed: number
  /** Of the others, those without any name, and without a second word in it. */
  readonly nameless: number
  readonly lastNameless: number
  /** Of the others, those without a value, by custom field. */
  readonly without: Readonly<Record<string, number>>
  /** The first who would get a copy. */
  readonly sample: AudienceSample | undefined
}

export interface AudienceSample {
  readonly listId: number
  readonly tracked: boolean
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** Whom a campaign would go to if it were planned now, by the rules of freezeAudience. @param keys custom fields to look into */
export async function measureAudience(
  sql: Sql,
  clientId: number,
  audience: Audience,
  keys: readonly string[],
): Promise<AudienceMeasure> {
  const [row] = await sql<(Omit<AudienceMeasure, 'sample'> & { sample: AudienceSample | null })[]>`
    with ranked as (
      select s.*, row_number() over (partition by s.address order by s.list_id, s.id) as turn,
        ${isIncluded(sql, clientId, audience)} as included
      from (${members(sql, clientId, audience.sources)}) s
    ), found as (
      select * from ranked where included
    ), chosen as materialized (
      select f.list_id, f.id, f.email, f.fields, f.tracked, btrim(f.name) as name, ${isSuppressed(sql)} as suppressed
      from found f
      ${joinSuppressions(sql, clientId, sql`f.address`)}
      where f.turn = 1
    ), empty as (
      select k.key, count(*)::integer as count
      from chosen c
      cross join unnest(${keys as string[]}::text[]) as k (key)
      where not c.suppressed and btrim(coalesce(c.fields ->> k.key, '')) in ('', '[]')
      group by k.key
    )
    select (select count(*)::integer from found) as members,
      (select count(*)::integer from ranked where not included and turn = 1) as excluded, count(*)::integer as addresses,
      (count(*) filter (where suppressed))::integer as suppressed,
      (count(*) filter (where not suppressed and name = ''))::integer as nameless,
      (count(*) filter (where not suppressed and strpos(name, ' ') = 0))::integer as last_nameless,
      (select coalesce(jsonb_object_agg(key, count), '{}') from empty) as without,
      (
        select jsonb_build_object('listId', list_id, 'email', email, 'name', name, 'fields', fields, 'tracked', tracked)
        from chosen where not suppressed order by list_id, id limit 1
      ) as sample
    from chosen`
  return { ...row!, sample: row!.sample ?? undefined }
}
