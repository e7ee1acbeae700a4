/** Images of a client, as `Asset.*` knows them. See docs/decisions/content.md#images-are-rebuilt-and-named-by-content. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import { isPublicId } from '../../lib/ids.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { removeDeletion } from '../../store/accounts/deletions.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  countImages,
  type ImageRow,
  insertImage,
  type NewImage,
  readImageByContent,
  readImageByPublicId,
  readImagesOf,
  softDeleteImage,
  undeleteImage,
} from '../../store/images/images.ts'
import { lockClient } from '../../store/limits/daily-limits.ts'
import type { ClientRef } from '../access/access.ts'
import { extensionOf } from '../content/media.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { type ClaimedUpload, readUpload, useUp, withUpload } from '../uploads/uploads.ts'
import { isImageType, refuseLargeFile } from './rebuild.ts'
import { notAnImageRefusal } from './rebuilt.ts'
import type { ImageTasks, ReadImage } from './tasks.ts'

export const mostImages = 5_000
const longestName = 250

/** What the caller gives; absent is null. */
export interface GivenImage {
  /** The file: an upload, or its octets in base64. */
  readonly uploadId: string | null
  readonly content: string | null
  readonly name: string | null
}

/**
 * Makes an image of the client. A file that it has already is not kept twice: that image is the answer, restored if it was deleted.
 * @param withIt is awaited in the transaction that keeps the image
 * @throws Refusal MissingParameter, InvalidParameter, UnknownUpload, UploadInUse, NotAnImage, ImageTooLarge, TooManyAssets,
 *   RequestTimeout when many images are being read; ValueTooLong, InvalidCharacters for the name
 */
export async function createImage(
  db: Database,
  tasks: Pick<ImageTasks, 'readImage'>,
  client: ClientRef,
  { uploadId, content, name }: GivenImage,
  withIt?: WithImage,
): Promise<ImageRow> {
  const given = cleanLine('Name', name, longestName)
  const hasUpload = uploadId !== null && uploadId !== ''
  const hasContent = content !== null && content !== ''
  if (hasUpload && hasContent) throw new Refusal('InvalidParameter', 'Give UploadID or Content, not both.')
  if (hasContent) return keepImage(db, tasks, client, { bytes: fromBase64(content), name: given }, withIt)
  if (!hasUpload) throw new Refusal('MissingParameter', 'UploadID or Content is required.')
  return withUpload(db, client, uploadId, async upload => {
    const image = await read(tasks, client, await readUploadedImage(db, upload))
    return keep(db, client, given || upload.fileName, image, { upload, withIt })
  })
}

export type WithImage = (sql: Transaction, image: ImageRow) => Promise<void>

/**
 * Makes an image of the client from the octets of a file, as `createImage` does.
 * @param file with the name it gets; '' for one of its type
 * @param withIt is awaited in the transaction that keeps the image
 * @throws Refusal NotAnImage, ImageTooLarge, TooManyAssets, RequestTimeout when many images are being read
 */
export async function keepImage(
  db: Database,
  tasks: Pick<ImageTasks, 'readImage'>,
  client: ClientRef,
  { bytes, name }: { readonly bytes: Buffer; readonly name: string },
  withIt?: WithImage,
): Promise<ImageRow> {
  return keep(db, client, name, await read(tasks, client, bytes), { withIt })
}

/** An image of the client that is not deleted. @throws Refusal UnknownAsset */
export async function readOwnImage(sql: Sql, client: ClientRef, id: string): Promise<ImageRow> {
  const image = isPublicId(id) ? await readImageByPublicId(sql, client, id) : undefined
  return image ?? unknownAsset()
}

