import type { Database, Transaction } from './database.ts'
import { isStale } from './failures.ts'
import type { StatementKind } from './pool.ts'

/** PostgreSQL ended the transaction to let another one live; nothing of it was kept, so it may simply run again. */
const transient = new Set(['40001', '40P01'])
const mostAttempts = 4

/**
 * Runs a transaction, and runs it again when PostgreSQL ended it over a deadlock, or when the connection's prepared
 * statements no longer fit the tables. `run` must have no effects elsewhere.
 */
export async function transaction<Value>(
  db: Database,
  run: (sql: Transaction) => Promise<Value>,
  kind?: StatementKind,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.begin(run, kind)
    } catch (error) {
      const isTransient = transient.has((error as { code?: string }).code ?? '') || isStale(error) // SQLSTATE stands there
      if (attempt === mostAttempts || !isTransient) throw error
    }
  }
}
