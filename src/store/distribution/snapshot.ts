/**
 * One moment for all nodes of a distributed database. Each node has snapshots of its own, and Citus does not join them: a transaction that has
 * committed on one worker may not have on another yet. Writes are held while each node takes its snapshot, for some hundredths of a second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../lib/operator-error.ts'
import type { Database, Sql } from '../connection/database.ts'
import { wasBlocked } from '../connection/failures.ts'
import { askWorkers } from './nodes.ts'
import { leadingTable, readPlacements } from './placement.ts'

/** Writers wait behind the lock for this long at most; the backup tries again. */
const lockWaitMs = 2_000
const attempts = 60
const pauseMs = 3_000

/**
 * Has each node take the snapshot of a transaction that has just begun with `repeatable read`.
 * @param sql the transaction; with one connection to each worker, which keeps the snapshot there
 * @throws OperatorError if a table is in use for minutes
 */
export async function takeSnapshots(db: Database, sql: Sql): Promise<void> {
  await sql.unsafe('set local citus.max_adaptive_executor_pool_size = 1')
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const isTaken = await whileWritesAreHeld(db, async () => {
      // all shards of a table, and so all workers; the coordinator with it
      await sql`select count(*) from ${sql(leadingTable)}`
    })
    if (isTaken) return
    await sleep(pauseMs)
  }
  throw new OperatorError(
    'No backup was made: writes to the distributed database could not be held for a moment, because a long transaction writes. Try again later.',
  )
}

/**
 * A write holds a lock on its table from its start until it has committed on all nodes, so that a lock which excludes it waits for its end.
 * Citus takes the lock on the workers, too.
 * @returns false, without having worked, if the lock was not to be had or a commit has not ended on a worker
 */
async function whileWritesAreHeld(db: Database, work: () => Promise<void>): Promise<boolean> {
  const holder = await db.reserve()
  try {
    const tables = (await readPlacements(holder)).filter(({ placement }) => placement !== 'coordinator')
    await holder.unsafe(`begin; set local lock_timeout = ${lockWaitMs}`)
    await holder.unsafe(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in share mode`)
    if ((await askWorkers(holder)).some(({ facts }) => !facts || facts.prepared > 0)) return false
    await work()
    return true
  } catch (error) {
    if (wasBlocked(error)) return false
    throw error
  } finally {
    await holder.unsafe('rollback').catch(() => {})
    holder.release()
  }
}
