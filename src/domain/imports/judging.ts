/** Reads a file into staged rows and gives each a verdict. Nothing of the list is written. */
import { Refusal } from '../../contract/refusals.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { type ClaimedImport, ClaimLost, holdImport, publishImport, settleImport } from '../../store/imports/imports.ts'
import {
  analyzeMembers,
  analyzeStaged,
  beginCounts,
  clearStaged,
  countRange,
  type Judging,
  judgeRange,
  markDuplicates,
  type StagedRow,
  stageRows,
} from '../../store/imports/staging.ts'
import { customFieldsOf } from '../lists/custom-fields.ts'
import { moves } from '../subscribers/membership.ts'
import { type DateOrder, DateOrderFinder } from './dates.ts'
import { type OpenImport, withFile } from './file.ts'
import { guessMapping, type Mapping } from './mapping.ts'
import { dateTargets, rowReader } from './rows.ts'
import { type ImportPart, type ImportSource, importLimits, UnreadableSource } from './source.ts'

/** UTF-16 units of a cell that are shown while columns are mapped. */
const longestSample = 250
/** Seconds for which a process works on an import without saying so again. */
export const claimSeconds = 120
/** Between two prolongations of a claim while a file is read, in milliseconds. */
const holdEveryMs = 15_000
/** Rows that are judged in one transaction. */
const rowsOfStep = 50_000

/** The file is opened for the first time: what is in it, and what its columns most likely are. */
export async function readSource(db: Database, claimed: ClaimedImport, open: OpenImport): Promise<void> {
  await failing(db, claimed, 'failed', async () => {
    const source = await withSource(db, claimed, open, async found => {
      const { rows: _rows, parts, ...rest } = found
      return { ...rest, parts: parts.map(storablePart) }
    })
    const fields = await customFieldsOf(db, claimed)
    const mapping = guessMapping(source, fields, claimed.confirmOptIn)
    await transaction(db, async sql => {
      await holdImport(sql, claimed, claimSeconds)
      await settleImport(sql, claimed, 'mapping', { source, mapping })
    })
  })
}

/** What is kept of a part for the mapping, as a database can hold it. */
function storablePart({ name, header, sample, ...rest }: ImportPart): ImportPart {
  const cells = (row: readonly string[]) =>
    row.slice(0, importLimits.columns).map(cell => storableText(cell, longestSample))
  return {
    ...rest,
    name: storableText(name, longestSample),
    header: header && cells(header),
    sample: sample.slice(0, importLimits.sampleRows).map(cells),
  }
}

/** Every row of the file gets its verdict. Begins anew where it was interrupted. */
export async function judgeFile(
  db: Database,
  claimed: ClaimedImport,
  open: OpenImport,
  stopping: AbortSignal,
): Promise<void> {
  await failing(db, claimed, 'mapping', async () => {
    const { mapping: stored } = await holdImport(db, claimed, claimSeconds)
    const mapping = stored as Mapping // written by readSource and Import.SetMapping
    await clearStaged(db, claimed)
    const { rows, lastRow } = await withSource(db, claimed, open, source =>
      stage(db, claimed, mapping, source, stopping),
    )
    await analyzeStaged(db)
    await analyzeMembers(db)
    await beginCounts(db, claimed, 'judged')
    await transaction(
      db,
      async sql => {
        await holdImport(sql, claimed, claimSeconds)
        await markDuplicates(sql, claimed, mapping.duplicates === 'First' ? 'first' : 'last')
      },
      'long',
    )
    const judging = judgingOf(claimed, mapping)
    for (let from = 1; from <= lastRow; from += rowsOfStep) {
      stopping.throwIfAborted()
      const range = { from, to: from + rowsOfStep - 1 }
      await transaction(db, async sql => {
        await holdImport(sql, claimed, claimSeconds)
        await judgeRange(sql, judging, range)
        await countRange(sql, claimed, range, 'judged')
      })
    }
    await transaction(db, async sql => {
      await holdImport(sql, claimed, claimSeconds)
      await settleImport(sql, claimed, 'judged', { rows, lastRow })
      await publishImport(sql, claimed, 'import.judged')
    })
  })
}

