/** How long what an import needed is kept: its file and rows for 30 days, refused rows for 90. The import itself stays. */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { fileDays, type ImportKey } from './imports.ts'
import { clearStaged, deleteRows } from './staging.ts'

/** Days for which rows that were refused are kept. */
const refusedDays = 90

/** Part of the daily purge. The files themselves are uploads, which expire. */
export async function purgeImports(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const key of await importsToPurge(db, before(fileDays))) {
    if (await beginPurge(db, key, before(fileDays))) await endPurge(db, key)
  }
  const oldest = await db<ImportKey[]>`
    select i.client_id, i.id as import_id from imports i
    where i.created_at < ${before(refusedDays)} and i.upload_id is null
      and exists (select from import_rows r where r.client_id = i.client_id and r.import_id = i.id)`
  for (const key of oldest) await deleteRows(db, key, 'all')
}

/** Imports that are kept no longer, and those whose purge was begun and not ended. */
export async function importsToPurge(sql: Sql, before: Date): Promise<readonly ImportKey[]> {
  return sql<ImportKey[]>`
    select client_id, id as import_id from imports where ${isToPurge(sql, before)}`
}

/** Of a row of imports. A claim without an end is that of a purge: in the states it leaves, no worker claims an import. */
function isToPurge(sql: Sql, before: Date): Fragment {
  return sql`
    created_at < ${before} and (upload_id is not null or state = 'fetching' or claimed_until = 'infinity')
    and state not in ('committing', 'undoing', 'judging')`
}

/**
 * Takes the file away from an import before its rows go, so that none of them is missing where an Undo begins (`moveImport` asks for
 * the file). The claim lasts until `endPurge`: by it the next purge finds an import whose rows a process did not delete to the end.
 * @returns false where it is being judged, written or undone since
 */
export async function beginPurge(sql: Sql, { clientId, importId }: ImportKey, before: Date): Promise<boolean> {
  const { count } = await sql`
    update imports
    set upload_id = null, claim = claim + 1, claimed_until = 'infinity', credentials = null, losses = null,
      state = case when state in ('fetching', 'reading', 'mapping', 'judged') then 'cancelled' else state end
    where client_id = ${clientId} and id = ${importId} and ${isToPurge(sql, before)}`
  return count > 0
}

/** Deletes the rows of an import whose purge was begun, all but those that were refused. */
async function endPurge(db: Database, key: ImportKey): Promise<void> {
  await deleteRows(db, key, 'all but refused')
  await db`
    update imports set claimed_until = '-infinity' where client_id = ${key.clientId} and id = ${key.importId}`
}

/** Removes all imports into a list that is purged. */
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
