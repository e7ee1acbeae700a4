/** Confirmation mails asked for, so that no address is mailed too often.  */
import type { Sql } from '../connection/database.ts'
import { countOccurrences, forgetOccurrences, recordOccurrences, type Subject } from '../limits/occurrences.ts'

export interface Asked {
  /** Confirmation mails to the address within the last day, over all lists of the account. */
  readonly today: number
  /** Whether this list asked within the last minutes. */
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

/** What was asked so far, one answer per row, in order. */
export async function confirmationsAsked(
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

/** Forgets what was asked. @returns how many rows went */
export function forgetConfirmationsOf(sql: Sql, rows: readonly Asking[]): Promise<number> {
  return forgetOccurrences(
    sql,
    rows.flatMap(row => [toAddress(row), toMembership(row)]),
  )
}
