/** `lettershop backup <file>`: the whole installation into a file, a folder or standard output. The service may run meanwhile. */
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../../config.ts'
import { recordSystemChange } from '../../domain/audit/system.ts'
import { type BackupMade, makeBackup } from '../../domain/backups/backup.ts'
import { backupName, keepNewest, writeBackupFile } from '../../domain/backups/files.ts'
import type { Seal } from '../../domain/backups/sealing.ts'
import { secretOfInstallation } from '../../store/accounts/installation.ts'
import { insertBackup, markDeleted } from '../../store/backups/backups.ts'
import type { Database } from '../../store/connection/database.ts'
import { reach } from '../reach.ts'
import { inWords, showProgress } from './progress.ts'

export interface BackupOrder {
  /** A file that is not there yet, a folder, or `-`. */
  readonly to: string
  readonly seal: Seal | undefined
  readonly isAnonymous: boolean
  readonly isScheduled: boolean
  /** How many stay in the folder; all of them where it is not given. */
  readonly keep: number | undefined
}

/** @returns 0 @throws Error when there is no backup; nothing is left of it then */
export async function make(order: BackupOrder): Promise<number> {
  if (!order.seal && !order.isAnonymous)
    process.stderr.write(
      'The backup is not encrypted: it holds addresses, and the secret that all keys and links come from. Encrypt it: --recipient, --passphrase.\n',
    )
  const { db, close } = await reach('lettershop backup')
  try {
    const { path, folder } = await placeOf(order)
    const { made, ms } = await writeTo(db, path, order)
    await recordSystemChange(db, 'lettershop backup', path ?? '')
    if (folder !== undefined && order.keep !== undefined) {
      const gone = await keepNewest(folder, order.keep)
      await markDeleted(
        db,
        hostname(),
        gone.map(name => join(folder, name)),
      )
    }
    process.stderr.write(`${path ?? 'standard output'}: ${inWords(made, ms)}\n`)
    return 0
  } finally {
    await close()
  }
}

async function placeOf({ to, seal }: BackupOrder): Promise<{ path: string | undefined; folder: string | undefined }> {
  if (to === '-') return { path: undefined, folder: undefined }
  const isFolder = await stat(to).then(
    found => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return { path: resolve(to), folder: undefined }
  const folder = resolve(to)
  return { path: join(folder, backupName(new Date(), { isSealed: seal !== undefined })), folder }
}

/** Makes it, and writes down that it was made, or that it failed. */
async function writeTo(
  db: Database,
  path: string | undefined,
  { seal, isAnonymous, isScheduled }: BackupOrder,
): Promise<{ readonly made: BackupMade; readonly ms: number }> {
  const beganAt = new Date()
  const shown = showProgress()
  let written = 0
  const record = (publicId: string, rows: number, bytes: number, problem: string | null) =>
    insertBackup(db, {
      ...{ publicId, rows, bytes, problem, beganAt, endedAt: new Date(), host: hostname(), file: path ?? '' },
      ...{ scheduled: isScheduled, anonymous: isAnonymous, encrypted: seal !== undefined },
    })
  try {
    const { LETTERSHOP_DATA, LETTERSHOP_SECRET } = readConfig()
    const secret = await secretOfInstallation(db, { dataFolder: LETTERSHOP_DATA, given: LETTERSHOP_SECRET })
    const into = async (pieces: AsyncIterable<Uint8Array>) => {
      if (path !== undefined) written = await writeBackupFile(path, pieces)
      else await pipeline(counting(pieces), process.stdout, { end: false })
    }
    async function* counting(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        written += piece.length
        yield piece
      }
    }
    const made = await makeBackup({ db, secret, seal, isAnonymous, into, progress: shown.note })
    await record(made.id, made.rows, written, null)
    return { made, ms: Date.now() - beganAt.getTime() }
  } catch (error) {
    const { message } = error as Error
    await record('0'.repeat(32), 0, 0, message).catch(() => {}) // the database may be what failed
    throw error
  } finally {
    shown.end()
  }
}
