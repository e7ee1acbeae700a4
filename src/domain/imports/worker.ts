/** The background work of imports: reads, judges, writes and undoes what was asked for, one import of a process at a time. */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { activeSpan } from '../../lib/trace.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
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
import {
  analyzeMembers,
  beginCounts,
  readJoiningMonths,
  readMembersAnalyzed,
  type Writing,
} from '../../store/imports/staging.ts'
import { undoRange } from '../../store/imports/undoing.ts'
import { writeRange } from '../../store/imports/writing.ts'
import type { Range } from '../../store/jobs/range.ts'
import { makeHistoryPartitions } from '../../store/partitions.ts'
import type { Evidence } from '../audit/evidence.ts'
import { takeRange, takeSteps, workOnClaimed } from '../background/ranged.ts'
import { giveUpImport } from './giving-up.ts'
import { judgeFile, judgingOf, readSource } from './judging.ts'
import type { Mapping } from './mapping.ts'
import { type OpenReader, readerThread } from './reading.ts'

/** Row numbers of one transaction. */
export const rowsOfRange = 10_000

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
  return workOnClaimed(db, stopping, {
    claims: importClaims,
    claim: claimImport,
    idOf: ({ importId }) => importId,
    work(claimed, signal) {
      activeSpan()?.set({ 'lettershop.import': claimed.publicId, 'lettershop.import_state': claimed.state })
      return work(db, claimed, openReader, signal)
    },
    giveUp: claimed => giveUpImport(db, claimed),
  })
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
  await makeHistoryPartitions(db, await readJoiningMonths(db, claimed))
  await beginCounts(db, claimed, 'written')
  const lastOf = ({ lastRow }: HeldImport) => lastRow ?? 0
  await byRanges(db, claimed, stopping, lastOf, writeRange, 'import.finished')
}

async function undoFile(db: Database, claimed: ClaimedImport, stopping: AbortSignal): Promise<void> {
  const lastOf = ({ writtenTo }: HeldImport) => writtenTo
  // an import that is undone soon may have added most members, which the statistics do not know: each row would read the client's members
  await analyzeMembers(db)
  await byRanges(db, claimed, stopping, lastOf, undoRange, 'import.undone')
}

/** Does ranges from the cursor on, each in one transaction that advances it. */
async function byRanges(
  db: Database,
  claimed: ClaimedImport,
  stopping: AbortSignal,
  lastOf: (held: HeldImport) => number,
  doRange: (sql: Transaction, writing: Writing, range: Range) => Promise<void>,
  event: 'import.finished' | 'import.undone',
): Promise<void> {
  const step = async (sql: Transaction) => {
    const held = await holdImport(sql, claimed)
    return takeRange({
      cursor: held.cursor,
      last: lastOf(held),
      size: rowsOfRange,
      async advance(range) {
        await doRange(sql, writingOf(claimed, held), range)
        await advanceImport(sql, claimed, range.to)
        return true
      },
      publishProgress: () => publishImport(sql, claimed, 'import.progress'),
      async finish() {
        await settleImport(sql, claimed, event === 'import.finished' ? 'done' : 'undone')
        await publishImport(sql, claimed, event)
      },
    })
  }
  let analyzedAt = 0
  await takeSteps(db, stopping, step, async number => {
    // plans go by statistics, which a first import makes wrong: renewed each time there may be twice the members they know of
    const written = (number - 1) * rowsOfRange
    if (written - analyzedAt < (await readMembersAnalyzed(db))) return
    await analyzeMembers(db)
    analyzedAt = written
  })
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
