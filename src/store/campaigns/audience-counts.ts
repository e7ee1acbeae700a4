/** How many a campaign would go to, before it is planned. */
import type { Fragment, Sql } from '../connection/database.ts'
import { type SuppressionJoins, suppressionJoins } from '../subscribers/suppression-keys.ts'
import { type Audience, excludedOf, isTracked, listsOf, membersOf, recipientsOf } from './audience.ts'

/** How many a campaign would go to. */
export interface AudienceCount {
  /** Active subscribers of the sources, an address as often as it is there. */
  readonly members: number
  /** Different addresses. */
  readonly addresses: number
  /** Different addresses of the sources that are left out by exclusions; not among `addresses`. */
  readonly excluded: number
  /** Of these, the client's suppressed ones. */
  readonly suppressed: number
}

export interface AudienceMeasure extends AudienceCount {
  /** Of those who are not suppressed, those without any name, and without a second word in it. */
  readonly nameless: number
  readonly lastNameless: number
  /** Of them, those without a value, by custom field. */
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

/**
 * Whom a campaign would go to if it were planned now, by the rules of freezeAudience. It looks at each member once.
 * @param keys custom fields to look into
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
  /** Null where each is an address of its own. */
  readonly members: number | null
  /** In the order of the keys. */
  readonly without: readonly number[]
  /** List and subscriber. */
  readonly first: readonly number[] | null
}

/** The same without what members hold. Of one whole list nothing but its counters and the suppression list are read. */
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

/** @returns undefined where members have to be looked at: for anything but one whole list, and where suppression rules hold */
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

/** Columns; those that every audience has in the same way cost nothing. */
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
    join lists l on l.client_id = s.client_id and l.id = s.list_id
    where s.client_id = ${clientId} and s.id = ${subscriberId}`
  return sample
}
