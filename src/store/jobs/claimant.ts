/**
 * Identifies the process of a claim. While a process lives it holds an advisory lock with its name, which PostgreSQL releases with
 * the process's
 * connection. After a kill other processes on any machine take over its claims at once instead of waiting for their expiry. A machine
 * that lost
 * its network keeps the lock longer; then the claims expire.
 * See docs/decisions/storage.md#claims-end-with-their-process.
 */
import { randomBytes } from 'node:crypto'
import type { Database, Fragment, Sql } from '../connection/database.ts'

const name = `process-${randomBytes(8).toString('hex')}`
let isHeld = false

/** The name that this process writes into its claims. Null while its lock is not held: such claims only expire. */
export function claimantName(): string | null {
  return isHeld ? name : null
}

export interface Claimant {
  stop(): Promise<void>
}

/** From now on claims contain the name of this process. Without a listening connection they only expire. */
export async function startClaimant(db: Pick<Database, 'holdLock'>): Promise<Claimant> {
  const held = await db
    .holdLock(name, now => {
      isHeld = now
    })
    .catch(() => undefined)
  isHeld = held !== undefined
  return {
    async stop() {
      isHeld = false
      held?.release()
    },
  }
}

/**
 * Those of the named processes that are gone. It is a statement without tables: the locks are held on the server that processes connect to,
 * and the rows of a client may be on another.
 */
export async function findGone(sql: Sql, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return []
  const rows = await sql<{ name: string }[]>`
    select p.name from unnest(${names as string[]}::text[]) p (name) where ${isGone(sql, sql`p.name`)}`
  return rows.map(({ name }) => name)
}

/** Condition: the process of that name is gone, in a statement without tables of clients. Locks the name until it or its transaction ends. */
export function isGone(sql: Sql, processName: Fragment): Fragment {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${processName}, 0))`
}
