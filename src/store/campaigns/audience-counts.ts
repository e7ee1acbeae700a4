/** Counts the recipients of a campaign before it is planned. */
import type { Fragment, Sql } from '../connection/database.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { pausedAddresses } from '../subscribers/pauses.ts'
import { readSuppressionJoins, type SuppressionJoins } from '../subscribers/suppression-keys.ts'
import {
  type Audience,
  type AudienceTraits,
  excludedOf,
  isTracked,
  listsOf,
  membersOf,
  readTraits,
  recipientsOf,
} from './audience.ts'
import {
  type ConsentReason,
  type ConsentTerms,
  consentReason,
  consentReasons,
  isConsentExpired,
  readConsentTerms,
} from './consent-exclusions.ts'
import { type IsOver, readCapping } from './frequency-cap.ts'

/** Counts of a campaign's audience. */
export interface AudienceCount {
  /** Active subscribers of the sources; an address on several lists counts several times. */
  readonly members: number
  /** Distinct addresses. */
  readonly addresses: number
  /** Distinct addresses of the sources that exclusions leave out; not included in `addresses`. */
  readonly excluded: number
  /** How many of `addresses` are suppressed for the client. */
  readonly suppressed: number
  /** How many others of `addresses` are left out because of consent. */
  readonly withoutConsent: Readonly<Record<ConsentReason, number>>
  /** How many others of `addresses` have paused the client's mail. */
  readonly paused: number
  /** How many others of `addresses` got as many mails lately as the client allows. */
  readonly capped: number
  /** Those of `addresses` that get the campaign. */
  readonly recipients: number
}

export interface AudienceMeasure extends AudienceCount {
  /** Of the recipients: those without a name, and those without a second word in the name. */
  readonly nameless: number
  readonly lastNameless: number
  /** Of these, those without a value, by custom field. */
  readonly without: Readonly<Record<string, number>>
  /** The first recipient. */
  readonly sample: AudienceSample | undefined
}