async function readUploadedImage(db: Database, upload: ClaimedUpload): Promise<Buffer> {
  refuseLargeFile(upload.bytes)
  const chunks: Buffer[] = []
  for await (const chunk of readUpload(db, upload)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function fromBase64(content: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
    throw new Refusal('InvalidParameter', 'Content must be the file in base64, without line breaks.')
  }
  return Buffer.from(content, 'base64')
}

async function read(tasks: Pick<ImageTasks, 'readImage'>, { clientId }: ClientRef, bytes: Buffer): Promise<ReadImage> {
  const answer = await tasks.readImage({ bytes }, { key: clientId, repeat: true }).catch((error: unknown) => {
    if (error instanceof TaskFault) throw notAnImageRefusal('it cannot be decoded')
    if (!(error instanceof Overloaded)) throw error
    throw new Refusal('RequestTimeout', 'Too many images are being read at this moment. Try again in a few seconds.')
  })
  if ('refused' in answer) throw new Refusal(answer.refused, answer.detail)
  return answer
}

/** @param upload is removed in the transaction that keeps the image, and `withIt` is awaited there */
async function keep(
  db: Database,
  client: ClientRef,
  givenName: string,
  image: ReadImage,
  { upload, withIt }: { readonly upload?: ClaimedUpload; readonly withIt?: WithImage | undefined },
): Promise<ImageRow> {
  const bytes = Buffer.from(image.bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const name = givenName || `image.${extensionOf(image.mediaType)}`
  return transaction(db, async sql => {
    // images of one client are counted and compared one after another
    await lockClient(sql, client.clientId)
    if (upload) await useUp(sql, upload)
    const kept = await keptImage(sql, client, { name, sha256, bytes, image })
    await withIt?.(sql, kept)
    return kept
  })
}

/** The client's image with this content; a missing one is made, a deleted one restored. */
async function keptImage(
  sql: Transaction,
  client: ClientRef,
  { name, sha256, bytes, image }: Pick<NewImage, 'name' | 'sha256' | 'bytes'> & { readonly image: ReadImage },
): Promise<ImageRow> {
  const known = await readImageByContent(sql, client, sha256)
  if (known && !known.isDeleted) return known
  if ((await countImages(sql, client, mostImages)) >= mostImages) {
    throw new Refusal('TooManyAssets', `A client may have ${mostImages} images. Delete some that no campaign shows.`)
  }
  if (known) {
    await undeleteImage(sql, client.clientId, known.publicId)
    await removeDeletion(sql, client.clientId, 'asset', known.publicId)
    return known
  }
  const { mediaType, width, height, animated } = image
  const made = await insertImage(sql, client, { name, sha256, mediaType, width, height, animated, bytes })
  if (!made) throw new Refusal('InvalidClientId')
  return made
}

/** A page of images, the newest first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listImages(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(given, isId)
  const rows = await readImagesOf(sql, client, { after: after?.[0], limit: limit + 1 })
  return cutPage(rows, limit, ({ id }) => [id])
}

function isId(values: SortKey): values is readonly [number] {
  return values.length === 1 && Number.isSafeInteger(values[0])
}

/**
 * Deletes an image; it can be restored for 30 days. It is served on where a campaign or a template mentions it, and as the logo of a branding.
 * @throws Refusal UnknownAsset
 */
export async function deleteImage(
  db: Database,
  client: ClientRef,
  id: string | null,
  deletedBy: string,
): Promise<void> {
  const isDone = isPublicId(id) && (await transaction(db, sql => softDeleteImage(sql, client, id, deletedBy)))
  if (!isDone) unknownAsset()
}

/** @throws Refusal UnknownAsset */
export function unknownAsset(): never {
  throw new Refusal('UnknownAsset', 'The client has no such asset.')
}

/** Where an image is served: the name holds its content, so what is at an address never changes. */
export function imagePath(
  clientPublicId: string,
  { sha256, mediaType }: Pick<ImageRow, 'sha256' | 'mediaType'>,
): string {
  if (!isImageType(mediaType)) throw new Error(`${mediaType} is no type of an image`)
  return `/files/client/${clientPublicId}/${sha256.toString('hex')}.${extensionOf(mediaType)}`
}
