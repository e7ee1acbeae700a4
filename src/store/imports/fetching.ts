/** Imports whose rows are read from the API of another program: begun, claimed, and what they become once the rows are there. */
import type { ListRef } from '../accounts/access.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { ClaimLost, claimEnd, claimRows, fence, isFree } from '../jobs/claiming.ts'
import { fileDays, type ImportClaim, importClaims, notifyImports, openImports } from './imports.ts'

/** What the poller listens to. */
export const fetchingChannel = 'imports_fetch'

export interface NewRemoteImport {
  readonly fileName: string
  readonly consent: object
  readonly createdBy: object
  /** Where rows are read; no secret. */
  readonly remote: object
  /** Encrypts the credentials for the import with this public id. */
  readonly encrypted: (publicId: string) => Buffer
  /** Imports of the client that are neither ended nor failed. */
  readonly most: number
}

/** Begins an import whose rows are read in the background. @returns the new import's public id, or why not */
export async function insertRemoteImport(
  db: Database,
  { clientId, listId }: ListRef,
  { fileName, consent, createdBy, remote, encrypted, most }: NewRemoteImport,
): Promise<{ readonly publicId: string } | 'too many' | 'gone'> {
  return transaction(db, async sql => {
    // one after another, so that they are counted
    const [list] = await sql`
      select from lists where client_id = ${clientId} and id = ${listId} and deleted_at is null for update`
    if (!list) return 'gone'
    if ((await openImports(sql, clientId)) >= most) return 'too many'
    const [made] = await sql<{ id: number; publicId: string }[]>`
      insert into imports (client_id, list_id, state, file_name, bytes, consent, created_by, remote)
      values (${clientId}, ${listId}, 'fetching', ${fileName}, 0, ${sql.json(consent)}, ${sql.json(createdBy)}, ${sql.json(remote)})
      returning id, public_id`
    const { id, publicId } = made!
    await sql`
      update imports set credentials = ${encrypted(publicId)} where client_id = ${clientId} and id = ${id}`
    await sql`select pg_notify(${fetchingChannel}, '')`
    return { publicId }
  })
}

/** An import whose rows a process reads. */
export interface ClaimedFetch extends ImportClaim {
  readonly publicId: string
  readonly fileName: string
  readonly remote: unknown
  readonly credentials: Buffer
  /** With this one. */
  readonly attempts: number
}

/** Claims the import that has waited longest for its rows; undefined where none waits. */
export async function claimFetch(sql: Sql): Promise<ClaimedFetch | undefined> {
  const [claimed] = await claimRows<ClaimedFetch>(sql, importClaims, {
    candidates: sql`
      select t.client_id, t.id from imports t
      where t.state = 'fetching' and ${isFree(sql, importClaims)}
      order by t.claimed_until, t.id
      limit 1`,
    returning: sql`t.client_id, t.id as import_id, t.claim, t.public_id, t.file_name, t.remote, t.credentials, t.attempts`,
  })
  return claimed
}

/** Says how far the reading is, and prolongs the claim. @throws ClaimLost where it was cancelled */
export async function progressFetch(
  sql: Sql,
  { clientId, importId, claim }: ImportClaim,
  { fetched, toFetch }: { readonly fetched: number; readonly toFetch: number },
): Promise<void> {
  const { count } = await sql`
    update imports
    set fetched = ${fetched}, to_fetch = ${toFetch}, claimed_until = ${claimEnd(sql)}
    where client_id = ${clientId} and ${fence(sql, importClaims, { clientId, id: importId, claim })}`
  if (count === 0) throw new ClaimLost('The import was cancelled, or another process reads its rows.')
}

/** The rows are there, as an upload: from now on the import is one of a file, and its credentials are gone. @throws ClaimLost */
export async function endFetch(
  db: Database,
  { clientId, importId, claim }: ImportClaim,
  { uploadPublicId, fetched }: { readonly uploadPublicId: string; readonly fetched: number },
): Promise<void> {
  await transaction(db, async sql => {
    const [upload] = await sql<{ id: number; bytes: number; sha256: Buffer }[]>`
      update uploads set import_id = ${importId}, expires_at = now() + make_interval(days => ${fileDays})
      where client_id = ${clientId} and public_id = ${uploadPublicId} and import_id is null
      returning id, bytes, sha256`
    if (!upload) throw new Error(`upload ${uploadPublicId} is gone`)
    const { count } = await sql`
      update imports
      set state = 'reading', claimed_until = '-infinity', attempts = 0, credentials = null, fetched = ${fetched}, to_fetch = ${fetched},
        upload_id = ${upload.id}, bytes = ${upload.bytes}, sha256 = ${upload.sha256}
      where client_id = ${clientId} and ${fence(sql, importClaims, { clientId, id: importId, claim })}`
    if (count === 0) throw new ClaimLost('The import was cancelled, or another process reads its rows.')
    await notifyImports(sql)
  })
}
