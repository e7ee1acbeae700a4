/** Reads a file into staged rows and gives each a verdict. Nothing of the list is written. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isDataException } from '../../store/connection/violations.ts'
import {
  type ClaimedImport,
  holdImport,
  publishImport,
  readFoundOf,
  settleImport,
} from '../../store/imports/imports.ts'
import { consentTargets } from '../../store/imports/staged-answers.ts'
import {
  analyzeMembers,
  analyzeStaged,
  beginCounts,
  clearStaged,
  countRange,
  type Judging,
  judgeRange,
  markDuplicates,
  readLossesOf,
  stageRows,
} from '../../store/imports/staging.ts'
import { markRefusedAnswers } from '../../store/imports/writing-answers.ts'
import { ClaimLost } from '../../store/jobs/claiming.ts'
import { readConsentRules } from '../../store/lists/lists.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { moves } from '../subscribers/membership.ts'
import { withFile } from './file.ts'
import { guessMapping } from './guessing.ts'
import { definitionsWith, type Mapping } from './mapping.ts'
import type { ImportFile, ImportOpening } from './readers/open.ts'
import { type FileReader, inspectFile, type OpenReader, readStagedLines } from './reading.ts'
import { problemOf, problemOfRefusal } from './sentences.ts'
import { type SourceFound, UnreadableSource } from './source.ts'

/** Rows that are judged in one transaction. */
const rowsOfStep = 50_000

/** The file is opened for the first time: what is in it, and what its columns most likely are. */
export async function readSource(
  db: Database,
  claimed: ClaimedImport,
  open: OpenReader,
  stopping: AbortSignal,
): Promise<void> {
  await failing(db, claimed, 'failed', async () => {
    const { mapping: stored } = await holdImport(db, claimed)
    const before = stored as Mapping | null // written here, and by Import.SetMapping
    const source = await withReader(db, claimed, open, stopping, (reader, file) =>
      inspectFile(reader, file, openingOf(claimed, before)),
    )
    const guessed = guessMapping(source, await readCustomFields(db, claimed), claimed.confirmOptIn)
    const mapping = before === null ? guessed : asSaidBefore(before, guessed)
    await transaction(db, async sql => {
      await holdImport(sql, claimed)
      await settleImport(sql, claimed, 'mapping', { source, mapping })
    })
  })
}

function openingOf({ language }: ClaimedImport, before: Mapping | null): ImportOpening {
  const { encoding, headerRows = [] } = before?.reading ?? {}
  return { language, encoding: encoding ?? undefined, headerRows: headerRows.map(row => row ?? undefined) }
}

/** Columns are guessed anew, since their texts are others now; what a person said of the rest stays. */
function asSaidBefore(before: Mapping, guessed: Mapping): Mapping {
  const { columns, partStates } = guessed
  return {
    ...before,
    columns,
    partStates: partStates.length === before.partStates.length ? before.partStates : partStates,
  }
}

/** Every row of the file gets its verdict. Begins anew where it was interrupted. */
export async function judgeFile(
  db: Database,
  claimed: ClaimedImport,
  open: OpenReader,
  stopping: AbortSignal,
): Promise<void> {
  await failing(db, claimed, 'mapping', async () => {
    const { mapping: stored } = await holdImport(db, claimed)
    const mapping = stored as Mapping // written by readSource and Import.SetMapping
    await clearStaged(db, claimed)
    const { rows, lastRow } = await withReader(db, claimed, open, stopping, (reader, file, signal) =>
      stage(db, claimed, mapping, reader, file, signal),
    )
    await analyzeStaged(db)
    await analyzeMembers(db)
    await beginCounts(db, claimed, 'judged')
    await transaction(
      db,
      async sql => {
        await holdImport(sql, claimed)
        await markDuplicates(sql, judgingOf(claimed, mapping), mapping.duplicates === 'First' ? 'first' : 'last')
      },
      'long',
    )
    const judging = judgingOf(claimed, mapping)
    for (let from = 1; from <= lastRow; from += rowsOfStep) {
      stopping.throwIfAborted()
      const range = { from, to: from + rowsOfStep - 1 }
      await transaction(db, async sql => {
        await holdImport(sql, claimed)
        await judgeRange(sql, judging, range)
        if (judging.answers) await markRefusedAnswers(sql, judging, range)
        await countRange(sql, claimed, range, 'judged')
      })
    }
    await transaction(db, async sql => {
      await holdImport(sql, claimed)
      await settleImport(sql, claimed, 'judged', { rows, lastRow, losses: await readLossesOf(sql, claimed) })
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
    answers: mapping.columns.some(part => part.some(({ to }) => answerTargets.has(to))),
    tags: {
      ofRows: mapping.columns.some(part => part.some(({ to }) => to === 'Tags')),
      ofAll: mapping.tags ?? [],
    },
  }
}

/** Columns that say something of consent or of the basis. */
const answerTargets: ReadonlySet<string> = new Set([...Object.values(consentTargets), 'Basis', 'BasisEndsOn'])

async function stage(
  db: Database,
  claimed: ClaimedImport,
  mapping: Mapping,
  reader: FileReader,
  file: ImportFile,
  signal: AbortSignal,
) {
  const { clientId, importId, timeZone } = claimed
  const fields = definitionsWith(mapping, await readCustomFields(db, claimed))
  const found = (await readFoundOf(db, claimed)) as SourceFound // written by readSource
  const { personalising, hygiene } = await readConsentRules(db, claimed)
  const asks = { personalising, hygiene }
  let lastRow = 0
  async function* lines() {
    const order = { key: { clientId, importId }, file, found, mapping, fields, timeZone, asks }
    for await (const piece of readStagedLines(reader, order)) {
      lastRow = piece.lastRow
      yield piece.lines
    }
  }
  try {
    return { rows: await stageRows(db, lines(), signal), lastRow }
  } catch (error) {
    // the reader lets nothing through that a column does not hold; if it did, another attempt would end alike
    if (!isDataException(error)) throw error
    throw new UnreadableSource(problemOf('CannotBeRead', 'it holds a value that the database does not take'), {
      cause: error,
    })
  }
}

/** Has `use` read the file of an import, with a reader that is stopped afterwards. */
async function withReader<Value>(
  db: Database,
  claimed: ClaimedImport,
  open: OpenReader,
  stopping: AbortSignal,
  use: (reader: FileReader, file: ImportFile, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { uploadId, bytes, fileName } = await holdImport(db, claimed)
  if (uploadId === null) throw new UnreadableSource(problemOf('FileGone'))
  const { clientId } = claimed
  return withFile(db, { clientId, uploadId, bytes }, async path => {
    const reader = await open(path)
    const stop = () => void reader.stop()
    stopping.addEventListener('abort', stop)
    try {
      stopping.throwIfAborted()
      return await use(reader, { path, name: fileName }, stopping)
    } finally {
      stopping.removeEventListener('abort', stop)
      await reader.stop()
    }
  })
}

/** A problem of the file is shown to the person; the work is not tried again. */
async function failing(db: Database, claimed: ClaimedImport, to: 'failed' | 'mapping', work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const isTheirs = error instanceof UnreadableSource || error instanceof Refusal
    if (!isTheirs || error instanceof ClaimLost) throw error
    const problem = error instanceof Refusal ? problemOfRefusal(error) : error.problem
    await clearStaged(db, claimed)
    await transaction(db, async sql => {
      await holdImport(sql, claimed)
      await settleImport(sql, claimed, to, { problem })
      await publishImport(sql, claimed, 'import.failed')
    })
  }
}
