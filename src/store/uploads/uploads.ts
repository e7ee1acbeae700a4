/**
 * Uploads: files that callers send before an operation uses them, stored as rows of chunks. Each chunk is a separate transaction, so that
 * a slow sender holds no connection. If a process dies, its row expires.
 * See docs/decisions/content.md#uploads-are-kept-in-the-database.
 */
import type { ClientRef } from '../accounts/access.ts'
import { copyOctets } from '../connection/copy-binary.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { claimWaiting, countedClaims, fence } from '../jobs/claiming.ts'
import { lockClient } from '../limits/daily-limits.ts'

/** The key of an upload. */
export interface UploadKey {
  readonly clientId: number
  readonly uploadId: number
}

export interface UploadLimits {
  /** Maximum unused uploads of a client, including those being received. */
  readonly uploads: number
  /** Maximum bytes of all of them together. */
  readonly bytes: number
}

/** Minutes for which an upload is kept without a further chunk. */
const receivingMinutes = 10
/** Hours for which an unused upload is kept. */
export const unusedHours = 24

/**
 * Begins an upload, unless the client has the maximum number.
 * @param reserved bytes that the sender announced; 0 if unknown
 * @returns the reason for a refusal, `gone` if the client was deleted meanwhile
 */
export async function beginUpload(
  db: Database,
  { clientId }: Pick<ClientRef, 'clientId'>,
  { fileName, reserved }: { readonly fileName: string; readonly reserved: number },
  limits: UploadLimits,
): Promise<(UploadKey & { readonly publicId: string }) | 'too many' | 'too large' | 'gone'> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls of one client count one after the other
    await lockClient(sql, clientId)
    const [kept] = await sql<{ uploads: number; bytes: number }[]>`
      select count(*)::integer as uploads, coalesce(sum(greatest(bytes, reserved)), 0)::bigint as bytes
      from uploads where client_id = ${clientId} and import_id is null`
    if (kept!.uploads >= limits.uploads) return 'too many'
    if (kept!.bytes + reserved > limits.bytes) return 'too large'
    const [upload] = await sql<{ clientId: number; uploadId: number; publicId: string }[]>`
      insert into uploads (client_id, file_name, reserved, expires_at)
      select ${clientId}, ${fileName}, ${reserved}, now() + make_interval(mins => ${receivingMinutes})
      from clients where id = ${clientId} and deleted_at is null
      returning client_id, id as upload_id, public_id`
    return upload ?? 'gone'
  })
}

/**
 * Stores the next chunk.
 * @param most maximum bytes of all unused uploads of the client
 * @returns false if they have more, or the upload no longer exists
 */
export async function addChunk(
  sql: Sql,
  { clientId, uploadId }: UploadKey,
  number: number,
  bytes: Buffer,
  most: number,
): Promise<boolean> {
  const { count } = await sql`
    with received as (
      update uploads
      set bytes = bytes + ${bytes.length}, reserved = greatest(reserved, bytes + ${bytes.length}),
        expires_at = now() + make_interval(mins => ${receivingMinutes})
      where client_id = ${clientId} and id = ${uploadId} and sha256 is null
        -- announced bytes were counted at the beginning
        and (bytes + ${bytes.length} <= reserved or ${bytes.length} + (
          select coalesce(sum(greatest(bytes, reserved)), 0) from uploads
          where client_id = ${clientId} and import_id is null) <= ${most})
      returning id
    )
    insert into upload_chunks (client_id, upload_id, number, bytes)
    select ${clientId}, id, ${number}, ${bytes} from received`
  return count === 1
}

/** Completes an upload, which can be used from now on. @returns its expiry; undefined if it no longer exists */
export async function endUpload(
  sql: Sql,
  { clientId, uploadId }: UploadKey,
  sha256: Buffer,
): Promise<Date | undefined> {
  const [upload] = await sql<{ expiresAt: Date }[]>`
    update uploads set sha256 = ${sha256}, reserved = bytes, expires_at = now() + make_interval(hours => ${unusedHours})
    where client_id = ${clientId} and id = ${uploadId} and sha256 is null
    returning expires_at`
  return upload?.expiresAt
}

