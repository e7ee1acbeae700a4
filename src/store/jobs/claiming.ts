/**
 * Claiming: a process takes rows of a table for itself for a while. Processes that claim at the same time take different rows. A
 * claim ends by itself, so that another process takes over from one that died, and each claim has a token of its own, by which
 * writes of an earlier holder are told (fencing). What a claimed row becomes in the end differs: its table's file says it.
 *
 * Not claimed in this way:
 * - rows that are held for one transaction only. Their lock is the claim and ends with its holder: a campaign that is being
 *   planned (plans.ts), a client's events that are being numbered (events.ts), a bounce that is being worked off (bounces.ts).
 * - opens and clicks, which one process at a time counts and classifies, by an advisory lock (hit-counts.ts, classified.ts).
 * - numbers of an audience that no sender has claimed yet: they have no row, and are taken from a counter (leases.ts).
 * - jobs, which graphile-worker claims (jobs.ts).
 */
import type { Fragment, Sql } from '../connection/database.ts'

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
}

/**
 * A table of rows of a client whose column `claim`, the token, counts the claims of its row.
 *
 * @param id what the primary key holds beside the client
 */
export function countedClaims(table: string): ClaimedTable<'clientId' | 'id', 'claim'>
export function countedClaims<Id extends string>(table: string, id: Id): ClaimedTable<'clientId' | Id, 'claim'>
export function countedClaims(table: string, id = 'id'): ClaimedTable<string, 'claim'> {
  return { table, key: ['clientId', id], token: 'claim', sequence: undefined, until: 'claimedUntil' }
}

export interface ClaimOptions {
  /**
   * `select` of the key, and of what `returning` needs of the row as it was, from the table as `t`: rows that are free, in the order
   * and number wanted. It ends where `for update` may follow.
   */
  readonly candidates: Fragment
  /** When the claim ends by itself. */
  readonly until: Fragment
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
  { table, key, token, sequence, until: end }: ClaimedTable<string, string>,
  { candidates, until, set = sql``, joined = sql``, returning, waits = false }: ClaimOptions,
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
    set ${sql(token)} = ${next}, ${sql(end)} = ${until}${set}
    from chosen o ${joined}
    where ${isSame}
    returning ${returning}`
}

/** Of a row of the table, as a condition: it is claimed under this token, so not by another process since. */
export function fence<Key extends string, Token extends string>(
  sql: Sql,
  { key, token }: ClaimedTable<Key, Token>,
  held: Readonly<Record<Key | Token, number>>,
): Fragment {
  return all(
    sql,
    [...key, token].map(column => sql`${sql(column)} = ${held[column]}`),
  )
}

function all(sql: Sql, conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((before, condition) => sql`${before} and ${condition}`)
}
