/**
 * Claiming: a process takes rows of a table for itself for a while. Processes that claim at the same time take different rows. A
 * claim ends by itself, and where its table says who claimed (`by`) also with its process, so that another process takes over from one
 * that died; each claim has a token of its own, by which writes of an earlier holder are noticed (fencing). What a claimed row becomes in
 * the end differs: its table's file says it.
 *
 * Not claimed in this way:
 * - rows that are held for one transaction only. Their lock is the claim and ends with its holder: a campaign that is being
 *   planned (plans.ts), a client's events that are being numbered (events.ts), a bounce that is being worked off (bounces.ts).
 * - opens and clicks, which one process at a time counts and classifies, by an advisory lock (hit-counts.ts, classified.ts).
 * - numbers of an audience that no sender has claimed yet: they have no row, and are taken from a counter (leases.ts).
 * - jobs, which graphile-worker claims (jobs.ts).
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { claimantName, isGone } from './claimant.ts'

/** A process that lives prolongs its claims long before their end (`holdClaim`); one on a machine that is gone keeps them for so long. */
export const claimSeconds = 60

/** Another process works on the row since, or what it is about was cancelled or deleted: what was begun must not commit. */
export class ClaimLost extends Error {}

/** A table whose rows are claimed. Columns are named in camelCase, as in rows. */
export interface ClaimedTable<Key extends string, Token extends string> {
  readonly table: string
  /** The columns of its primary key. */
  readonly key: readonly Key[]
  /** The column of the fencing token. */
  readonly token: Token
  /** Where tokens are drawn from; undefined where the token counts the claims of its row. */
  readonly sequence: string | undefined
  /** The column that says when a claim ends by itself. */
  readonly until: string
  /** The column that says which process claimed. */
  readonly by?: string
  /** The column that counts the claims since the work last advanced, without those that a stop or the database's absence ended. */
  readonly attempts?: string
}

/**
 * A table of rows of a client whose column `claim`, the token, counts the claims of its row.
 *
 * @param id what the primary key holds beside the client
 */
export function countedClaims(table: string): ClaimedTable<'clientId' | 'id', 'claim'>
export function countedClaims<Id extends string>(table: string, id: Id): ClaimedTable<'clientId' | Id, 'claim'>
export function countedClaims(table: string, id = 'id'): ClaimedTable<string, 'claim'> {
  return { table, key: ['clientId', id], token: 'claim', sequence: undefined, until: 'claimedUntil', by: 'claimedBy' }
}

/** The same of a table whose column `attempts` counts the claims since the work last advanced. */
export function countedAttempts(table: string): ClaimedTable<'clientId' | 'id', 'claim'> {
  return { ...countedClaims(table), attempts: 'attempts' }
}

export interface ClaimOptions {
  /**
   * `select` of the key, and of what `returning` needs of the row as it was, from the table as `t`: rows that are free, in the order
   * and number wanted. It ends where `for update` may follow.
   */
  readonly candidates: Fragment
  /** When the claim ends by itself: after `claimSeconds` unless given. */
  readonly until?: Fragment
  /** Further columns that a claim sets: `, owner = …`. */
  readonly set?: Fragment
  /** Further tables, joined to the candidates `o`: `join clients c on …`. */
  readonly joined?: Fragment
  /** Columns of the claimed row `t`, of the candidate `o`, and of what is joined. */
  readonly returning: Fragment
  /** Waits for rows that another process has locked, instead of leaving them out: the caller must know that none is left. */
  readonly waits?: boolean
}

/** Claims what the candidates yield, without those that another process has locked unless it waits. One statement. @returns in no order */
export function claimRows<Row>(
  sql: Sql,
  { table, key, token, sequence, until: end, by, attempts }: ClaimedTable<string, string>,
  { candidates, until = claimEnd(sql), set = sql``, joined = sql``, returning, waits = false }: ClaimOptions,
): Promise<Row[]> {
  const next = sequence === undefined ? sql`${sql(`t.${token}`)} + 1` : sql`nextval(${sequence}::text::regclass)`
  const isSame = all(
    sql,
    key.map(column => sql`${sql(`t.${column}`)} = ${sql(`o.${column}`)}`),
  )
  // materialized: a join that looked into it twice would lock more rows than it claims
  return sql<Row[]>`
    with chosen as materialized (
      ${candidates}
      for update of t ${waits ? sql`` : sql`skip locked`}
    )
    update ${sql(table)} t
    set ${sql(token)} = ${next}, ${sql(end)} = ${until}${by === undefined ? sql`` : sql`, ${sql(by)} = ${claimantName()}`}${attempts === undefined ? sql`` : sql`, ${sql(attempts)} = ${sql(`t.${attempts}`)} + 1`}${set}
    from chosen o ${joined}
    where ${isSame}
    returning ${returning}`
}

/** When a claim of now ends by itself. */
export function claimEnd(sql: Sql): Fragment {
  // not of the transaction's beginning: one that has worked for a minute would have lost its claim
  return sql`clock_timestamp() + make_interval(secs => ${claimSeconds})`
}

/** Of a row `t`, as a condition: no process that lives has claimed it. */
export function isFree(sql: Sql, { until, by }: ClaimedTable<string, string>): Fragment {
  const isOver = sql`${sql(`t.${until}`)} <= now()`
  if (by === undefined) return isOver
  return sql`(${isOver} or (${sql(`t.${by}`)} is not null and ${isGone(sql, sql`${sql(`t.${by}`)}`)}))`
}

/**
 * Prolongs a claim beside the work that is done under it. A row that a transaction has locked stays as it is: the transaction prolongs the
 * claim itself.
 * @returns false when it is lost
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
      where ${fence(sql, claimed, held)} and exists (select from unlocked)
    )
    select exists (select from ${sql(table)} where ${fence(sql, claimed, held)}) as is_held`
  return row!.isHeld
}

/** Gives a claim back, which then was no attempt: what it is about goes on at the next look. */
export async function releaseClaim<Key extends string, Token extends string>(
  sql: Sql,
  claimed: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number | boolean>>,
): Promise<void> {
  const { table, until, attempts } = claimed
  const uncounted = attempts === undefined ? sql`` : sql`, ${oneAttemptLess(sql, attempts)}`
  await sql`update ${sql(table)} set ${sql(until)} = '-infinity'${uncounted} where ${fence(sql, claimed, held)}`
}

/**
 * Takes back that a claim counted as an attempt. The claim goes on, or ends by its time.
 * Another process may hold the row by now: its own attempt stays counted.
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
  await sql`update ${sql(table)} set ${oneAttemptLess(sql, attempts)} where ${isSame}`
}

/** Not below 0: the work may have advanced meanwhile, which begins the count anew. */
function oneAttemptLess(sql: Sql, attempts: string): Fragment {
  return sql`${sql(attempts)} = greatest(${sql(attempts)} - 1, 0)`
}

/** Of a row of the table, as a condition: it is claimed under this token, so not by another process since. */
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
