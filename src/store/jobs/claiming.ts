/**
 * Claiming: a process takes rows of a table for some time. Processes that claim at the same time take different rows. A
 * claim expires, and if the table records the claiming process (`by`) it also ends with that process, so that another process takes
 * over. Each
 * claim has its own token, which detects writes of an earlier holder (fencing). The file of each table defines how work on a claimed
 * row ends.
 *
 * Not claimed in this way:
 * - rows held for one transaction only. The row lock is the claim and ends with its holder: planning of a campaign (plans.ts),
 *   freezing of a range of its audience (freezing.ts),
 *   work on a series (series/planning.ts),
 *   publishing of a client's events (events.ts), processing of a bounce (bounces.ts).
 * - opens and clicks, which one process at a time counts and classifies under an advisory lock (hit-counts.ts, classified.ts).
 * - numbers of an audience that no sender has claimed yet: they have no row, and a counter assigns them (leases.ts).
 * - jobs, which graphile-worker claims (jobs.ts).
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { Counted } from '../connection/template.ts'
import { claimantName, findGone, isGone } from './claimant.ts'

/** A live process renews its claims long before they expire (`holdClaim`); this is how long a dead machine keeps them. */
export const claimSeconds = 60

/** Another process holds the row now, or its subject was cancelled or deleted: the work must not commit. */
export class ClaimLost extends Error {}

/** A table whose rows are claimed. Columns are named in camelCase, as in rows. */
export interface ClaimedTable<Key extends string, Token extends string> {
  readonly table: string
  /** The columns of its primary key. */
  readonly key: readonly Key[]
  /** The column of the fencing token. */
  readonly token: Token
  /** The sequence of tokens; undefined if the token counts the claims of its row. */
  readonly sequence: string | undefined
  /** The column with the expiry of a claim. */
  readonly until: string
  /** The column with the name of the claiming process. */
  readonly by?: string
  /** The column that counts claims since the last progress, except those ended by a stop or by an outage of the database. */
  readonly attempts?: string
}

/**
 * A table of a client's rows whose column `claim`, the token, counts the claims of its row.
 *
 * @param id column of the primary key beside the client
 */
export function countedClaims(table: string): ClaimedTable<'clientId' | 'id', 'claim'>
export function countedClaims<Id extends string>(table: string, id: Id): ClaimedTable<'clientId' | Id, 'claim'>
export function countedClaims(table: string, id = 'id'): ClaimedTable<string, 'claim'> {
  return { table, key: ['clientId', id], token: 'claim', sequence: undefined, until: 'claimedUntil', by: 'claimedBy' }
}

/** Like `countedClaims`, for a table whose column `attempts` counts the claims since the last progress. */
export function countedAttempts(table: string): ClaimedTable<'clientId' | 'id', 'claim'> {
  return { ...countedClaims(table), attempts: 'attempts' }
}

export interface ClaimOptions {
  /** Whose rows they are; absent for a table that belongs to no client. */
  readonly clientId?: number
  /**
   * `select` of free rows of the client from the table as `t`, in the required order and number: the key, and columns of the old row that
   * `returning` needs. `for update` must be possible at its end.
   */
  readonly candidates: Fragment
  /** When the claim expires: after `claimSeconds` by default. */
  readonly until?: Fragment
  /** Further columns to set: `, owner = …`. */
  readonly set?: Fragment
  /** Further tables, joined to the candidates `o`: `join clients c on …`. */
  readonly joined?: Fragment
  /** Columns of the claimed row `t`, of the candidate `o`, and of what is joined. */
  readonly returning: Fragment
  /** A token that was drawn already, for a table whose tokens come from a sequence. */
  readonly next?: number
  /** True to wait for rows that another process has locked instead of skipping them, for callers that must know that none is left. */
  readonly waits?: boolean
}

/**
 * Claims the candidates of one client in one statement, without rows locked by another process unless `waits` is set. Rows that one
 * call claims have the same token if it comes from a sequence.
 * @returns rows in undefined order
 */
