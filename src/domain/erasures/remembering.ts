/**
 * Keeps the record of erasures beside the database in step with it: what the database has is written down, and what a restored database
 * lacks is erased once more.
 */
import type { Log } from '../../lib/log.ts'
import { startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  insertReplayed,
  type RememberedErasure,
  readAllErasures,
  readErasuresSign,
} from '../../store/erasures/erasures.ts'
import { erasedEmail } from '../../store/subscribers/address-hash.ts'
import { suppressAll } from '../../store/subscribers/suppressions.ts'
import { appendRecord, readRecord } from './record.ts'

export interface ErasureMemory {
  /** What the database has is in the record when this resolves. @throws Error of the disk or the database */
  remember(): Promise<void>
  stop(): Promise<void>
}

export interface ErasureMemoryParts {
  readonly db: Database
  /** Each has a record of its own. */
  readonly folders: readonly string[]
  readonly log: Log
  readonly pollMs?: number
}

/** Looks before it resolves: a restored database has its erasures again before anything is sent. */
export async function startErasureMemory({
  db,
  folders,
  log,
  pollMs = 10_000,
}: ErasureMemoryParts): Promise<ErasureMemory> {
  let seen: string | undefined
  let working: Promise<void> = Promise.resolve()
  const look = async () => {
    const sign = await readErasuresSign(db)
    if (sign === seen) return
    for (const folder of folders) await keepInStep(db, folder, log)
    // the sign from before: an erasure committed while the folders were written is looked at the next time
    seen = sign
  }
  // one after the other: both would append the same lines
  const lookNext = () => {
    working = working.catch(() => {}).then(look)
    return working
  }
  await lookNext()
  const poller = startPoller({
    name: 'the record of erasures',
    every: pollMs,
    work: async () => {
      await lookNext()
      return false
    },
    log,
  })
  return { remember: lookNext, stop: () => poller.stop() }
}

async function keepInStep(db: Database, folder: string, log: Log): Promise<void> {
  const [recorded, stored] = await Promise.all([readRecord(folder), readAllErasures(db)])
  const inRecord = new Set(recorded.map(({ publicId }) => publicId))
  const missing = stored.filter(({ publicId }) => !inRecord.has(publicId))
  if (missing.length > 0) await appendRecord(folder, missing)
  const inDatabase = new Set(stored.map(({ publicId }) => publicId))
  let replayed = 0
  for (const erasure of recorded) if (!inDatabase.has(erasure.publicId) && (await replay(db, erasure))) replayed++
  if (replayed > 0) log.warn({ replayed }, 'the database does not know erasures that were made: they are made again')
}

/** The hash is on the suppression list when this resolves; the rest is looked for in the background. @returns false where the client is gone */
async function replay(db: Database, erasure: RememberedErasure): Promise<boolean> {
  return transaction(db, async sql => {
    const clientId = await insertReplayed(sql, erasure)
    if (clientId === undefined) return false
    const evidence = { by: 'operator', detail: `erasure ${erasure.publicId}, after a restore` }
    await suppressAll(sql, [{ clientId, address: erasure.hash, email: erasedEmail, reason: 'manual', evidence }])
    return true
  })
}
