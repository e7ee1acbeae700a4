/** Removes opens and clicks as they were recorded, and published events, by partitions of a month. */
import { findClientsWith } from '../among-clients.ts'
import type { Database, Sql } from '../connection/database.ts'
import { type Partition, readPartitions } from '../partitions.ts'
import { type Horizons, isPast } from './horizons.ts'
import { deleteInSteps, dropEmpty, removeRows } from './removing.ts'

type MonthlyTable = 'hits' | 'published_events'

/** A month without rows that stay is over; where some clients keep theirs longer, or less long, their rows are handled by client. */
export async function removeMonths(
  db: Database,
  table: MonthlyTable,
  horizons: Horizons,
  signal: AbortSignal,
): Promise<void> {
  for (const partition of await readPartitions(db)) {
    signal.throwIfAborted()
    if (partition.table === table) await removeMonth(db, partition, horizons, signal)
  }
}

async function removeMonth(db: Database, partition: Partition, horizons: Horizons, signal: AbortSignal): Promise<void> {
  const until = new Date(partition.until)
  const isOver = (before: Date | null) => before !== null && until <= before
  const { name, table } = partition
  const own = horizons.own.map(({ clientId, before }) => ({ clientId, goes: isOver(before) }))
  if (isOver(horizons.others)) {
    const stay = own.filter(({ goes }) => !goes).map(({ clientId }) => clientId)
    const goes = db`client_id <> all(${stay}::bigint[])`
    if (table === 'hits') await moveEdges(db, until, await findClientsWith(db, name, goes))
    const stays = db`client_id = any(${stay}::bigint[])`
    await removeRows(db, name, { stays, goes }, signal)
    // the first partition takes whatever is older
    if (partition.from !== 'MINVALUE') await dropEmpty(db, table, name)
    return
  }
  const go = own.filter(({ goes }) => goes).map(({ clientId }) => clientId)
  if (go.length === 0) return
  if (table === 'hits') await moveEdges(db, until, go)
  for (const clientId of go) await deleteInSteps(db, name, db`client_id = ${clientId}`, signal)
}

/** Opens and clicks of months that have no partition. There are few, if any. */
export async function removeRestOfHits(db: Database, horizons: Horizons, signal: AbortSignal): Promise<void> {
  const isOver = isPast(db, db`at`, db`client_id`, horizons)
  for (const clientId of await findClientsWith(db, 'hits_rest', isOver)) {
    await db`
      insert into retention_edges as e (client_id, hits_from)
      select ${clientId}::bigint, max(at) + interval '1 microsecond' from hits_rest where client_id = ${clientId} and ${isOver}
      having count(*) > 0
      on conflict (client_id) do update set hits_from = excluded.hits_from where e.hits_from < excluded.hits_from`
    await deleteInSteps(db, 'hits_rest', db`client_id = ${clientId} and ${isOver}`, signal)
  }
}

/**
 * Records, before the first row goes, since when the hits of clients are complete: without the earlier ones no recipient is classified anew,
 * and no one counts as inactive.
 */
async function moveEdges(sql: Sql, until: Date, clientIds: readonly number[]): Promise<void> {
  for (const clientId of clientIds)
    await sql`
      insert into retention_edges as e (client_id, hits_from)
      select ${clientId}::bigint, ${until}::timestamptz from clients where id = ${clientId}
      on conflict (client_id) do update set hits_from = excluded.hits_from where e.hits_from < excluded.hits_from`
}
