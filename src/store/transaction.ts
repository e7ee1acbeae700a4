import type { Database, Transaction } from './database.ts'

/** PostgreSQL ended the transaction to let another one live; nothing of it was kept, so it may simply run again. */
const transient = new Set(['40001', '40P01'])
const mostAttempts = 4

/** Runs a transaction, and runs it again when PostgreSQL ended it over a deadlock. `run` must have no effects elsewhere. */
export async function transaction<Value>(db: Database, run: (sql: Transaction) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await db.begin(run)) as Value // begin unwraps arrays of queries, which run never returns
    } catch (error) {
      if (attempt === mostAttempts || !transient.has((error as { code?: string }).code ?? '')) throw error // postgres errors carry SQLSTATE there
    }
  }
}
