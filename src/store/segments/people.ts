/**
 * People of segments: counted, estimated, shown. A person is an address of the client; of a tree of the client one active membership for which
 * it holds is enough, and a person of whom no membership holds and one is unknown is unknown.
 */
import { todayOf } from '../campaigns/audience.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import type { CompiledTree, LeafCondition } from './conditions.ts'
import { joinDays, leafHolds, treeHolds } from './tree.ts'

export interface Judged {
  readonly clientId: number
  /** Of the tree; null for one of the client. */
  readonly listId: number | null
  /** Whose members are judged: the list of the tree, or all of the client. */
  readonly lists: readonly number[]
  readonly compiled: CompiledTree
  /** Whether the tree may be null. */
  readonly mayBeUnknown: boolean
}

export interface PeopleCounted {
  readonly people: number
  readonly unknown: number
}

function holdsOf(sql: Sql, { clientId, listId, compiled }: Judged, hasDays = false): Fragment {
  return treeHolds(sql, clientId, listId, compiled, todayOf(sql, clientId), hasDays)
}

function isMember(sql: Sql, { clientId, lists }: Judged): Fragment {
  const onOne =
    lists.length === 1 ? sql`s.list_id = ${lists[0]!}` : sql`s.list_id = any(${lists as number[]}::bigint[])`
  return sql`s.client_id = ${clientId} and ${onOne} and s.state = 'Active'`
}

/** Counts the people of a tree, all of them. */
export async function countPeople(sql: Sql, judged: Judged): Promise<PeopleCounted> {
  const holds = holdsOf(sql, judged, true)
  const members = isMember(sql, judged)
  const subscribers = sql`subscribers s ${joinDays(sql, judged.clientId, [judged.compiled], 'all')}`
  const isAlone = judged.lists.length === 1
  const [row] = judged.mayBeUnknown
    ? isAlone
      ? await sql<PeopleCounted[]>`
          select (count(*) filter (where j.holds))::integer as people, (count(*) filter (where j.holds is null))::integer as unknown
          from (select ${holds} as holds from ${subscribers} where ${members} offset 0) j`
      : await sql<PeopleCounted[]>`
          select (count(*) filter (where p.held))::integer as people, (count(*) filter (where p.held is not true and p.open))::integer as unknown
          from (
            select bool_or(j.holds) as held, bool_or(j.holds is null) as open
            from (select s.address, ${holds} as holds from ${subscribers} where ${members} offset 0) j
            group by j.address
          ) p`
    : await sql<PeopleCounted[]>`
        select count(${isAlone ? sql`*` : sql`distinct s.address`})::integer as people, 0 as unknown
        from ${subscribers} where ${members} and ${holds}`
  return row!
}

/** How many active memberships the lists have, by their counters. */
export async function countMemberships(sql: Sql, { clientId, lists }: Judged): Promise<number> {
  const [row] = await sql<{ active: number }[]>`
    select coalesce(sum(active), 0)::integer as active from list_totals
    where client_id = ${clientId} and list_id = any(${lists as number[]}::bigint[])`
  return row!.active
}

/** Stretches of ids that a sample is taken from, spread evenly. */
const stretches = 200

export interface Sampled extends PeopleCounted {
  /** Active memberships that were looked at. */
  readonly looked: number
}

/**
 * Judges a part of the memberships: those with ids in short stretches, each at a random place of its part of the client's ids. A person on
 * several lists is met by the first of them alone.
 * @param part of all ids, 0 to 1
 */
export async function samplePeople(sql: Sql, judged: Judged, part: number): Promise<Sampled> {
  const { clientId, lists } = judged
  const members = isMember(sql, judged)
  const ofPerson =
    lists.length === 1
      ? sql`select true as first, h.holds is true as held, h.holds is null as open from (select ${holdsOf(sql, judged)} as holds offset 0) h`
      : sql`
        select not exists (
            select 1 from subscribers e
            where e.client_id = ${clientId} and e.address = s.address and e.state = 'Active'
              and e.list_id = any(${lists as number[]}::bigint[]) and e.list_id < s.list_id
          ) as first, coalesce(bool_or(m.holds), false) as held, coalesce(bool_or(m.holds is null), false) as open
        from (select s.address as sought offset 0) o
        cross join lateral (
          select ${holdsOf(sql, judged)} as holds from subscribers s where ${members} and s.address = o.sought offset 0
        ) m`
  const [row] = await sql<Sampled[]>`
    with ends as materialized (
      select min(id) as low, max(id) - min(id) + 1 as span from subscribers where client_id = ${clientId}
    ), stretches as materialized (
      select low + i * span / n as begin, (i + 1) * span / n - i * span / n as ids
      from ends
      cross join lateral (select least(${stretches}::bigint, span) as n) c
      cross join generate_series(0, n - 1) i
    ), parts as materialized (
      select begin + floor(random() * (ids - width + 1))::bigint as first, width
      from stretches cross join lateral (select greatest(1, round(ids * ${part}::float8))::bigint as width) w
    )
    select count(*)::integer as looked, (count(*) filter (where j.first and j.held))::integer as people,
      (count(*) filter (where j.first and not j.held and j.open))::integer as unknown
    from parts p
    cross join lateral (
      select q.* from subscribers s cross join lateral (${ofPerson}) q
      where ${members} and s.id >= p.first and s.id < p.first + p.width offset 0
    ) j`
  return row!
}

export interface PersonShown {
  readonly email: string
  readonly address: string
  readonly name: string
  readonly listPublicId: string
  /** In the order of the leaves that were asked. */
  readonly leaves: readonly (boolean | null)[]
}

/** Members of whom a tree holds, and what each leaf says of them; a person on several lists may appear several times. */
export async function showPeople(
  sql: Sql,
  judged: Judged,
  leaves: readonly (LeafCondition | undefined)[],
  most: number,
): Promise<readonly PersonShown[]> {
  return sql<PersonShown[]>`
    select s.email, s.address, s.name, l.public_id as list_public_id, ${answersOf(sql, judged, leaves)} as leaves
    from (select s.* from subscribers s where ${isMember(sql, judged)} and ${holdsOf(sql, judged)} limit ${most}) s
    join lists l on l.client_id = ${judged.clientId} and l.id = s.list_id`
}

export interface MembershipJudged {
  readonly listPublicId: string
  readonly state: string
  readonly holds: boolean | null
  readonly leaves: readonly (boolean | null)[]
}

/** The memberships of an address, in any state, and what a tree and each leaf say of them. */
export async function judgeMemberships(
  sql: Sql,
  judged: Judged,
  address: string,
  leaves: readonly (LeafCondition | undefined)[],
): Promise<readonly MembershipJudged[]> {
  const { clientId, lists } = judged
  return sql<MembershipJudged[]>`
    select l.public_id as list_public_id, s.state, ${holdsOf(sql, judged)} as holds, ${answersOf(sql, judged, leaves)} as leaves
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and s.address = ${address} and s.list_id = any(${lists as number[]}::bigint[])
    order by s.list_id`
}

/** A leaf that is lost holds for no person. */
function answersOf(sql: Sql, { clientId, listId }: Judged, leaves: readonly (LeafCondition | undefined)[]): Fragment {
  const judging = { sql, clientId, listId, today: todayOf(sql, clientId), hasDays: false }
  const answers = leaves.map(leaf => (leaf ? sql`(${leafHolds(judging, leaf)})` : sql`false`))
  if (answers.length === 0) return sql`'[]'::jsonb`
  return sql`jsonb_build_array(${answers.reduce((all, one) => sql`${all}, ${one}`)})`.unprepared()
}
