/** Reads that are given up after a time: counts of many rows, which the caller can do without. */
import type { Database, Transaction } from './database.ts'
import { wasCancelled } from './failures.ts'
import { transaction } from './transaction.ts'

/** @returns undefined if a statement takes longer */
export async function giveUpAfter<Value>(
  db: Database,
  limitMs: number,
  read: (sql: Transaction) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await transaction(db, async sql => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}::text, true)`
      return await read(sql)
    })
  } catch (error) {
    if (wasCancelled(error)) return undefined
    throw error
  }
}
