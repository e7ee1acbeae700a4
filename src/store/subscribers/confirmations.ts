/** Requested confirmation mails, recorded so that no address is mailed too often. */
import type { Sql } from '../connection/database.ts'
import { countOccurrences, forgetOccurrences, recordOccurrences, type Subject } from '../limits/occurrences.ts'

export interface Asked {
  /** Confirmation mails to the address within the last day, for all lists of the account. */
  readonly today: number
  /** True if this list sent one within the last minutes. */
  readonly justNow: boolean
}

export interface Asking {
  readonly accountId: number
  readonly listId: number
  readonly address: string
}

const toAddress = ({ accountId, address }: Asking): Subject => ({
  kind: 'confirmation mail to address',
  subject: `${accountId} ${address}`,
})
const toMembership = ({ listId, address }: Asking): Subject => ({
  kind: 'confirmation mail to membership',
  subject: `${listId} ${address}`,
})

/** Earlier requests, one result per row, in order. */
export async function readConfirmationsAsked(
  sql: Sql,
  rows: readonly Asking[],
  apartMinutes: number,
): Promise<readonly Asked[]> {
  const counts = await countOccurrences(
    sql,
    rows.flatMap(row => [
      { ...toAddress(row), withinMinutes: 24 * 60 },
      { ...toMembership(row), withinMinutes: apartMinutes },
    ]),
  )
  return rows.map((_row, n) => ({ today: counts[2 * n]!, justNow: counts[2 * n + 1]! > 0 }))
}

export function recordConfirmations(sql: Sql, rows: readonly Asking[]): Promise<void> {
  return recordOccurrences(
    sql,
    rows.flatMap(row => [toAddress(row), toMembership(row)]),
  )
}

/** Deletes recorded requests. @returns the number of deleted rows */
export function forgetConfirmationsOf(sql: Sql, rows: readonly Asking[]): Promise<number> {
  return forgetOccurrences(
    sql,
    rows.flatMap(row => [toAddress(row), toMembership(row)]),
  )
}
