import type { Database, Transaction } from './database.ts'
import { isStale } from './failures.ts'
import type { StatementKind } from './pool.ts'

/** PostgreSQL ended the transaction because of a conflict with another one. Nothing was committed, so it can be retried. */
const transient = new Set(['40001', '40P01'])
const mostAttempts = 4

/**
 * Runs a transaction, and retries it if PostgreSQL ended it because of a deadlock, or if the connection's prepared
 * statements no longer fit the tables. `run` must have no other side effects.
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
      const isTransient = transient.has((error as { code?: string }).code ?? '') || isStale(error) // errors of PostgreSQL have the SQLSTATE as code
      if (attempt === mostAttempts || !isTransient) throw error
    }
  }
}

/** Runs statements in the caller's transaction if there is one, otherwise in their own. */
export async function within<Value>(
  sql: Database | Transaction,
  run: (sql: Transaction) => Promise<Value>,
): Promise<Value> {
  return 'isTransaction' in sql ? run(sql) : transaction(sql, run)
}

/** Runs statements that only read and all see the same rows. */
export async function snapshot<Value>(db: Database, run: (sql: Transaction) => Promise<Value>): Promise<Value> {
  return transaction(db, async sql => {
    await sql.unsafe('set transaction isolation level repeatable read, read only')
    return run(sql)
  })
}
