/** Whether the database is distributed: what differs by engine (partitions, migrations, backups) asks here, and nothing else does. */
import type { Secrets, Sql } from './database.ts'

/** Answers by pool: a pool and its transactions share this object (`Sql.secrets`), and a pool leads to one database. */
const answers = new WeakMap<Secrets, Promise<boolean>>()

/**
 * Whether Citus distributes tables of this database. The catalogue is read once for each pool: only `lettershop distribute` changes the
 * answer, and no other process of the installation runs then.
 */
export function isDistributed(sql: Sql): Promise<boolean> {
  const known = answers.get(sql.secrets)
  if (known) return known
  const answer = readCatalogue(sql).catch(error => {
    answers.delete(sql.secrets)
    throw error
  })
  answers.set(sql.secrets, answer)
  return answer
}

/** Makes the next `isDistributed` of this pool read the catalogue again. */
export function forgetDistribution(sql: Sql): void {
  answers.delete(sql.secrets)
}

async function readCatalogue(sql: Sql): Promise<boolean> {
  // the table is the extension's: without it, a statement that names it is an error, which would end a transaction
  const [extension] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as is_there`
  if (!extension!.isThere) return false
  const [tables] = await sql<{ found: boolean }[]>`
    select exists (select 1 from pg_catalog.pg_dist_partition where partmethod = 'h') as found`
  return tables!.found
}
