/** Versions of the server and of the schema. */
import type { Sql } from './database.ts'

export interface DatabaseVersions {
  /** As PostgreSQL reports it: `18.1`. */
  readonly postgres: string
  /** The newest applied migration. */
  readonly schema: number
}

export async function readDatabaseVersions(sql: Sql): Promise<DatabaseVersions> {
  const [row] = await sql<DatabaseVersions[]>`
    select split_part(current_setting('server_version'), ' ', 1) as postgres, max(number) as schema from migrations`
  return row!
}
