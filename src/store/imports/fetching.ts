/** Imports from another program's API: insert, claim, and complete once their rows are fetched. */
import type { ListRef } from '../accounts/access.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { ClaimLost, claimEnd, claimWaiting, fence } from '../jobs/claiming.ts'
import { type ImportClaim, importClaims, notifyImports, openImports } from './imports.ts'

/** The channel that the poller listens to. */
export const fetchingChannel = 'imports_fetch'

export interface NewRemoteImport {
  readonly fileName: string
  readonly consent: object
  readonly createdBy: object
  /** Where to fetch the rows, without secrets. */
  readonly remote: object
  /** Encrypts the credentials for the import with this public id. */
  readonly encrypted: (publicId: string) => Buffer
  /** Maximum imports of the client that are neither ended nor failed. */
  readonly most: number
}

/** Begins an import whose rows are fetched in the background. @returns its public id, or the reason for a refusal */
export async function insertRemoteImport(
  db: Database,
  { clientId, listId }: ListRef,
  { fileName, consent, createdBy, remote, encrypted, most }: NewRemoteImport,
): Promise<{ readonly publicId: string } | 'too many' | 'gone'> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls count one after the other
    const [list] = await sql`
      select 1 from lists where client_id = ${clientId} and id = ${listId} and deleted_at is null for update`
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

/** An import whose rows a process fetches. */
export interface ClaimedFetch extends ImportClaim {
  readonly publicId: string
  readonly fileName: string
  readonly remote: unknown
  readonly credentials: Buffer
  /** Attempts including this one. */
  readonly attempts: number
}

/** Claims the import that has waited longest for its rows; undefined if none waits. */
export async function claimFetch(sql: Sql): Promise<ClaimedFetch | undefined> {
  const [claimed] = await claimWaiting<ClaimedFetch>(sql, importClaims, {
    isWaiting: () => sql`t.state = 'fetching'`,
    order: sql`t.claimed_until, t.id`,
    returning: sql`t.client_id, t.id as import_id, t.claim, t.public_id, t.file_name, t.remote, t.credentials, t.attempts`,
  })
  return claimed
}

/** Records the progress of fetching and renews the claim. @throws ClaimLost if the import was cancelled */
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

/** Continues as an import of a file once the rows are stored as an upload, and deletes the credentials. @throws ClaimLost */
export async function endFetch(
  db: Database,
  { clientId, importId, claim }: ImportClaim,
  { uploadPublicId, fetched }: { readonly uploadPublicId: string; readonly fetched: number },
): Promise<void> {
  await transaction(db, async sql => {
    const [upload] = await sql<{ id: number; bytes: number; sha256: Buffer }[]>`
      update uploads set import_id = ${importId}, expires_at = 'infinity'
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
