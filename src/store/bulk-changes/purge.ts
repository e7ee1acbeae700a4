/** Retention of bulk changes: their rows while they can be undone, the change itself for 90 days. */
import { findAmongClients } from '../among-clients.ts'
import type { Database, Sql } from '../connection/database.ts'
import { type BulkChangeKey, undoDays } from './bulk-changes.ts'

/** Days for which a change is listed. */
const listedDays = 90
/** Maximum number of rows per statement. */
const step = 10_000

/** Part of the daily purge. */
export async function purgeBulkChanges(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const old = await findAmongClients<BulkChangeKey & { readonly isListed: boolean }>(db, {
    table: 'bulk_changes',
    columns: db`, t.id as change_id, t.created_at >= ${before(listedDays)} as is_listed`,
    isFound: db`t.created_at < ${before(undoDays)} and t.state not in ('choosing', 'changing', 'undoing')`,
  })
  for (const key of old) {
    await deleteRows(db, key)
    if (key.isListed) continue
    await db`delete from bulk_changes where client_id = ${key.clientId} and id = ${key.changeId}`
  }
}

/** Deletes all changes of a purged list, and those that copied to it. */
export async function purgeBulkChangesOf(db: Database, clientId: number, listId: number): Promise<void> {
  const changes = await db<BulkChangeKey[]>`
    select client_id, id as change_id from bulk_changes
    where client_id = ${clientId} and (list_id = ${listId} or to_list_id = ${listId})`
  for (const key of changes) {
    await deleteRows(db, key)
    await db`delete from bulk_changes where client_id = ${clientId} and id = ${key.changeId}`
  }
}

async function deleteRows(sql: Sql, { clientId, changeId }: BulkChangeKey): Promise<void> {
  for (let deleted = step; deleted === step; ) {
    const { count } = await sql`
      delete from bulk_change_rows
      where client_id = ${clientId} and change_id = ${changeId} and number = any(array(
        select number from bulk_change_rows where client_id = ${clientId} and change_id = ${changeId} order by number limit ${step}))`
    deleted = count
  }
}
