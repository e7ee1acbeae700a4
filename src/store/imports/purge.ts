/** Retention of imports: the file with its rows, and later its refused rows, are removed. The import itself is kept. */
import { findAmongClients } from '../among-clients.ts'
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { type Horizons, isPast } from '../retention/horizons.ts'
import type { ImportKey } from './imports.ts'
import { clearStaged, deleteRows } from './staging.ts'

/** Files and their rows, and refused rows. */
export async function purgeImports(db: Database, files: Horizons, refused: Horizons): Promise<void> {
  for (const key of await readImportsToPurge(db, files)) {
    if (await beginPurge(db, key, files)) await endPurge(db, key)
  }
  const oldest = await findAmongClients<ImportKey>(db, {
    table: 'imports',
    columns: db`, t.id as import_id`,
    isFound: db`${isPast(db, db`t.created_at`, db`t.client_id`, refused)} and t.upload_id is null
      and exists (select 1 from import_rows r where r.client_id = t.client_id and r.import_id = t.id)`,
  })
  for (const key of oldest) await deleteRows(db, key, 'all')
}

/** Expired imports, and those with an unfinished purge. */
export async function readImportsToPurge(sql: Sql, files: Horizons): Promise<readonly ImportKey[]> {
  return findAmongClients<ImportKey>(sql, {
    table: 'imports',
    columns: sql`, t.id as import_id`,
    isFound: isToPurge(sql, files),
  })
}

/** Condition on a row of imports. Only a purge sets a claim without an end: in these states no worker claims an import. */
function isToPurge(sql: Sql, files: Horizons): Fragment {
  return sql`
    ${isPast(sql, sql`created_at`, sql`client_id`, files)} and (upload_id is not null or state = 'fetching' or claimed_until = 'infinity')
    and state not in ('committing', 'undoing', 'judging')`
}

/**
 * Takes the file from an import before its rows are deleted, so that an undo (`moveImport` requires the file) cannot begin with rows
 * missing. The claim lasts until `endPurge`: by it the next purge finds an import whose purge was interrupted.
 * @returns false if the import is being judged, written or undone
 */
export async function beginPurge(sql: Sql, { clientId, importId }: ImportKey, files: Horizons): Promise<boolean> {
  const begun = await sql`
    with begun as (
      update imports
      set upload_id = null, claim = claim + 1, claimed_until = 'infinity', credentials = null, losses = null,
        state = case when state in ('fetching', 'reading', 'mapping', 'judged') then 'cancelled' else state end
      where client_id = ${clientId} and id = ${importId} and ${isToPurge(sql, files)}
      returning id
    ), freed as (
      -- the file is an upload, which is removed as one that nothing uses
      update uploads set expires_at = now(), import_id = null
      where client_id = ${clientId} and import_id = (select id from begun)
    )
    select id from begun`
  return begun.length > 0
}

/** Deletes the rows of an import whose purge has begun, except refused rows. */
async function endPurge(db: Database, key: ImportKey): Promise<void> {
  await deleteRows(db, key, 'all but refused')
  await db`
    update imports set claimed_until = '-infinity' where client_id = ${key.clientId} and id = ${key.importId}`
}

/** Deletes all imports into a purged list. */
export async function purgeImportsOf(db: Database, clientId: number, listId: number): Promise<void> {
  const imports = await db<ImportKey[]>`
    select client_id, id as import_id from imports where client_id = ${clientId} and list_id = ${listId}`
  for (const key of imports) {
    await clearStaged(db, key)
    await db`
      update uploads set expires_at = now(), import_id = null where client_id = ${clientId} and import_id = ${key.importId}`
    await db`delete from imports where client_id = ${clientId} and id = ${key.importId}`
  }
}