export interface AudienceSample {
  readonly listId: number
  readonly tracked: boolean
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/**
 * Measures the audience as if the campaign were planned now, by the rules of freezeAudience. Reads each member once.
 * @param keys custom fields to check for missing values
 */
export async function measureAudience(
  sql: Sql,
  clientId: number,
  audience: Audience,
  keys: readonly string[],
): Promise<AudienceMeasure> {
  const without = keys.map(
    key =>
      sql`(count(*) filter (where reason is null and btrim(coalesce(fields ->> ${key}::text, '')) in ('', '[]')))::integer`,
  )
  const suppressions = await readSuppressionJoins(sql, clientId, listsOf(audience))
  const terms = await readConsentTerms(sql, clientId, audience.asksForConsent ?? false)
  const isOver = await readCapping(sql, { clientId, campaignId: 0 }, undefined)
  const [row] = await sql<MeasuredRow[]>`
    with chosen as (
      select s.list_id, s.id, s.fields, btrim(s.name) as name, ${reasonOf(sql, clientId, { terms, suppressions, isOver })} as reason
      ${joined(sql, clientId, audience, suppressions)}
      -- the reason is found once
      offset 0
    )
    select ${membersAndExcluded(sql, clientId, audience)}, ${countReasons(sql)},
      (count(*) filter (where reason is null and name = ''))::integer as nameless,
      (count(*) filter (where reason is null and strpos(name, ' ') = 0))::integer as last_nameless,
      ${without.length === 0 ? sql`'{}'::integer[]` : sql`array[${without.reduce((all, one) => sql`${all}, ${one}`)}]`} as without,
      min(array[list_id, id]) filter (where reason is null) as first
    from chosen`
  const { first, without: counts, ...measured } = row!
  const { nameless, lastNameless } = measured
  return {
    ...countOf(measured),
    nameless,
    lastNameless,
    without: Object.fromEntries(keys.map((key, n) => [key, counts[n]!] as const).filter(([, count]) => count > 0)),
    sample: first ? await sampleOf(sql, clientId, first[1]!) : undefined,
  }
}

interface CountedRow extends Pick<AudienceCount, 'addresses' | 'excluded' | 'suppressed' | 'paused' | 'capped'> {
  /** Null if every member has a distinct address. */
  readonly members: number | null
  /** In the order of `consentReasons`. */
  readonly consent: readonly number[]
}

interface MeasuredRow extends CountedRow, Pick<AudienceMeasure, 'nameless' | 'lastNameless'> {
  /** In the order of `keys`. */
  readonly without: readonly number[]
  /** Ids of list and subscriber. */
  readonly first: readonly number[] | null
}

/** Counts without looking at fields of members. For one complete list it reads only the counters and the suppression list. */
export async function countAudience(sql: Sql, clientId: number, audience: Audience): Promise<AudienceCount> {
  const suppressions = await readSuppressionJoins(sql, clientId, listsOf(audience))
  const isOver = await readCapping(sql, { clientId, campaignId: 0 }, undefined)
  return (
    (isOver ? undefined : await countOfList(sql, clientId, audience, suppressions)) ??
    (await countMembersOnce(sql, clientId, audience, suppressions, isOver))
  )
}

async function countMembersOnce(
  sql: Sql,
  clientId: number,
  audience: Audience,
  suppressions: SuppressionJoins,
  isOver: IsOver | undefined,
): Promise<AudienceCount> {
  const terms = await readConsentTerms(sql, clientId, audience.asksForConsent ?? false)
  const [row] = await sql<CountedRow[]>`
    select ${membersAndExcluded(sql, clientId, audience)}, ${countReasons(sql)}
    from (
      select ${reasonOf(sql, clientId, { terms, suppressions, isOver })} as reason
      ${joined(sql, clientId, audience, suppressions)}
      offset 0
    ) chosen`
  return countOf(row!)
}

interface Reasons {
  readonly terms: ConsentTerms
  readonly suppressions: SuppressionJoins
  /** Undefined if no address is over the frequency cap. */
  readonly isOver: IsOver | undefined
}

/** Why a joined row `s` is left out, which the client's suppressions decide first; null for recipients. */
function reasonOf(sql: Sql, clientId: number, { terms, suppressions: { isSuppressed }, isOver }: Reasons): Fragment {
  return sql`case when ${isSuppressed} then ${exclusion.suppressed}::text else coalesce(${consentReason(sql, clientId, terms)},
    case when s.address in (${pausedAddresses(sql, clientId, terms.today)}) then ${exclusion.paused}::text end
    ${isOver ? sql`, case when ${isOver(sql`s.address`)} then ${exclusion.capped}::text end` : sql``}) end`
}

/** Columns of `CountedRow` over rows with a `reason`. */
function countReasons(sql: Sql): Fragment {
  const counts = consentReasons.map(reason => sql`(count(*) filter (where reason = ${reason}))::integer`)
  return sql`count(*)::integer as addresses, (count(*) filter (where reason = ${exclusion.suppressed}))::integer as suppressed,
    (count(*) filter (where reason = ${exclusion.paused}))::integer as paused,
    (count(*) filter (where reason = ${exclusion.capped}))::integer as capped,
    array[${counts.reduce((all, one) => sql`${all}, ${one}`)}] as consent`
}

function countOf({ members, addresses, excluded, suppressed, paused, capped, consent }: CountedRow): AudienceCount {
  const withoutConsent = Object.fromEntries(consentReasons.map((reason, n) => [reason, consent[n] ?? 0])) as Record<
    ConsentReason,
    number
  > // one entry for each
  const recipients = addresses - suppressed - paused - capped - consent.reduce((sum, count) => sum + count, 0)
  return { members: members ?? addresses, addresses, excluded, suppressed, withoutConsent, paused, capped, recipients }
}

/**
 * @returns undefined if members must be read: unless the audience is one complete list, if suppression rules exist, and if the campaign asks
 *   for consent
 */
async function countOfList(
  sql: Sql,
  clientId: number,
  { sources: [source, ...others], exclusions, asksForConsent = false }: Audience,
  { addresses }: SuppressionJoins,
): Promise<AudienceCount | undefined> {
  if (!source || !addresses || source.tree || others.length > 0 || exclusions.length > 0) return undefined
  if (asksForConsent) return undefined
  const { today } = await readConsentTerms(sql, clientId, false)
  const [row] = await sql<{ active: number; suppressed: number; expired: number; paused: number }[]>`
    select t.active,
      (select count(*)::integer
        from (${addresses}) x
        join subscribers s on s.client_id = ${clientId} and s.address = x.address and s.list_id = t.list_id and s.state = 'Active') as suppressed,
      (select count(*)::integer
        from subscribers s
        where s.client_id = ${clientId} and s.list_id = ${source.listId} and ${isConsentExpired(sql, today)} and s.state = 'Active'
          and s.address not in (${addresses})) as expired,
      (select count(*)::integer
        from (${pausedAddresses(sql, clientId, today)}) x
        join subscribers s on s.client_id = ${clientId} and s.address = x.address and s.list_id = t.list_id and s.state = 'Active'
        where ${isConsentExpired(sql, today)} is not true and s.address not in (${addresses})) as paused
    from list_totals t
    where t.client_id = ${clientId} and t.list_id = ${source.listId}`
  return (
    row &&
    countOf({
      ...{ members: null, addresses: row.active, excluded: 0 },
      ...{ suppressed: row.suppressed, paused: row.paused, capped: 0, consent: [row.expired] },
    })
  )
}

function joined(sql: Sql, clientId: number, audience: Audience, suppressions: SuppressionJoins): Fragment {
  return sql`
    from (select s.* ${recipientsOf(sql, clientId, audience)}) s
    ${suppressions.join(sql`s.address`)}`
}

/** Columns; constants that are equal for every audience cost nothing. */
function membersAndExcluded(sql: Sql, clientId: number, audience: Audience): Fragment {
  const members =
    audience.sources.length <= 1
      ? sql`null::integer`
      : sql`(select count(*)::integer ${membersOf(sql, clientId, audience)})`
  const excluded =
    audience.exclusions.length === 0 ? sql`0` : sql`(select count(*)::integer ${excludedOf(sql, clientId, audience)})`
  return sql`${members} as members, ${excluded} as excluded`
}

async function sampleOf(sql: Sql, clientId: number, subscriberId: number): Promise<AudienceSample | undefined> {
  const [sample] = await sql<AudienceSample[]>`
    select s.list_id, s.email, btrim(s.name) as name, s.fields, ${isTracked(sql, sql`l.tracking`)} as tracked
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and s.id = ${subscriberId}`
  return sample
}

/** What of each recipient decides which branches it gets. */
export interface GroupedBy {
  /** Custom fields; where only it matters whether there is a value, `known`. */
  readonly fields: readonly { readonly key: string; readonly form: 'value' | 'known' }[]
  readonly name: 'value' | 'known' | 'none'
  readonly email: boolean
  readonly traits: AudienceTraits | undefined
}

/** Recipients who are the same in all that matters. */
export interface AudienceGroup {
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  readonly name: string
  readonly email: string
  readonly traits: readonly string[] | null
  readonly recipients: number
}

/**
 * Groups the recipients as if the campaign were planned now. Reads each member once.
 * @returns undefined when there are more groups than `most`
 */
export async function groupAudience(
  sql: Sql,
  clientId: number,
  audience: Audience,
  { fields, name, email, traits }: GroupedBy,
  most: number,
): Promise<readonly AudienceGroup[] | undefined> {
  const suppressions = await readSuppressionJoins(sql, clientId, listsOf(audience))
  const terms = await readConsentTerms(sql, clientId, audience.asksForConsent ?? false)
  const isOver = await readCapping(sql, { clientId, campaignId: 0 }, undefined)
  const isKnown = (text: Fragment) => sql`${text} ~ '[^[:space:][:cntrl:]]'`
  const values = fields.map(({ key, form }) =>
    form === 'value'
      ? sql`s.fields -> ${key}::text`
      : sql`to_jsonb(case when s.fields -> ${key}::text <> '[]' and ${isKnown(sql`s.fields ->> ${key}::text`)} then 'x' else '' end)`,
  )
  const names = {
    none: sql`''`,
    value: sql`btrim(s.name)`,
    known: sql`case when not ${isKnown(sql`s.name`)} then '' when strpos(btrim(s.name), ' ') = 0 then 'x' else 'x x' end`,
  }
  const groups = await sql<
    (Omit<AudienceGroup, 'fields'> & { readonly values: readonly (AudienceGroup['fields'][string] | null)[] })[]
  >`
    select values, name, email, traits, count(*)::integer as recipients
    from (
      select ${reasonOf(sql, clientId, { terms, suppressions, isOver })} as reason,
        ${values.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${values.reduce((all, one) => sql`${all}, ${one}`)})`} as values,
        ${names[name]} as name, ${email ? sql`s.email` : sql`''`} as email, ${readTraits(sql, clientId, traits)} as traits
      ${joined(sql, clientId, audience, suppressions)}
      join lists l on l.client_id = ${clientId} and l.id = s.list_id
      offset 0
    ) chosen
    where reason is null
    group by values, name, email, traits
    limit ${most + 1}`
  if (groups.length > most) return undefined
  return groups.map(({ values, ...group }) => ({
    ...group,
    fields: Object.fromEntries(fields.map(({ key }, n) => [key, values[n] ?? ''])),
  }))
}
