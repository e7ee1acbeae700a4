/**
 * What a data folder remembers of its database, and how it is told from a copy. `sender` is written once for a folder and
 * never again, so that its place on the disk and the time it was made are its own; `heartbeat` is replaced at each beat.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Memory } from './guard-judgement.ts'

/** How a folder is read and written; a simulation brings its own. */
export interface GuardFiles {
  readonly readMemory: typeof readMemory
  readonly beginMemory: typeof beginMemory
  readonly keepBeat: typeof keepBeat
  readonly folderSign: typeof folderSign
}

/** @returns undefined for a folder that remembers nothing */
export async function readMemory(dataFolder: string): Promise<Memory | undefined> {
  const [installation, folder] = (await readOr(join(dataFolder, 'sender'), '')).trim().split(' ')
  if (!installation || !folder) return undefined
  const [of, beat] = (await readOr(join(dataFolder, 'heartbeat'), '')).trim().split(' ')
  return { installation, folder, beat: of === folder && /^\d{1,15}$/.test(beat ?? '') ? Number(beat) : 0 }
}

/** A name for a folder that begins to work for a database. */
export async function beginMemory(dataFolder: string, installation: string): Promise<Memory> {
  const folder = randomBytes(16).toString('hex')
  await mkdir(dataFolder, { recursive: true })
  await replace(join(dataFolder, 'sender'), `${installation} ${folder}\n`)
  return { installation, folder, beat: 0 }
}

export async function keepBeat(dataFolder: string, { folder, beat }: Memory): Promise<void> {
  await replace(join(dataFolder, 'heartbeat'), `${folder} ${beat}\n`)
}

/**
 * Another one for a copy of the folder, be it made by cp, rsync, tar or a backup; the same after a restart, a rename or a
 * change of owner. A container without a machine id is known by the file alone.
 */
export async function folderSign(dataFolder: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(join(dataFolder, 'sender'))
  return `${(await readOr('/etc/machine-id', '')).trim()}/${ino}/${Math.round(birthtimeMs)}`
}

/** The machine's own count of time. The boot is '' where it has none that goes on while the machine sleeps. */
export async function machineTime(): Promise<{ readonly boot: string; readonly uptime: number }> {
  return { boot: (await readOr('/proc/sys/kernel/random/boot_id', '')).trim(), uptime: uptime() }
}

export const realFiles: GuardFiles = { readMemory, beginMemory, keepBeat, folderSign }

/** A file is the old one or the new one, whatever happens. */
async function replace(path: string, text: string): Promise<void> {
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
}

async function readOr(path: string, absent: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => absent)
}
