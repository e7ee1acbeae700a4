/**
 * Uploads: a file is received piece by piece, kept in chunks, and then used by an operation, by its id. Nothing holds a whole file in
 * memory. See docs/decisions/content.md#uploads-are-kept-in-the-database.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { chunkBytes, gatherChunks } from '../../lib/chunks.ts'
import { isPublicId } from '../../lib/ids.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import {
  addChunk,
  beginUpload,
  type ClaimedUpload,
  claimUpload,
  endUpload,
  lockClaimed,
  readOctetsOf,
  releaseUpload,
  removeUpload,
  type UploadKey,
  unusedHours,
} from '../../store/uploads/uploads.ts'
import type { ClientRef } from '../access/access.ts'
import { cleanLine } from '../text-rules/single-line.ts'

export type { ClaimedUpload }

/** What the audit log calls an upload, which is no operation of the contract: its body is the file. */
export const uploadOperation = 'Upload.Create'

/** Uploads of a client that no operation has used. */
const mostUnusedUploads = 100

const longestFileName = 250

export interface UploadLimits {
  /** Octets of one file. */
  readonly mostBytes: number
  /** Octets of all uploads of a client that no operation has used. */
  readonly mostUnusedBytes: number
  /** Whether the disk has room for so many octets more, besides its reserve. */
  readonly hasRoom: (bytes: number) => Promise<boolean>
}

export interface GivenUpload {
  readonly fileName: string | null
  /** Octets that the sender announced, if it did. */
  readonly length: number | undefined
}

/** The file as it comes. What is thrown on the way goes to who receives it. */
export type Pieces = AsyncIterable<Buffer>

export interface Upload {
  readonly publicId: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly expiresAt: Date
}

/**
 * Receives a file; it is durable when this resolves. Of one that is refused or cut off nothing stays.
 * @throws Refusal RequestTooLarge, EmptyUpload, TooManyUploads, StorageFull, InvalidClientId when the client is deleted meanwhile,
 *   ValueTooLong, InvalidCharacters; and what the pieces throw
 */
export async function receiveUpload(
  db: Database,
  client: Pick<ClientRef, 'clientId'>,
  { fileName, length }: GivenUpload,
  pieces: Pieces,
  limits: UploadLimits,
): Promise<Upload> {
  const name = cleanLine('FileName', fileName, longestFileName)
  if (length === 0) throw emptyRefusal()
  if (length !== undefined && length > limits.mostBytes) throw tooLargeRefusal(limits)
  if (!(await limits.hasRoom(length ?? chunkBytes))) throw storageFullRefusal()
  const unused = { uploads: mostUnusedUploads, bytes: limits.mostUnusedBytes }
  const begun = await beginUpload(db, client, { fileName: name, reserved: length ?? 0 }, unused)
  if (begun === 'gone') throw new Refusal('InvalidClientId')
  if (typeof begun === 'string') throw tooManyRefusal(limits)
  try {
    const { bytes, sha256 } = await keepChunks(db, begun, pieces, limits)
    const expiresAt = await endUpload(db, begun, sha256)
    if (!expiresAt) throw new Refusal('InvalidClientId')
    return { publicId: begun.publicId, bytes, sha256, expiresAt }
  } catch (error) {
    // where this fails too, the upload expires
    await removeUpload(db, begun).catch(() => {})
    throw isDiskFull(error) ? storageFullRefusal(error) : error
  }
}

/** @throws Refusal RequestTooLarge, EmptyUpload, TooManyUploads, StorageFull */
async function keepChunks(db: Database, upload: UploadKey, pieces: Pieces, limits: UploadLimits) {
  const hash = createHash('sha256')
  let bytes = 0
  let number = 0
  let writing: Promise<void> | undefined
  const write = async (at: number, chunk: Buffer) => {
    if (!(await limits.hasRoom(chunk.length))) throw storageFullRefusal()
    if (!(await addChunk(db, upload, at, chunk, limits.mostUnusedBytes))) throw tooManyRefusal(limits)
  }
  try {
    for await (const chunk of gatherChunks(pieces)) {
      bytes += chunk.length
      if (bytes > limits.mostBytes) throw tooLargeRefusal(limits)
      hash.update(chunk)
      await writing
      writing = write(number++, chunk)
      // it is awaited before the next one, or at the end
      writing.catch(() => {})
    }
    await writing
  } catch (error) {
    // what is removed next must not be written behind it
    await writing?.catch(() => {})
    throw error
  }
  if (bytes === 0) throw emptyRefusal()
  return { bytes, sha256: hash.digest() }
}

/** How long an operation may use an upload before another can, in seconds: longer than any may take to its answer. */
const claimSeconds = 120

/**
 * Has an operation use an upload of its client: no other uses it meanwhile. `use` removes it, in the transaction that stores
 * the result (`useUp`); otherwise the upload stays.
 * @throws Refusal UnknownUpload, UploadInUse, and what `use` throws
 */
export async function withUpload<Value>(
  db: Database,
  client: ClientRef,
  uploadId: string | null,
  use: (upload: ClaimedUpload) => Promise<Value>,
): Promise<Value> {
  const claimed = isPublicId(uploadId) ? await claimUpload(db, client, uploadId, claimSeconds) : 'unknown'
  if (claimed === 'unknown') {
    throw new Refusal(
      'UnknownUpload',
      `The client has no such upload: it was used, or expired after ${unusedHours} hours, or never was.`,
    )
  }
  if (claimed === 'in use') throw new Refusal('UploadInUse', 'Another call uses this upload at the moment.')
  try {
    return await use(claimed)
  } finally {
    await releaseUpload(db, claimed).catch(() => {}) // the claim ends by itself
  }
}

/**
 * Removes an upload in the transaction that stores the result of its use.
 * @throws Refusal UnknownUpload where the claim ended meanwhile
 */
export async function useUp(sql: Transaction, upload: ClaimedUpload): Promise<void> {
  if (!(await lockClaimed(sql, upload))) throw new Refusal('UnknownUpload', 'The upload expired meanwhile.')
  await removeUpload(sql, upload)
}

/** The octets of an upload, as they come. */
export function readUpload(db: Database, upload: ClaimedUpload): AsyncGenerator<Buffer> {
  return readOctetsOf(db, upload, upload.bytes)
}

function tooLargeRefusal({ mostBytes }: UploadLimits): Refusal {
  return new Refusal('RequestTooLarge', `A file may have ${Math.floor(mostBytes / 1_048_576)} MB.`)
}

function emptyRefusal(): Refusal {
  return new Refusal('EmptyUpload', 'The body is the file, and it is empty.')
}

function tooManyRefusal({ mostUnusedBytes }: UploadLimits): Refusal {
  return new Refusal(
    'TooManyUploads',
    `A client may have ${mostUnusedUploads} uploads waiting to be used, of ${Math.floor(mostUnusedBytes / 1_048_576)} MB together. Use some, or wait until they expire.`,
  )
}

function storageFullRefusal(cause?: unknown): Refusal {
  return new Refusal('StorageFull', 'The disk of the service has no room for the file. Nothing of it was kept.', {
    cause,
  })
}

/** SQLSTATE disk_full. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Unavailable && error.code === '53100'
}
