/** Restores a backup into an empty place. See docs/backups.md#restore. */
import { OperatorError } from '../../lib/operator-error.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { type Loading, loadInto } from '../../store/backups/loading.ts'
import type { Database } from '../../store/connection/database.ts'
import { BackupDamaged } from './archive.ts'
import type { Progress } from './backup.ts'
import type { OpenedBackup } from './reading.ts'

export interface Restoring {
  readonly db: Database
  readonly backup: OpenedBackup
  /** Runs when all rows are in and right, before they are committed. */
  readonly beforeCommit: () => Promise<void>
  readonly progress?: (soFar: Progress) => void
}

/**
 * Fills the database: all of it, or nothing of it.
 * @returns what was restored
 * @throws NotEmpty, BackupDamaged, Error of the database
 */
export async function restoreBackup({ db, backup, beforeCommit, progress }: Restoring): Promise<Progress> {
  const { manifest } = backup
  const soFar = { rows: 0, bytes: 0 }
  const detail = `The database was restored from a backup of ${manifest.at}. What happened after that moment is not in it.`
  await loadInto(db, { schema: manifest.schema, layout: manifest, detail }, async loading => {
    const sums = await backup.read(takersOf(loading, soFar, progress))
    await loading.setSequences(sums.sequences)
    await beforeCommit()
  })
  return soFar
}

function takersOf(
  loading: Loading,
  soFar: { rows: number; bytes: number },
  progress: Restoring['progress'],
): Parameters<OpenedBackup['read']>[0] {
  async function* counted(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      soFar.bytes += piece.length
      progress?.(soFar)
      yield piece
    }
  }
  const taken = async (name: string, rows: Promise<number>) => {
    soFar.rows += await rows.catch(error => {
      // PostgreSQL's words about a row that it does not take; a file that is cut off, and a database that went away, have their own
      const isOther = error instanceof OperatorError || error instanceof Unavailable
      if (isOther || (error as { code?: string }).code === undefined) throw error
      throw new BackupDamaged(`The backup is damaged: the rows of ${name} do not fit, ${(error as Error).message}.`, {
        cause: error,
      })
    })
  }
  return {
    table: (table, pieces) => taken(table.name, loading.load(table, counted(pieces))),
    jobs: pieces => taken('jobs', loading.loadJobs(counted(pieces))),
  }
}
