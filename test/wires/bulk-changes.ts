/** Bulk changes as they are found by the scenario. No process works on them meanwhile. */
import { mostBulkChanges } from '../../src/domain/bulk-changes/bulk-changes.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { local } from './zone.ts'

const rule = {
  given: { state: 'Active', segment: '' },
  states: ['Active'],
  prefix: 'a',
  domain: '',
  name: '',
  since: null,
  until: null,
  conditions: null,
}

/** @returns public ids by the names of the scenario */
export async function insertBulkChanges(
  db: Database,
  {
    clientId,
    listId,
    otherListId,
  }: { readonly clientId: number; readonly listId: number; readonly otherListId: number },
): Promise<Record<string, string>> {
  const insert = async (
    state: string,
    action: string,
    about: object,
    date: string,
    list = listId,
    toListId: number | null = null,
  ) => {
    const [row] = await db<{ publicId: string }[]>`
      insert into bulk_changes (client_id, list_id, to_list_id, action, rule, about, state, subscribers, cursor, changed, left_alone,
        problem, created_at, created_by, ended_at, claimed_until)
      values (${clientId}, ${list}, ${toListId}, ${action}, ${db.json(rule)}, ${db.json(about as never)}, ${state}, 3,
        ${state === 'done' ? 3 : 0}, ${state === 'done' ? 2 : 0}, ${state === 'done' ? 1 : 0},
        ${state === 'failed' ? 'It was 3, now it is 4.' : null}, ${local(date)}, '{"by": "api"}',
        ${state === 'choosing' ? null : local(date)}, 'infinity')
      returning public_id`
    return row!.publicId
  }
  return {
    failedChange: await insert('failed', 'unsubscribe', {}, '2024-03-07 12:00:00'),
    oldChange: await insert('done', 'delete', {}, '2024-03-08 12:00:00'),
    doneChange: await insert('done', 'set field', { key: 'City', value: 'Ulm' }, '2124-03-09 12:00:00'),
    waitingChange: await insert('choosing', 'copy', { fields: {} }, '2124-03-10 12:00:00', otherListId, listId),
  }
}

/** A client that has as many changes under way as it may. */
export async function insertManyBulkChanges(db: Database, clientId: number, listId: number): Promise<void> {
  await db`
    insert into bulk_changes (client_id, list_id, action, rule, about, subscribers, created_by, claimed_until)
    select ${clientId}, ${listId}, 'delete', ${db.json(rule)}, '{}', 3, '{"by": "api"}', 'infinity'
    from generate_series(1, ${mostBulkChanges})`
}
