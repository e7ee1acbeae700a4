/**
 * Which process claims. While a process lives it holds an advisory lock with its name, which PostgreSQL ends with the process's connection;
 * so others, on whichever machine, take over its claims at once when it was killed, instead of waiting for their ends. A machine that lost
 * its network keeps the lock for longer: then the claims end by themselves.
 * See docs/decisions/storage.md#claims-end-with-their-process.
 */
import { randomBytes } from 'node:crypto'
import type { Database, Fragment, Sql } from '../connection/database.ts'

const name = `process-${randomBytes(8).toString('hex')}`
let isHeld = false

/** What this process writes into its claims. Null while its lock is not held: then a claim ends by its time only. */
export function claimantName(): string | null {
  return isHeld ? name : null
}

export interface Claimant {
  stop(): Promise<void>
}

/** From now on this process says in its claims who it is. Without a connection that listens its claims end by their time. */
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

/** Whether the process of that name is gone, as a condition. It locks the name until the statement, or its transaction, ends. */
export function isGone(sql: Sql, processName: Fragment): Fragment {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${processName}, 0))`
}
