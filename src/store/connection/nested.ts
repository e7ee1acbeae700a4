import type { LogEvent } from '../../lib/log-events.ts'
import type { Database, Transaction } from './database.ts'

/**
 * A database for code with its own transactions, inside an open one: they become savepoints, and commit or roll back with it.
 * Concurrent transactions run one after the other, because they share the connection.
 */
export function nestDatabase(sql: Transaction): Database {
  let last: Promise<unknown> = Promise.resolve()
  const begin: Database['begin'] = work => {
    const run = last.then(() => within(sql, work))
    last = run.catch(() => {})
    return run
  }
  const refuse = () => Promise.reject(new Error('Within a transaction there are no connections of its own.'))
  const tag = (...args: Parameters<Transaction>) => sql(...args)
  return Object.assign(tag, {
    json: sql.json,
    secrets: sql.secrets,
    unsafe: sql.unsafe,
    begin,
    reserve: refuse,
    listen: refuse,
    copyIn: refuse,
    copyOut: refuse,
    end: refuse,
  }) as unknown as Database // the overloads of the tag are the transaction's
}

async function within<Value>(sql: Transaction, work: (sql: Transaction) => Promise<Value> | Value): Promise<Value> {
  await sql`savepoint nested`
  // actions of a rolled back savepoint are dropped
  const held: (() => void)[] = []
  const inner: Transaction = Object.assign((...args: Parameters<Transaction>) => sql(...args), sql, {
    afterCommit: (act: () => void) => void held.push(() => sql.afterCommit(act)),
    logAfterCommit: (event: LogEvent) => void held.push(() => sql.logAfterCommit(event)),
  }) as unknown as Transaction // the overloads of the tag are the transaction's
  try {
    const value = await work(inner)
    await sql`release savepoint nested`
    for (const pass of held) pass()
    return value
  } catch (error) {
    await sql`rollback to savepoint nested`
    throw error
  }
}
