/** Exports as they are found by the scenario. No process writes them meanwhile. */
import type { Database } from '../../src/store/connection/database.ts'
import { local } from './zone.ts'

/** @returns public ids by the names of the scenario */
export async function insertExports(db: Database, clientId: number): Promise<Record<string, string>> {
  const [done] = await db<{ publicId: string }[]>`
    insert into exports (client_id, kind, about, format, gzip, state, file_name, rows, bytes, created_at, ended_at, expires_at)
    values (${clientId}, 'suppressions', '{"kind": "suppressions"}', 'excel', false, 'done', 'suppression-list-2024-03-07.csv', 2, 95,
      ${local('2024-03-07 12:00:00')}, ${local('2024-03-07 12:00:01')}, ${local('2124-03-14 12:00:00')})
    returning public_id`
  const [failed] = await db<{ publicId: string }[]>`
    insert into exports (client_id, kind, about, format, gzip, state, file_name, problem, created_at, ended_at, expires_at)
    values (${clientId}, 'suppressions', '{"kind": "suppressions"}', 'csv', true, 'failed', 'suppression-list-2024-03-08.csv.gz',
      'The disk of the service has no room for the file.', ${local('2024-03-08 12:00:00')}, ${local('2024-03-08 12:00:01')}, ${local('2124-03-15 12:00:00')})
    returning public_id`
  return { doneExport: done!.publicId, failedExport: failed!.publicId }
}

/** A client that has as many exports waiting as it may. */
export async function insertManyExports(db: Database, clientId: number, most: number): Promise<void> {
  await db`
    insert into exports (client_id, kind, about, format, gzip, file_name, expires_at)
    select ${clientId}, 'suppressions', '{"kind": "suppressions"}', 'csv', false, 'suppression-list.csv', '2124-03-14'
    from generate_series(1, ${most})`
}
