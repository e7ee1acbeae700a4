/** The background work of imports: reads, judges, writes and undoes what was asked for, one import of a process at a time. */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { activeSpan } from '../../lib/trace.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  advanceImport,
  type ClaimedImport,
  claimImport,
  type HeldImport,
  holdImport,
  importClaims,
  importsChannel,
  publishImport,
  settleImport,
} from '../../store/imports/imports.ts'
import { analyzeMembers, beginCounts, joiningMonths, type Range } from '../../store/imports/staging.ts'
import { undoRange } from '../../store/imports/undoing.ts'
import { type Writing, writeRange } from '../../store/imports/writing.ts'
import { ClaimLost, releaseClaim } from '../../store/jobs/claiming.ts'
import { makeHistoryPartitions } from '../../store/partitions.ts'
import { holdClaim } from '../background/holding.ts'
import type { Evidence } from '../subscribers/evidence.ts'
import { judgeFile, judgingOf, readSource } from './judging.ts'
import type { Mapping } from './mapping.ts'
import { type OpenReader, readerThread } from './reading.ts'

/** Row numbers of one transaction. */
export const rowsOfRange = 10_000
/** Events of progress of one import, at most about. */
const progressEvents = 50

export interface ImportWorkerParts {
  readonly db: Database
  /** How files are read; in a thread unless given. */
  readonly openReader?: OpenReader
  readonly log: Log
  readonly pollMs?: number
}

export function startImports({ db, openReader = readerThread, log, pollMs = 5_000 }: ImportWorkerParts): Poller {
  return startPoller({
    name: 'imports',
    every: pollMs,
    work: stopping => workOnImport(db, openReader, stopping),
    listen: wake => db.listen(importsChannel, wake),
    log,
  })
}

/** Works on the import that has waited longest until it needs no more work. @returns whether there may be more */
export async function workOnImport(db: Database, openReader: OpenReader, stopping: AbortSignal): Promise<boolean> {
  const claimed = await claimImport(db)
  if (!claimed) return false
  activeSpan()?.set({ 'lettershop.import': claimed.publicId, 'lettershop.import_state': claimed.state })
  const held = { clientId: claimed.clientId, id: claimed.importId, claim: claimed.claim }
  try {
    await holdClaim(db, importClaims, held, stopping, signal => work(db, claimed, openReader, signal))
  } catch (error) {
    if (error instanceof ClaimLost) return true
    // where this fails too, the claim ends by itself
    if (stopping.aborted) await releaseClaim(db, importClaims, held).catch(() => {})
    throw error
  }
  return true
}

async function work(
  db: Database,
  claimed: ClaimedImport,
  openReader: OpenReader,
  stopping: AbortSignal,
): Promise<void> {
  switch (claimed.state) {
    case 'reading':
      return readSource(db, claimed, openReader, stopping)
    case 'judging':
      return judgeFile(db, claimed, openReader, stopping)
    case 'committing':
      return writeFile(db, claimed, stopping)
    case 'undoing':
      return undoFile(db, claimed, stopping)
    default:
      throw new Error(`An import that is ${claimed.state} was claimed.`)
  }
}

async function writeFile(db: Database, claimed: ClaimedImport, stopping: AbortSignal): Promise<void> {
  // the default partition of the history is never written to: it could not be dropped
  await makeHistoryPartitions(db, await joiningMonths(db, claimed))
  await beginCounts(db, claimed, 'written')
  const lastOf = ({ lastRow }: HeldImport) => lastRow ?? 0
  await byRanges(db, claimed, stopping, lastOf, 'import.finished', (sql, range, held) =>
    writeRange(sql, writingOf(claimed, held), range),
  )
}

async function undoFile(db: Database, claimed: ClaimedImport, stopping: AbortSignal): Promise<void> {
  const lastOf = ({ writtenTo }: HeldImport) => writtenTo
  await byRanges(db, claimed, stopping, lastOf, 'import.undone', (sql, range, held) =>
    undoRange(sql, writingOf(claimed, held), range),
  )
}

/**
 * Does ranges from the cursor on, each in one transaction that advances it: wherever the process dies, a range is done or it is not,
 * and the next holder of the claim goes on behind it.
 */
async function byRanges(
  db: Database,
  claimed: ClaimedImport,
  stopping: AbortSignal,
  lastOf: (held: HeldImport) => number,
  event: 'import.finished' | 'import.undone',
  doRange: (sql: Transaction, range: Range, held: HeldImport) => Promise<void>,
): Promise<void> {
  for (let done = false, ranges = 1; !done; ranges++) {
    stopping.throwIfAborted()
    // plans go by statistics, which a first import makes wrong: renewed each time the list may have doubled
    if (Number.isInteger(Math.log2(ranges))) await analyzeMembers(db)
    done = await transaction(
      db,
      async sql => {
        const held = await holdImport(sql, claimed)
        const last = lastOf(held)
        const range = { from: held.cursor + 1, to: Math.min(held.cursor + rowsOfRange, last) }
        if (range.from <= range.to) {
          await doRange(sql, range, held)
          await advanceImport(sql, claimed, range.to)
          if (range.to < last && isMilestone(range, last)) await publishImport(sql, claimed, 'import.progress')
        }
        if (range.to < last) return false
        await end(sql, claimed, event)
        return true
      },
      'long',
    )
  }
}

async function end(sql: Sql, claimed: ClaimedImport, event: 'import.finished' | 'import.undone'): Promise<void> {
  await settleImport(sql, claimed, event === 'import.finished' ? 'done' : 'undone')
  await publishImport(sql, claimed, event)
}

function isMilestone({ from, to }: Range, last: number): boolean {
  const part = last / progressEvents
  return Math.floor((from - 1) / part) !== Math.floor(to / part)
}

function writingOf(claimed: ClaimedImport, held: HeldImport): Writing {
  const mapping = held.mapping as Mapping // written by readSource and Import.SetMapping
  const { loginId, username } = held.createdBy as Evidence // written by Import.Create
  const who = { ...(loginId === undefined ? {} : { loginId }), ...(username === undefined ? {} : { username }) }
  return {
    ...judgingOf(claimed, mapping),
    timeZone: claimed.timeZone,
    optOutIsForClient: claimed.unsubscribeScope === 'client',
    evidence: { by: 'import', importId: claimed.importId, ...who },
    act: `import ${claimed.publicId}`,
  }
}