/** What rows of an import are judged by, before the review and again when they are written. */
export function judgingOf(claimed: ClaimedImport, mapping: Mapping): Judging {
  return {
    clientId: claimed.clientId,
    importId: claimed.importId,
    listId: claimed.listId,
    values: ({ Overwrite: 'overwrite', FillEmpty: 'fill', AddOnly: 'add' } as const)[mapping.values],
    optOutFrom: moves.optOut.from,
    bounceFrom: moves.bounceHard.from,
  }
}

async function stage(
  db: Database,
  claimed: ClaimedImport,
  mapping: Mapping,
  source: ImportSource,
  stopping: AbortSignal,
) {
  const fields = await customFieldsOf(db, claimed)
  const dates = mapping.dates ?? source.dates ?? (await findOrder(db, claimed, mapping, source, stopping))
  let lastRow = 0
  async function* staged(): AsyncGenerator<readonly StagedRow[]> {
    let count = 0
    const hold = holder(db, claimed)
    for (const part of source.parts.keys()) {
      const read = rowReader({ mapping, fields, dates, timeZone: claimed.timeZone }, part)
      for await (const batch of source.rows(part, stopping)) {
        count += batch.length
        if (count > importLimits.rows) throw new UnreadableSource(`A file may have ${importLimits.rows} rows.`)
        lastRow = Math.max(lastRow, batch.at(-1)?.number ?? 0)
        yield batch.map(read)
        await hold()
      }
    }
  }
  const rows = await stageRows(db, claimed, staged(), stopping)
  return { rows, lastRow }
}

/** Reads all dates for the order that none contradicts. @throws UnreadableSource where two orders are left */
async function findOrder(
  db: Database,
  claimed: ClaimedImport,
  mapping: Mapping,
  source: ImportSource,
  stopping: AbortSignal,
): Promise<DateOrder> {
  const finder = new DateOrderFinder()
  const hold = holder(db, claimed)
  for (const part of source.parts.keys()) {
    const columns = mapping.columns[part]!.flatMap((target, column) => (dateTargets.has(target.to) ? [column] : []))
    if (columns.length === 0) continue
    for await (const batch of source.rows(part, stopping)) {
      for (const { cells } of batch) for (const column of columns) finder.add(cells[column] ?? '')
      await hold()
    }
  }
  const { order } = finder
  if (order === undefined) {
    throw new UnreadableSource(
      'The dates of the file can be read in more than one way. Say in the mapping which comes first: dmy, mdy or ymd.',
    )
  }
  return order
}

/** Prolongs a claim now and then, and gives calls their turn of the event loop. */
function holder(db: Database, claimed: ClaimedImport): () => Promise<void> {
  let last = performance.now()
  return async () => {
    await new Promise(resolve => setImmediate(resolve))
    if (performance.now() - last < holdEveryMs) return
    last = performance.now()
    await holdImport(db, claimed, claimSeconds)
  }
}

async function withSource<Value>(
  db: Database,
  claimed: ClaimedImport,
  open: OpenImport,
  use: (source: ImportSource) => Promise<Value>,
): Promise<Value> {
  const { uploadId, bytes, fileName } = await holdImport(db, claimed, claimSeconds)
  if (uploadId === null) throw new UnreadableSource('The file is no longer kept.')
  const { clientId } = claimed
  return withFile(db, { clientId, uploadId, bytes }, async path => use(await open({ path, name: fileName, bytes })))
}

/** What is wrong with a file is told to the person, not tried again. */
async function failing(db: Database, claimed: ClaimedImport, to: 'failed' | 'mapping', work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const isTheirs = error instanceof UnreadableSource || error instanceof Refusal
    if (!isTheirs || error instanceof ClaimLost) throw error
    const problem = error instanceof Refusal ? (error.detail ?? error.title) : error.message
    await clearStaged(db, claimed)
    await transaction(db, async sql => {
      await holdImport(sql, claimed, claimSeconds)
      await settleImport(sql, claimed, to, { problem })
      await publishImport(sql, claimed, 'import.failed')
    })
  }
}
