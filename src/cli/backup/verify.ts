/** `lettershop backup verify <file>`: reads a backup to its end, and changes nothing. */
import { BackupDamaged } from '../../domain/backups/archive.ts'
import { readBackupFile } from '../../domain/backups/files.ts'
import { openBackup, takeNothing } from '../../domain/backups/reading.ts'
import type { Opening } from '../../domain/backups/sealing.ts'
import { markVerified } from '../../store/backups/backups.ts'
import { reachRunning } from '../reach.ts'
import { describeProgress } from './progress.ts'

/** @param file `-` is standard input @returns 0 when it is complete @throws OperatorError when it is not, or cannot be opened */
export async function verify(file: string, opening: Opening): Promise<number> {
  const began = performance.now()
  const backup = await openBackup(file === '-' ? process.stdin : readBackupFile(file), opening)
  const { manifest } = backup
  try {
    const { groups } = await backup.read(takeNothing)
    const sums = Object.values(groups)
    const total = { rows: sum(sums.map(({ rows }) => rows)), bytes: sum(sums.map(({ bytes }) => bytes)) }
    await remember(manifest.backup, null)
    process.stdout.write(
      `The backup of ${manifest.at} is complete${manifest.isAnonymous ? ' (people are replaced)' : ''}: Lettershop ${manifest.program}, schema ${manifest.schema}, PostgreSQL ${manifest.server}, ${manifest.tables.length} tables, ${describeProgress(total, performance.now() - began)}.\n`,
    )
    return 0
  } catch (error) {
    if (error instanceof BackupDamaged) await remember(manifest.backup, error.message)
    throw error
  }
}

/** In the installation's database, where it can be reached without starting anything: a backup may be looked at on any machine. */
async function remember(backup: string, problem: string | null): Promise<void> {
  const reached = await reachRunning('lettershop backup verify')
  try {
    if (reached) await markVerified(reached.db, backup, problem)
  } catch {
    process.stderr.write('What was found is not written down in the database, which cannot be reached.\n')
  } finally {
    await reached?.close()
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