export function claimRows<Row>(
  sql: Sql,
  { table, key, token, sequence, until: end, by, attempts }: ClaimedTable<string, string>,
  {
    clientId,
    candidates,
    until = claimEnd(sql),
    set = sql``,
    joined = sql``,
    returning,
    next,
    waits = false,
  }: ClaimOptions,
): Promise<Counted<Row[]>> {
  const isSame = all(
    sql,
    key.map(column =>
      column === 'clientId' ? sql`t.client_id = ${clientId}` : sql`${sql(`t.${column}`)} = ${sql(`o.${column}`)}`,
    ),
  )
  // materialized: a join that evaluated it twice would lock more rows than it claims
  const claimWith = (value: Fragment) => sql<Row[]>`
    with chosen as materialized (
      select * from (${candidates} for update of t ${waits ? sql`` : sql`skip locked`}) c
    )
    update ${sql(table)} t
    set ${sql(token)} = ${value}, ${sql(end)} = ${until}${by === undefined ? sql`` : sql`, ${sql(by)} = ${claimantName()}`}${attempts === undefined ? sql`` : sql`, ${sql(attempts)} = ${sql(`t.${attempts}`)} + 1`}${set}
    from chosen o ${joined}
    where ${isSame}
    returning ${returning}`
  if (sequence === undefined) return claimWith(sql`${sql(`t.${token}`)} + 1`)
  if (next !== undefined) return claimWith(sql`${next}`)
  return nextToken(sql, sequence).then(drawn => claimWith(sql`${drawn}`))
}

/** A new fencing token. On its own, because a distributed database draws numbers on the coordinator only. */
export async function nextToken(sql: Sql, sequence: string): Promise<number> {
  const [row] = await sql<{ token: number }[]>`select nextval(${sequence}::text::regclass) as token`
  return row!.token
}

/** Work in a table whose key is the client and one more column. */
export interface WaitingWork extends Pick<ClaimOptions, 'until' | 'set'> {
  /** Whose work it is; absent for work of any client. */
  readonly clientId?: number
  /** Condition on a row `t` of the client that waits, whether or not a process has claimed it. @param clientId a value or a column */
  readonly isWaiting: (clientId: Fragment) => Fragment
  /** Columns of `t`. */
  readonly order: Fragment
  /** Rows to claim. */
  readonly most?: number
  /** Further tables, joined to the claimed row: `join clients c on …`. */
  readonly joined?: (clientId: number) => Fragment
  /** Columns of the claimed row `t`, and of what is joined. */
  readonly returning: Fragment
}

/** Rows beyond those wanted that are tried if other processes hold or claim the first ones at this moment. */
const mostTaken = 20

/**
 * Claims waiting rows that no live process has claimed, whichever client they belong to: finds them without a lock among all clients, then
 * claims one after the other with its client. Rows that another process has locked or claimed meanwhile are left out. Rows whose claims
 * have expired come before those that only their ended processes hold.
 */
export async function claimWaiting<Row>(
  sql: Sql,
  claimed: ClaimedTable<string, string>,
  { clientId: only, isWaiting, order, most = 1, joined = () => sql``, ...claim }: WaitingWork,
): Promise<Row[]> {
  const id = sql`${sql(`t.${claimed.key.find(column => column !== 'clientId')!}`)}`
  const isOver = isExpired(sql, claimed)
  const by = claimed.by === undefined ? undefined : sql`${sql(`t.${claimed.by}`)}`
  // a process knows of itself that it lives
  const isHeld = by === undefined ? sql`false` : sql`${by} is not null and ${by} is distinct from ${claimantName()}`
  const waiting = await sql<{ clientId: number; found: number; holder: string | null }[]>`
    select t.client_id, ${id} as found, ${by === undefined ? sql`null` : sql`case when not ${isOver} then ${by} end`} as holder
    from ${sql(claimed.table)} t
    where ${only === undefined ? sql`true` : sql`t.client_id = ${only}`} and ${isWaiting(sql`t.client_id`)} and (${isOver} or ${isHeld})
    order by ${isOver} desc, ${order}
    limit ${most + mostTaken}`
  const gone = await findGone(sql, [...new Set(waiting.flatMap(({ holder }) => holder ?? []))])
  const isClaimable = by === undefined ? isOver : sql`(${isOver} or ${by} = any(${gone as string[]}::text[]))`
  const rows: Row[] = []
  for (const { clientId, found, holder } of waiting) {
    if (rows.length === most) break
    if (holder !== null && !gone.includes(holder)) continue
    const candidates = sql`
      select ${id} from ${sql(claimed.table)} t
      where t.client_id = ${clientId} and ${id} = ${found} and ${isWaiting(sql`${clientId}::bigint`)} and ${isClaimable}`
    rows.push(...(await claimRows<Row>(sql, claimed, { ...claim, clientId, candidates, joined: joined(clientId) })))
  }
  return rows
}