/** Chunks per statement: 16 MB of rows. */
const chunksOfStep = 16

/** Deletes an upload with its chunks, in steps. */
export async function removeUpload(sql: Sql, { clientId, uploadId }: UploadKey): Promise<void> {
  for (;;) {
    const { count } = await sql`
      delete from upload_chunks where client_id = ${clientId} and upload_id = ${uploadId} and number = any(array(
        select number from upload_chunks where client_id = ${clientId} and upload_id = ${uploadId} limit ${chunksOfStep}))`
    if (count < chunksOfStep) break
  }
  await sql`delete from uploads where client_id = ${clientId} and id = ${uploadId}`
}

/** Deletes an unused upload by its public id. */
export async function removeUploadOf(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  publicId: string,
): Promise<void> {
  const [upload] = await sql<UploadKey[]>`
    select client_id, id as upload_id from uploads
    where client_id = ${clientId} and public_id = ${publicId} and import_id is null`
  if (upload) await removeUpload(sql, upload)
}

/** How operations claim uploads. */
export const uploadClaims = countedClaims('uploads')

/** An upload claimed by an operation: no other can use it, and it is not deleted. */
export interface ClaimedUpload extends UploadKey {
  readonly fileName: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly claim: number
}

/** Claims an upload for an operation. @returns `unknown` also for one that is being received, `in use` if another operation uses it */
export async function claimUpload(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  seconds: number,
): Promise<ClaimedUpload | 'unknown' | 'in use'> {
  const [claimed] = await claimWaiting<ClaimedUpload>(sql, uploadClaims, {
    clientId,
    isWaiting: () =>
      sql`t.public_id = ${publicId} and t.sha256 is not null and t.expires_at > now() and t.import_id is null`,
    order: sql`t.id`,
    until: sql`now() + make_interval(secs => ${seconds})`,
    returning: sql`t.client_id, t.id as upload_id, t.file_name, t.bytes, t.sha256, t.claim`,
  })
  if (claimed) return claimed
  const [other] = await sql`
    select 1 from uploads
    where client_id = ${clientId} and public_id = ${publicId} and sha256 is not null and expires_at > now()
      and import_id is null`
  return other ? 'in use' : 'unknown'
}

/** Releases an unused upload: another operation can use it until it expires. */
export async function releaseUpload(sql: Sql, { clientId, uploadId, claim }: ClaimedUpload): Promise<void> {
  await sql`
    update uploads set claimed_until = '-infinity'
    where client_id = ${clientId} and ${fence(sql, uploadClaims, { clientId, id: uploadId, claim })}`
}

/** Locks the row in the transaction that deletes the upload and stores its use. @returns false if the claim ended meanwhile */
export async function lockClaimed(sql: Transaction, { clientId, uploadId, claim }: ClaimedUpload): Promise<boolean> {
  const [held] = await sql`
    select 1 from uploads
    where client_id = ${clientId} and ${fence(sql, uploadClaims, { clientId, id: uploadId, claim })}
    for update`
  return held !== undefined
}

/** The bytes of an upload as a stream from the database. @throws Error if chunks are missing */
export async function* readOctetsOf(
  db: Database,
  { clientId, uploadId }: UploadKey,
  bytes: number,
): AsyncGenerator<Buffer> {
  let read = 0
  const select = db`
    select bytes from upload_chunks where client_id = ${clientId} and upload_id = ${uploadId} order by number`
  for await (const piece of copyOctets(db.copyOut(select, 'format binary'))) {
    read += piece.length
    yield piece
  }
  if (read !== bytes) throw new Error(`upload ${uploadId} has ${read} octets instead of ${bytes}`)
}

/** Claims expired uploads for deletion, oldest first. */
export async function claimExpired(sql: Sql, most: number, seconds: number): Promise<readonly UploadKey[]> {
  return claimWaiting<UploadKey>(sql, uploadClaims, {
    isWaiting: () => sql`t.expires_at <= now()`,
    order: sql`t.expires_at`,
    most,
    until: sql`now() + make_interval(secs => ${seconds})`,
    returning: sql`t.client_id, t.id as upload_id`,
  })
}
