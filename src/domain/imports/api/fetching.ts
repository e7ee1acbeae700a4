/**
 * The background work of imports from an API: reads the rows into a file of JSON lines, which becomes an upload; from then on the import
 * is one of a file. What was interrupted begins again.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../../contract/refusals.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import type { Log } from '../../../lib/log.ts'
import { type Poller, startPoller } from '../../../lib/poller.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import {
  type ClaimedFetch,
  claimFetch,
  endFetch,
  fetchingChannel,
  progressFetch,
} from '../../../store/imports/fetching.ts'
import { holdImport, importClaims, publishImport, settleImport } from '../../../store/imports/imports.ts'
import { removeUploadOf } from '../../../store/uploads/uploads.ts'
import type { KeyRing } from '../../access/keys.ts'
import { workOnClaimed } from '../../background/ranged.ts'
import { receiveUpload, type UploadLimits } from '../../uploads/uploads.ts'
import { problemOfRefusal } from '../sentences.ts'
import { importLimits } from '../source.ts'
import { asking, type Patience, patient, unreadableRefusal } from './ask.ts'
import { remoteReader } from './reader.ts'
import { openCredentials, type Remote } from './remote.ts'

export interface FetchingParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly fetch: Fetch
  readonly uploadLimits: UploadLimits
  readonly log: Log
  readonly patience?: Partial<Patience>
  readonly pollMs?: number
}

export function startFetching(parts: FetchingParts): Poller {
  return startPoller({
    name: 'imports from other programs',
    every: parts.pollMs ?? 5_000,
    work: stopping => workOnFetch(parts, stopping),
    listen: wake => parts.db.listen(fetchingChannel, wake),
    log: parts.log,
  })
}

/** Reads the rows of the import that has waited longest. @returns whether there may be more */
export async function workOnFetch(parts: FetchingParts, stopping: AbortSignal): Promise<boolean> {
  const { db } = parts
  return workOnClaimed(db, stopping, {
    claims: importClaims,
    claim: claimFetch,
    idOf: ({ importId }) => importId,
    async work(claimed, signal) {
      try {
        await fetchRows(parts, claimed, signal)
      } catch (error) {
        // what the other program refuses is for the person, and not tried again; nothing is refused because we stop
        if (!(error instanceof Refusal) || signal.aborted) throw error
        await fail(db, claimed, error)
      }
    },
    giveUp: claimed => fail(db, claimed, unreadableRefusal('The rows were not read to their end in ten attempts.')),
  })
}

async function fail(db: Database, claimed: ClaimedFetch, error: Refusal): Promise<void> {
  await transaction(db, async sql => {
    await holdImport(sql, claimed)
    await settleImport(sql, claimed, 'failed', { problem: problemOfRefusal(error) })
    await publishImport(sql, claimed, 'import.failed')
  })
}

async function fetchRows(parts: FetchingParts, claimed: ClaimedFetch, stopping: AbortSignal): Promise<void> {
  const { db, keys, fetch, uploadLimits } = parts
  const remote = claimed.remote as Remote // written by Import.CreateFromApi
  const progress = { fetched: 0, toFetch: 0 }
  const hold = () => progressFetch(db, claimed, progress)
  const patience: Patience = { ...patient, wait: ms => sleep(ms, undefined, { signal: stopping }), ...parts.patience }
  const credentials = openCredentials(keys, claimed.publicId, claimed.credentials)
  const reader = remoteReader(remote, asking(fetch, remote, credentials, patience))

  async function* lines(): AsyncGenerator<string> {
    let bytes = 0
    for await (const { rows, total } of reader.people(remote.listId)) {
      stopping.throwIfAborted()
      progress.fetched += rows.length
      progress.toFetch = Math.max(total, progress.fetched)
      await hold()
      const text = rows.map(row => `${JSON.stringify(row)}\n`).join('')
      bytes += Buffer.byteLength(text)
      if (bytes > importLimits.fileBytes) throw tooLargeRefusal()
      if (text !== '') yield text
    }
    if (bytes === 0) throw unreadableRefusal('The list has no one on it.')
  }

  const folder = await mkdtemp(join(tmpdir(), 'lettershop-import-'))
  try {
    const path = join(folder, 'rows')
    await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    await hold()
    const given = { fileName: claimed.fileName, length: size }
    const { publicId } = await receiveUpload(db, claimed, given, createReadStream(path), uploadLimits)
    try {
      await endFetch(db, claimed, { uploadPublicId: publicId, fetched: progress.fetched })
    } catch (error) {
      // where this fails too, the upload expires
      await removeUploadOf(db, claimed, publicId).catch(() => {})
      throw error
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tooLargeRefusal(): Refusal {
  return new Refusal('RequestTooLarge', `What is read may have ${importLimits.fileBytes / 1_048_576} MB.`)
}
