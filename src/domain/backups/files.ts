/** The files of backups: they get their name when they are complete, and old ones are removed when there are enough. */
import { randomBytes } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../../lib/operator-error.ts'
import { syncFolder } from '../../lib/sync-folder.ts'

/** A file of a backup cannot be written or read. */
export class BackupFileRefused extends OperatorError {}

/** Named by the moment, so that names sort by age. */
export function backupName(at: Date, { isSealed }: { readonly isSealed: boolean }): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `lettershop-${moment}Z.tar.gz${isSealed ? '.age' : ''}`
}

const named = /^lettershop-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?$/
const unfinished = /^\.lettershop-backup-[0-9a-f]{12}$/
/** Octets after which they are brought to disk. */
const syncEvery = 2 ** 20
/** Milliseconds after which a file that was begun belongs to a process that was killed. */
const abandonedMs = 86_400_000

/** Whether a path names a file that a backup began. */
export function isUnfinished(path: string): boolean {
  return unfinished.test(basename(path))
}

/**
 * Writes a new file, readable by its owner only. It is on disk completely when the promise resolves; a failure, and an end of the process that it
 * notices, leave nothing.
 * @param note is called with the name of the partial file; it returns a function that removes the note
 * @throws BackupFileRefused when there is such a file, or the disk refuses it
 */
export async function writeBackupFile(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  note: (partial: string) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<void> {
  const final = resolve(path)
  const partial = join(dirname(final), `.lettershop-backup-${randomBytes(6).toString('hex')}`)
  const remove = () => rmSync(partial, { force: true })
  let file: FileHandle | undefined
  let forget = async () => {}
  try {
    await refuseExisting(final)
    forget = await note(partial)
    process.once('exit', remove)
    file = await open(partial, 'wx', 0o600)
    let unsynced = 0
    for await (const piece of pieces) {
      await file.writeFile(piece)
      unsynced += piece.length
      if (unsynced < syncEvery) continue
      // by and by: one large sync in the end would hold up the commits of a database on the same disk
      await file.datasync()
      unsynced = 0
    }
    await file.sync()
    await file.close()
    file = undefined
    await refuseExisting(final)
    await rename(partial, final)
    await syncFolder(dirname(final))
  } catch (error) {
    await file?.close().catch(() => {})
    await rm(partial, { force: true })
    throw asRefused(error, final)
  } finally {
    process.off('exit', remove)
    await forget()
  }
}

/** Writes to standard output, which stays open. @throws BackupFileRefused when the reader closes it */
export async function writeBackupOutput(
  output: NodeJS.WritableStream,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  await pipeline(pieces, output, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || error.syscall !== 'write') throw error
    const reason = sentences[error.code] ?? error.message
    throw new BackupFileRefused(`Standard output cannot be written: ${reason}.`, { cause: error })
  })
}

/** The octets of a file. @throws BackupFileRefused when it cannot be read */
export async function* readBackupFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 2 ** 18 })
  } catch (error) {
    throw asRefused(error, path)
  }
}

/**
 * Deletes the oldest backups of a folder, and what killed processes began.
 * @param keep how many stay
 * @returns the names of those that went
 */
export async function keepNewest(folder: string, keep: number): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort()
  for (const name of names.filter(isUnfinished)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true })
  }
  const backups = names.filter(name => named.test(name))
  const old = backups.slice(0, Math.max(0, backups.length - keep))
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found) throw new BackupFileRefused(`${path} is there already. Name another file.`)
}

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be longer than it may be',
  ENOENT: 'there is no such file or folder',
  EACCES: 'this account may not',
  EISDIR: 'it is a folder',
  EROFS: 'the disk takes no writes',
  EPIPE: 'the program that reads it has ended',
}

function asRefused(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException // errors of node:fs have both
  if (code === undefined || syscall === undefined) return error
  const verb = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || syscall === 'write' ? 'written' : 'used'
  return new BackupFileRefused(
    `${basename(path)} in ${dirname(resolve(path))} cannot be ${verb}: ${sentences[code] ?? message}.`,
    { cause: error },
  )
}
