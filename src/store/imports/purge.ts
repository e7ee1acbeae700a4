/** How long what an import needed is kept: its file and rows for 30 days, refused rows for 90. The import itself stays. */
import type { Database } from '../connection/database.ts'
import { fileDays, type ImportKey } from './imports.ts'
import { clearStaged, deleteRows } from './staging.ts'

/** Days for which rows that were refused are kept. */
const refusedDays = 90

/** Part of the daily purge. The files themselves are uploads, which expire. */
export async function purgeImports(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const old = await db<ImportKey[]>`
    select client_id, id as import_id from imports
    where created_at < ${before(fileDays)} and (upload_id is not null or state = 'fetching') and state not in ('committing', 'undoing', 'judging')`
  for (const key of old) {
    await deleteRows(db, key, 'all but refused')
    await db`
      update imports
      set upload_id = null, claim = claim + 1,
        credentials = null, state = case when state in ('fetching', 'reading', 'mapping', 'judged') then 'cancelled' else state end
      where client_id = ${key.clientId} and id = ${key.importId}`
  }
  const oldest = await db<ImportKey[]>`
    select i.client_id, i.id as import_id from imports i
    where i.created_at < ${before(refusedDays)} and i.upload_id is null
      and exists (select from import_rows r where r.client_id = i.client_id and r.import_id = i.id)`
  for (const key of oldest) await deleteRows(db, key, 'all')
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
