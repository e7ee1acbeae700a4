/** Before when rows of a kind go, for clients that chose a period of their own and for all others. */
import type { Fragment, Sql } from '../connection/database.ts'

export interface Horizons {
  /** Null where they are kept for ever. */
  readonly others: Date | null
  /** Clients with a choice of their own. */
  readonly own: readonly { readonly clientId: number; readonly before: Date | null }[]
}

/** Condition on a row: it is older than its client keeps it. @param clientId column; null for a row of no client */
export function isPast(sql: Sql, at: Fragment, clientId: Fragment, { others, own }: Horizons): Fragment {
  if (own.length === 0) return others === null ? sql`false` : sql`${at} < ${others}`
  const ids = sql`${own.map(one => one.clientId)}::bigint[]`
  const befores = sql`${own.map(({ before }) => before)}::timestamptz[]`
  return sql`${at} < case when ${clientId} = any(${ids}) then (${befores})[array_position(${ids}, ${clientId})] else ${others}::timestamptz end`
}
