/**
 * The files by which a data folder recognises its database, a copy of itself, and an older state of itself:
 *
 * - `sender` is written once for a folder and never again: another inode or time of birth shows a copied folder.
 * - `heartbeat-1` and `heartbeat-2` are made anew by turns, each before the database's row that names it: their inodes and
 *   times of birth show a folder that was put back in place (rsync, cp -a), with a database that names older files.
 * - `heartbeat` counts what the database has confirmed, after its commit: a smaller number in the database shows an older database.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { syncFolder } from '../../lib/sync-folder.ts'
import type { HeartbeatFile } from '../../store/limits/guards.ts'
import { heartbeatFileNames, type Memory } from './judgement.ts'

/** How a folder is read and written; a simulation brings its own. */
export interface GuardFiles {
  readonly readMemory: typeof readMemory
  readonly beginMemory: typeof beginMemory
  readonly heartbeatFiles: typeof readHeartbeatFiles
  readonly makeHeartbeatFile: typeof makeHeartbeatFile
  readonly keepBeat: typeof keepBeat
  readonly folderSign: typeof readFolderSign
  readonly stateBeat: typeof readStateBeat
  readonly keepStateBeat: typeof keepStateBeat
}

/** @returns undefined for a folder that remembers nothing */
export async function readMemory(dataFolder: string): Promise<Memory | undefined> {
  const [installation, folder] = (await readOr(join(dataFolder, 'sender'), '')).trim().split(' ')
  if (!installation || !folder) return undefined
  return { installation, folder, beat: await readBeat(join(dataFolder, 'heartbeat'), folder) }
}

/** A name for a folder that begins to work for a database. */
export async function beginMemory(dataFolder: string, installation: string): Promise<Memory> {
  const folder = randomBytes(16).toString('hex')
  await mkdir(dataFolder, { recursive: true })
  await replace(dataFolder, 'sender', `${installation} ${folder}\n`)
  return { installation, folder, beat: 0 }
}

export async function keepBeat(dataFolder: string, { folder, beat }: Memory): Promise<void> {
  await replace(dataFolder, 'heartbeat', `${folder} ${beat}\n`)
}

/** The heartbeat files of a folder, in no order: none, one or both. A file that another folder's memory wrote has beat 0. */
export async function readHeartbeatFiles(dataFolder: string, folder: string): Promise<readonly HeartbeatFile[]> {
  const found = await Promise.all(heartbeatFileNames.map(name => look(dataFolder, name, folder)))
  return found.filter(file => file !== undefined)
}

/** Makes a heartbeat file anew, durable with its name before this resolves. */
export async function makeHeartbeatFile(dataFolder: string, name: string, { folder, beat }: Memory): Promise<void> {
  await replace(dataFolder, name, `${folder} ${beat}\n`)
}

async function look(dataFolder: string, name: string, folder: string): Promise<HeartbeatFile | undefined> {
  const path = join(dataFolder, name)
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (!found) return undefined
  // where the file system keeps no time of birth, that of the last change is as hard to put back, but changes with the owner
  const born = found.birthtimeNs > 0n ? found.birthtimeNs : found.ctimeNs
  return { name, beat: await readBeat(path, folder), inode: String(found.ino), born: String(born) }
}

/**
 * The last heartbeat that the folder outside the data folder knows (LETTERSHOP_STATE_DIR): what was not rolled back with a
 * volume.
 * @returns 0 where it knows nothing
 */
export function readStateBeat(stateFolder: string, { folder }: Memory): Promise<number> {
  return readBeat(join(stateFolder, stateFile(folder)), folder)
}

export async function keepStateBeat(stateFolder: string, { folder, beat }: Memory): Promise<void> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 })
  await replace(stateFolder, stateFile(folder), `${folder} ${beat}\n`)
}

function stateFile(folder: string): string {
  return `lettershop-${folder}`
}

/**
 * Another one for a copy of the folder, be it made by cp, rsync, tar or a backup; the same after a restart, a rename or a
 * change of owner. A container without a machine id is known by the file alone.
 */
export async function readFolderSign(dataFolder: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(join(dataFolder, 'sender'))
  return `${(await readOr('/etc/machine-id', '')).trim()}/${ino}/${Math.round(birthtimeMs)}`
}

/** The machine's own count of time. The boot is '' where it has none that goes on while the machine sleeps. */
export async function readMachineTime(): Promise<{ readonly boot: string; readonly uptime: number }> {
  return { boot: (await readOr('/proc/sys/kernel/random/boot_id', '')).trim(), uptime: uptime() }
}

export const realFiles: GuardFiles = {
  readMemory,
  beginMemory,
  heartbeatFiles: readHeartbeatFiles,
  makeHeartbeatFile,
  keepBeat,
  folderSign: readFolderSign,
  stateBeat: readStateBeat,
  keepStateBeat,
}

/** A new file takes the name: the old one or the new one is there whatever happens, and the new one for good once this resolves. */
async function replace(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name)
  const making = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(making, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    await file.close()
    await rename(making, path)
  } catch (error) {
    await file.close()
    await rm(making, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** @returns 0 for an absent file, and for one that was written under another folder's name */
async function readBeat(path: string, folder: string): Promise<number> {
  const [owner, beat] = (await readOr(path, '')).trim().split(' ')
  return owner === folder && /^\d{1,15}$/.test(beat ?? '') ? Number(beat) : 0
}

async function readOr(path: string, absent: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => absent)
}
