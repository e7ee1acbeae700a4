/** Selects the members a rule applies to. They are counted and stored once, so that later changes do not move the ranges. */
import { membersOfSource, type SegmentTree } from '../campaigns/audience.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import { addressesFrom, textsFrom } from '../subscribers/subscriber-list.ts'
import type { BulkChangeKey } from './bulk-changes.ts'

/** Selects members of a list; undefined and empty fields do not restrict. */
export interface MemberRule {
  readonly states: readonly State[]
  /** Prefix of the normalised address. */
  readonly prefix: string
  /** In lower case and A-labels. */
  readonly domain: string
  /** Prefix of the name, compared without case. */
  readonly name: string
  /** Local times of the client: from the first (inclusive) to the second (exclusive). */
  readonly since: string | null
  readonly until: string | null
  /** Of a segment, whose members are active subscribers. */
  readonly tree: SegmentTree | null
  /** Selected subscribers; null for all, and absent in rules of earlier versions. */
  readonly ids?: readonly number[] | null
}

export interface RuledList {
  readonly clientId: number
  readonly listId: number
  readonly timeZone: string
}

/** Counts the members of a list that a rule applies to. The indexes of subscribers that begin with list and state serve this query. */
export async function countRuled(sql: Sql, list: RuledList, rule: MemberRule): Promise<number> {
  if (isOfStatesOnly(rule)) return countByTotals(sql, list, rule.states)
  const [row] = await sql<{ members: number }[]>`select count(*)::bigint as members ${ruled(sql, list, rule)}`
  return row!.members
}

/**
 * Stores the members of a change, numbered from 1 in the order in which they joined the list.
 * @param most maximum number; if more members match, one more is stored
 * @returns the number of stored members
 */
export async function chooseRuled(
  sql: Transaction,
  { clientId, changeId }: BulkChangeKey,
  list: RuledList,
  rule: MemberRule,
  most: number,
): Promise<number> {
  const { count } = await sql`
    insert into bulk_change_rows (client_id, change_id, number, subscriber_id)
    select ${clientId}, ${changeId}, row_number() over (order by c.id), c.id
    from (select s.id ${ruled(sql, list, rule)} order by s.id limit ${most + 1}) c`
  return count
}

function ruled(sql: Sql, { clientId, listId, timeZone }: RuledList, rule: MemberRule): Fragment {
  const { states, prefix, domain, name, since, until, tree, ids = null } = rule
  const local = (time: string) => sql`(${time}::text::timestamp at time zone ${timeZone})`
  const chosen =
    tree === null ? sql`` : sql`and s.id in (select m.id from (${membersOfSource(sql, clientId, { listId, tree })}) m)`
  return sql`
    from subscribers s
    where s.client_id = ${clientId} and s.list_id = ${listId} and s.state = any(${states as string[]}::text[])
      ${addressesFrom(sql, { prefix, after: undefined })}
      ${domain === '' ? sql`` : sql`and split_part(s.address, '@', -1) collate "C" = ${domain}`}
      ${name === '' ? sql`` : sql`and s.name <> '' and ${textsFrom(sql, sql`lower(s.name) collate "C"`, sql`lower(${name}::text)`)}`}
      ${since === null ? sql`` : sql`and s.joined_at >= ${local(since)}`}
      ${until === null ? sql`` : sql`and s.joined_at < ${local(until)}`}
      ${ids === null ? sql`` : sql`and s.id = any (${ids as number[]}::bigint[])`}
      ${chosen}`
}

function isOfStatesOnly({ prefix, domain, name, since, until, tree, ids = null }: MemberRule): boolean {
  return `${prefix}${domain}${name}` === '' && [since, until, tree, ids].every(rule => rule === null)
}

/** Subscribers of a list with addresses; those it does not have are left out. */
export async function readIdsOfAddresses(
  sql: Sql,
  { clientId, listId }: Pick<RuledList, 'clientId' | 'listId'>,
  addresses: readonly string[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select s.id
    from (select distinct unnest(${addresses as string[]}::text[]) as address) a
    -- each by the whole key: without statistics a planner reads all of the list
    cross join lateral (
      select id from subscribers where client_id = ${clientId} and address = a.address and list_id = ${listId} offset 0
    ) s
    order by s.id`
  return rows.map(({ id }) => id)
}

/** Reads the counters of the list. */
async function countByTotals(sql: Sql, { clientId, listId }: RuledList, states: readonly State[]): Promise<number> {
  const [row] = await sql<{ members: number }[]>`
    select coalesce(sum(n), 0)::bigint as members
    from list_totals t
    cross join lateral (values ('Active', t.active), ('Unconfirmed', t.unconfirmed), ('Unsubscribed', t.unsubscribed),
      ('Bounced', t.bounced), ('Deleted', t.deleted)) as of_state (state, n)
    where t.client_id = ${clientId} and t.list_id = ${listId} and state = any(${states as string[]}::text[])`
  return row!.members
}
