/**
 * The mark of an unfinished restore. It is set before the first row and removed in the transaction that commits the last one. The
 * mark is an
 * empty schema, so it does not depend on our tables. While an embedded database is being created, a file in the data folder is the mark.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import type { Sql } from '../connection/database.ts'

const mark = 'lettershop_restore'

/** The database belongs to a restore that was stopped, failed, or is still running. */
export class RestoreUnfinished extends OperatorError {
  /** @param emptied command with which an operator gets an empty database */
  constructor(begun: string, emptied: string) {
    super(
      `A restore into this database began at ${begun} and has not ended: it failed, was stopped, or still runs. No installation was started, because it would be an empty one. Run the restore again. For an empty installation instead: ${emptied}`,
    )
  }
}

const markFile = 'restoring'

/** Marks a data folder before an embedded database is created in it. */
export async function markFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFile(join(dataFolder, markFile), new Date().toISOString())
}

/** Removes the file once the database itself is marked. */
export async function unmarkFolder(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, markFile), { force: true })
}

/** Called before an embedded database starts. @throws RestoreUnfinished */
export async function refuseMarkedFolder(dataFolder: string): Promise<void> {
  const file = join(dataFolder, markFile)
  const begun = await readFile(file, 'utf8').catch(() => undefined)
  if (begun !== undefined) throw new RestoreUnfinished(begun, `remove the file ${file}`)
}

/** Commits at once, so that the mark remains if the restore is interrupted. */
export async function markRestore(sql: Sql): Promise<void> {
  await sql.unsafe(`create schema if not exists ${mark}; comment on schema ${mark} is '${new Date().toISOString()}'`)
}

/** Called in the transaction of the restore. */
export async function unmarkRestore(sql: Sql): Promise<void> {
  await sql.unsafe(`drop schema if exists ${mark}`)
}

/** @returns when an unfinished restore began; undefined if an older program has made an installation in the database since */
export async function findUnfinishedRestore(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ begun: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as begun from pg_namespace
    where nspname = ${mark} and to_regclass('migrations') is null`
  return row && (row.begun ?? 'an unknown time')
}

/** @param folder folder of the embedded database @throws RestoreUnfinished */
export async function refuseUnfinishedRestore(sql: Sql, folder: string | undefined): Promise<void> {
  const begun = await findUnfinishedRestore(sql)
  if (begun === undefined) return
  throw new RestoreUnfinished(
    begun,
    folder === undefined ? `psql "$DATABASE_URL" -c "drop schema ${mark}"` : `remove the folder ${folder}`,
  )
}
