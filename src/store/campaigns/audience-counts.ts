/** Counts the recipients of a campaign before it is planned. */
import type { Fragment, Sql } from '../connection/database.ts'
import { type SuppressionJoins, suppressionJoins } from '../subscribers/suppression-keys.ts'
import { type Audience, excludedOf, isTracked, listsOf, membersOf, recipientsOf } from './audience.ts'

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
}

export interface AudienceMeasure extends AudienceCount {
  /** Of the addresses that are not suppressed: those without a name, and those without a second word in the name. */
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
      sql`(count(*) filter (where not suppressed and btrim(coalesce(fields ->> ${key}::text, '')) in ('', '[]')))::integer`,
  )
  const suppressions = await suppressionJoins(sql, clientId, listsOf(audience))
  const [row] = await sql<MeasuredRow[]>`
    with chosen as (
      select s.list_id, s.id, s.fields, btrim(s.name) as name, ${suppressions.isSuppressed} as suppressed
      ${joined(sql, clientId, audience, suppressions)}
    )
    select ${membersAndExcluded(sql, clientId, audience)}, count(*)::integer as addresses,
      (count(*) filter (where suppressed))::integer as suppressed,
      (count(*) filter (where not suppressed and name = ''))::integer as nameless,
      (count(*) filter (where not suppressed and strpos(name, ' ') = 0))::integer as last_nameless,
      ${without.length === 0 ? sql`'{}'::integer[]` : sql`array[${without.reduce((all, one) => sql`${all}, ${one}`)}]`} as without,
      min(array[list_id, id]) filter (where not suppressed) as first
    from chosen`
  const { first, without: counts, ...measured } = row!
  return {
    ...measured,
    members: measured.members ?? measured.addresses,
    without: Object.fromEntries(keys.map((key, n) => [key, counts[n]!] as const).filter(([, count]) => count > 0)),
    sample: first ? await sampleOf(sql, clientId, first[1]!) : undefined,
  }
}

interface MeasuredRow extends Omit<AudienceMeasure, 'members' | 'without' | 'sample'> {
  /** Null if every member has a distinct address. */
  readonly members: number | null
  /** In the order of `keys`. */
  readonly without: readonly number[]
  /** Ids of list and subscriber. */
  readonly first: readonly number[] | null
}

/** Counts without looking at fields of members. For one complete list it reads only the counters and the suppression list. */
export async function countAudience(sql: Sql, clientId: number, audience: Audience): Promise<AudienceCount> {
  const suppressions = await suppressionJoins(sql, clientId, listsOf(audience))
  return (
    (await countOfList(sql, clientId, audience, suppressions)) ??
    (await countMembersOnce(sql, clientId, audience, suppressions))
  )
}

async function countMembersOnce(
  sql: Sql,
  clientId: number,
  audience: Audience,
  suppressions: SuppressionJoins,
): Promise<AudienceCount> {
  const [row] = await sql<(Omit<AudienceCount, 'members'> & { readonly members: number | null })[]>`
    select ${membersAndExcluded(sql, clientId, audience)}, count(*)::integer as addresses,
      (count(*) filter (where ${suppressions.isSuppressed}))::integer as suppressed
    ${joined(sql, clientId, audience, suppressions)}`
  return { ...row!, members: row!.members ?? row!.addresses }
}

/** @returns undefined if members must be read: unless the audience is one complete list, and if suppression rules exist */
async function countOfList(
  sql: Sql,
  clientId: number,
  { sources: [source, ...others], exclusions }: Audience,
  { addresses }: SuppressionJoins,
): Promise<AudienceCount | undefined> {
  if (!source || !addresses || source.conditions.length > 0 || others.length > 0 || exclusions.length > 0)
    return undefined
  const [row] = await sql<{ active: number; suppressed: number }[]>`
    select t.active,
      (select count(*)::integer
        from (${addresses}) x
        join subscribers s on s.client_id = ${clientId} and s.address = x.address and s.list_id = t.list_id and s.state = 'Active') as suppressed
    from list_totals t
    where t.client_id = ${clientId} and t.list_id = ${source.listId}`
  return row && { members: row.active, addresses: row.active, excluded: 0, suppressed: row.suppressed }
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
