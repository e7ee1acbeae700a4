/** The background work of exports: writes the files that were asked for, one of a process at a time. */
import { createGzip } from 'node:zlib'
import { gatherChunks } from '../../lib/chunks.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { through } from '../../lib/through.ts'
import { copyRows } from '../../store/connection/copy.ts'
import type { Database, Fragment } from '../../store/connection/database.ts'
import {
  addChunk,
  type ClaimedExport,
  claimExport,
  deleteChunks,
  exportClaims,
  exportsChannel,
  restartExport,
  settleExport,
} from '../../store/exports/exports.ts'
import { historyRows, memberRows, recipientRows, suppressionRows, verdictRows } from '../../store/exports/rows.ts'
import { readStoredSegment } from '../../store/lists/segments.ts'
import { workOnClaimed } from '../background/ranged.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { compileSegment } from '../segments/choosing.ts'
import type { ArchiveOf } from './archive.ts'
import { type Column, columnsOf } from './columns.ts'
import type { About } from './exports.ts'
import { TooLargeToExport } from './too-large.ts'
import { workbook } from './workbook.ts'
import { type Writer, writer } from './writers.ts'

/** Octets of a file. */
const mostBytes = 2 * 1024 ** 3

export interface ExportWorkerParts {
  readonly db: Database
  /** Whether the disk has room for so many octets more, besides its reserve. */
  readonly hasRoom: (bytes: number) => Promise<boolean>
  /** The files of access requests. */
  readonly archiveOf: ArchiveOf
  readonly log: Log
  readonly pollMs?: number
}

export function startExports({ db, hasRoom, archiveOf, log, pollMs = 5_000 }: ExportWorkerParts): Poller {
  return startPoller({
    name: 'exports',
    every: pollMs,
    work: stopping => workOnExport({ db, hasRoom, archiveOf }, stopping),
    listen: wake => db.listen(exportsChannel, wake),
    log,
  })
}

type WriterParts = Pick<ExportWorkerParts, 'db' | 'hasRoom' | 'archiveOf'>

/** Writes the file that has waited longest. @returns whether there may be more */
export async function workOnExport(parts: WriterParts, stopping: AbortSignal): Promise<boolean> {
  const { db } = parts
  return workOnClaimed(db, stopping, {
    claims: exportClaims,
    claim: claimExport,
    idOf: ({ exportId }) => exportId,
    async work(claimed, signal) {
      await restartExport(db, claimed)
      try {
        await write(parts, claimed, signal)
      } catch (error) {
        if (!(error instanceof TooLargeToExport)) throw error
        await fail(db, claimed, error.message)
      }
    },
    giveUp: claimed => fail(db, claimed, 'The file could not be written; the log of the service says why.'),
  })
}

async function fail(db: Database, claimed: ClaimedExport, problem: string): Promise<void> {
  await settleExport(db, claimed, { rows: 0, problem })
  await deleteChunks(db, claimed)
}

/** @throws ClaimLost, TooLargeToExport, and what the signal was aborted with */
async function write(parts: WriterParts, claimed: ClaimedExport, stopping: AbortSignal): Promise<void> {
  const { db, hasRoom } = parts
  const counted = { rows: 0 }
  const pieces = await piecesOf(parts, claimed, counted)
  let storing: Promise<void> | undefined
  let number = 0
  let bytes = 0
  const store = async (at: number, chunk: Buffer) => {
    if (!(await hasRoom(chunk.length))) throw new TooLargeToExport('The disk of the service has no room for the file.')
    await addChunk(db, claimed, { number: at, bytes: chunk, rows: counted.rows })
  }
  try {
    for await (const chunk of gatherChunks(pieces)) {
      stopping.throwIfAborted()
      bytes += chunk.length
      if (bytes > mostBytes)
        throw new TooLargeToExport(`The file would pass ${mostBytes / 1024 ** 3} GB. Export in parts, or with gzip.`)
      await storing
      storing = store(number++, chunk)
      // it is awaited before the next one, or at the end
      storing.catch(() => {})
    }
    await storing
  } catch (error) {
    // what is deleted next must not be written behind it
    await storing?.catch(() => {})
    throw error
  }
  await settleExport(db, claimed, { rows: counted.rows, problem: null })
}

/** The octets of the file. @param counted its rows that were read up to now */
async function piecesOf(
  { db, archiveOf }: WriterParts,
  claimed: ClaimedExport,
  counted: { rows: number },
): Promise<AsyncIterable<Buffer>> {
  const { format, gzip } = claimed
  const about = claimed.about as About // written by createExport
  if (format === 'zip' || about.kind === 'access request') {
    if (about.kind !== 'access request') throw new Error(`an export of ${about.kind} is no ZIP file`)
    return archiveOf(claimed, about.address, counted)
  }
  const { columns, select } = await sourceOf(db, claimed, about)
  const text = textOf(writer(format, columns), db.copyOut(select), counted)
  if (format === 'xlsx') return workbook(text)
  return gzip ? through(text, createGzip({ level: 1 })) : text
}

/** What the file is made of. A list whose fields or segment are gone has none; one that is gone has no rows. */
async function sourceOf(
  db: Database,
  { clientId, timeZone }: ClaimedExport,
  about: Exclude<About, { readonly kind: 'access request' }>,
): Promise<{ readonly columns: readonly Column[]; readonly select: Fragment }> {
  const { kind } = about
  switch (kind) {
    case 'subscribers': {
      const list = { clientId, listId: about.listId }
      const fields = await readCustomFields(db, list)
      const keys = fields.map(({ key }) => key)
      const tree = about.segment === null ? null : await treeOf(db, list, about.segment, about.segmentId)
      return {
        columns: columnsOf(kind, fields),
        select: memberRows(db, {
          ...list,
          timeZone,
          // rules that cannot be read choose no one
          states: tree === undefined ? [] : about.states,
          tree: tree ?? null,
          fields: keys,
        }),
      }
    }
    case 'history':
      return { columns: columnsOf(kind), select: historyRows(db, { clientId, listId: about.listId, timeZone }) }
    case 'recipients': {
      const campaign = { clientId, campaignId: about.campaignId, timeZone }
      return { columns: columnsOf(kind), select: recipientRows(db, campaign, about.state) }
    }
    case 'suppressions': {
      const scope = about.scope ?? ({ kind: 'client', clientId } as const)
      return { columns: columnsOf(kind), select: suppressionRows(db, { clientId, timeZone, scope }) }
    }
    case 'verdicts':
      return {
        columns: columnsOf(kind),
        select: verdictRows(db, { clientId, importId: about.importId }, about.leftAlone ?? false),
      }
  }
}

/** @returns undefined for a segment that is gone, or that cannot be judged */
async function treeOf(
  db: Database,
  list: { readonly clientId: number; readonly listId: number },
  name: string,
  segmentId: number | undefined,
) {
  const segment = await readStoredSegment(db, list.clientId, segmentId ?? { ...list, name })
  return segment && (await compileSegment(db, list.clientId, segment))
}

/** @param counted the rows that were written up to now */
async function* textOf(
  { start, row, end }: Writer,
  copied: AsyncIterable<Buffer>,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  if (start !== '') yield Buffer.from(start)
  for await (const rows of copyRows(copied)) {
    let text = ''
    for (const values of rows) text += row(values)
    counted.rows += rows.length
    yield Buffer.from(text)
  }
  if (end !== '') yield Buffer.from(end)
}