/** Expiry of a claim made now. */
export function claimEnd(sql: Sql): Fragment {
  // not now(): a transaction that has worked for a minute would already have lost its claim; and not clock_timestamp(), which a
  // distributed database refuses in an update, because it would differ between nodes
  return sql`statement_timestamp() + make_interval(secs => ${claimSeconds})`
}

function isExpired(sql: Sql, { until }: ClaimedTable<string, string>): Fragment {
  return sql`${sql(`t.${until}`)} <= now()`
}

/**
 * Condition on a row `t` of a table that belongs to no client: no live process has claimed it. For tables of clients `claimWaiting` says
 * it, because their rows may be on another server than the locks of processes.
 */
export function isFree(sql: Sql, claimed: ClaimedTable<string, string>): Fragment {
  const { by } = claimed
  const isOver = isExpired(sql, claimed)
  if (by === undefined) return isOver
  return sql`(${isOver} or (${sql(`t.${by}`)} is not null and ${isGone(sql, sql`${sql(`t.${by}`)}`)}))`
}

/**
 * Renews a claim during the work. Skips a row that a transaction has locked, because that transaction renews the
 * claim itself.
 * @returns false if the claim is lost
 */
export async function renewClaim<Key extends string, Token extends string>(
  sql: Sql,
  claimed: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
): Promise<boolean> {
  const { table, until } = claimed
  const [row] = await sql<{ isHeld: boolean }[]>`
    with unlocked as (
      select 1 from ${sql(table)} where ${fence(sql, claimed, held)} for update skip locked
    ), renewed as (
      update ${sql(table)} set ${sql(until)} = ${claimEnd(sql)}
      where ${fence(sql, claimed, held)} and exists (select 1 from unlocked)
    )
    select exists (select 1 from ${sql(table)} where ${fence(sql, claimed, held)}) as is_held`
  return row!.isHeld
}

/** Releases a claim without counting it as an attempt; the work continues at the next poll. */
export async function releaseClaim<Key extends string, Token extends string>(
  sql: Sql,
  claimed: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
): Promise<void> {
  const { table, until, attempts } = claimed
  const uncounted = attempts === undefined ? sql`` : sql`, ${oneAttemptLess(sql, attempts)}`
  await sql`update ${sql(table)} as claimed set ${sql(until)} = '-infinity'${uncounted} where ${fence(sql, claimed, held)}`
}

/**
 * Withdraws the attempt that a claim counted. The claim itself continues, or expires.
 * If another process holds the row now, its attempt remains counted.
 */
export async function uncountAttempt<Key extends string, Token extends string>(
  sql: Sql,
  { table, key, attempts }: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
): Promise<void> {
  if (attempts === undefined) return
  const isSame = all(
    sql,
    key.map(column => sql`${sql(column)} = ${held[column]}`),
  )
  await sql`update ${sql(table)} as claimed set ${oneAttemptLess(sql, attempts)} where ${isSame}`
}

/** Not below 0: progress meanwhile may have reset the count. */
function oneAttemptLess(sql: Sql, attempts: string): Fragment {
  return sql`${sql(attempts)} = greatest(${sql(attempts)} - 1, 0)`
}

/** Condition on a row of the table: it is claimed with this token, so no other process has claimed it since. */
export function fence<Key extends string, Token extends string>(
  sql: Sql,
  { key, token }: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
): Fragment {
  return all(
    sql,
    [...key, token].map(column => sql`${sql(column)} = ${held[column]}`),
  )
}

function all(sql: Sql, conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((before, condition) => sql`${before} and ${condition}`)
}
