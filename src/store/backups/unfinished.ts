/**
 * The mark of a restore that has not ended: set before its first row, and taken off in the transaction that commits the last one. It is a
 * schema without tables, so that it needs none of ours. While an embedded database is being made, a file in the data folder is the mark.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import type { Sql } from '../connection/database.ts'

const mark = 'lettershop_restore'

/** The database is that of a restore which was stopped, failed, or still runs. */
export class RestoreUnfinished extends OperatorError {
  /** @param emptied how an operator gets an empty database instead, as a command */
  constructor(begun: string, emptied: string) {
    super(
      `A restore into this database began at ${begun} and has not ended: it failed, was stopped, or still runs. No installation was started, because it would be an empty one. Run the restore again. For an empty installation instead: ${emptied}`,
    )
  }
}

const markFile = 'restoring'

/** Before an embedded database is made in a data folder without one. */
export async function markFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFile(join(dataFolder, markFile), new Date().toISOString())
}

/** Once the database has its mark. */
export async function unmarkFolder(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, markFile), { force: true })
}

/** Before an embedded database is started. @throws RestoreUnfinished */
export async function refuseMarkedFolder(dataFolder: string): Promise<void> {
  const file = join(dataFolder, markFile)
  const begun = await readFile(file, 'utf8').catch(() => undefined)
  if (begun !== undefined) throw new RestoreUnfinished(begun, `remove the file ${file}`)
}

/** Commits at once: wherever the restore breaks off, the mark is there. */
export async function markRestore(sql: Sql): Promise<void> {
  await sql.unsafe(`create schema if not exists ${mark}; comment on schema ${mark} is '${new Date().toISOString()}'`)
}

/** Belongs in the transaction of the restore. */
export async function unmarkRestore(sql: Sql): Promise<void> {
  await sql.unsafe(`drop schema if exists ${mark}`)
}

/** @returns when a restore began that has not ended; undefined where an installation came into the database since, by an older program */
export async function unfinishedRestore(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ begun: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as begun from pg_namespace
    where nspname = ${mark} and to_regclass('migrations') is null`
  return row && (row.begun ?? 'an unknown time')
}

/** @param folder of the embedded database @throws RestoreUnfinished */
export async function refuseUnfinishedRestore(sql: Sql, folder: string | undefined): Promise<void> {
  const begun = await unfinishedRestore(sql)
  if (begun === undefined) return
  throw new RestoreUnfinished(
    begun,
    folder === undefined ? `psql "$DATABASE_URL" -c "drop schema ${mark}"` : `remove the folder ${folder}`,
  )
}
