/**
 * Backups that were begun, in the data folder: a process that was killed leaves a file under a name of its own behind, and the next backup
 * or start removes it, wherever it lies. See docs/backups.md#make.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, ownMark, type ProcessMark } from '../../lib/process-mark.ts'
import { isUnfinished } from './files.ts'

const folderName = 'backups-begun'

interface Begun extends ProcessMark {
  readonly file: string
}

/**
 * Notes a file that this process begins to write. Without a data folder that takes writes nothing is noted: the file is
 * removed a day later then, by a backup that keeps a number of files.
 * @returns forgets it again
 */
export async function recordBegun(dataFolder: string, file: string): Promise<() => Promise<void>> {
  const folder = join(dataFolder, folderName)
  const note = join(folder, `${process.pid}-${Date.now()}.json`)
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await writeFile(note, JSON.stringify({ ...ownMark(), file } satisfies Begun), { mode: 0o600 })
  } catch {
    return async () => {}
  }
  return () => rm(note, { force: true }).catch(() => {})
}

/** Removes what processes of this machine began that run no more. @returns the files that are gone */
export async function removeAbandoned(dataFolder: string): Promise<readonly string[]> {
  const folder = join(dataFolder, folderName)
  const removed: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const note = join(folder, name)
    const begun = await readNote(note)
    if (begun && (await isRunning(begun)) !== false) continue
    // a backup begins no files of other names
    if (begun && isUnfinished(begun.file) && (await isGone(begun.file))) removed.push(begun.file)
    await rm(note, { force: true }).catch(() => {})
  }
  return removed
}

/** Undefined for what is no note, as of a process that was killed while it wrote it. */
async function readNote(path: string): Promise<Begun | undefined> {
  try {
    const { host, pid, began, file } = JSON.parse(await readFile(path, 'utf8')) as Partial<Begun> // its members are looked at
    const isWhole = [host, began, file].every(text => typeof text === 'string') && Number.isSafeInteger(pid)
    return isWhole ? { host: host!, pid: pid!, began: began!, file: file! } : undefined
  } catch {
    return undefined
  }
}

/** @returns whether there was one, which is gone now */
async function isGone(file: string): Promise<boolean> {
  return rm(file).then(
    () => true,
    () => false,
  )
}
