/**
 * The lock files of a server in its folder, `postmaster.pid` and `.s.PGSQL.<port>.lock`. PostgreSQL checks only whether a process with
 * the pid in the file exists. After a kill that pid may belong to a zombie or to another program, and the server would refuse to start
 * while that process lives. We check whether the process is a server of this folder.
 */
import { chown, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, isAlive, worksIn } from '../../lib/other-processes.ts'

const pidFile = 'postmaster.pid'
const socketLock = /^\.s\.PGSQL\.\d+\.lock$/
/** A pid that no system assigns (Linux counts to 4,194,304, macOS to 99,999). */
const deadPid = 2_147_483_647

/** Content of postmaster.pid (PostgreSQL, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Set once the server listens on a socket. */
  readonly socketFolder: string
  /** Set once the server listens on TCP. */
  readonly address: string
  readonly ready: boolean
  /** Content of the file: with the pid it identifies a postmaster. */
  readonly text: string
}

export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, pidFile), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder = '', address = '', , status = ''] = text.split('\n').map(line => line.trim())
  if (!pid || !Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder, address, ready: status === 'ready', text }
}

/** Whether a process is a PostgreSQL of this folder. Unknown counts as yes, because two servers would destroy the database. */
export async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const command = await commandOf(pid)
  // the server, `/…/bin/postgres -D …`, or one of its child processes, `postgres: checkpointer`
  if (command !== undefined && !/^(?:\S.*[/\\])?postgres(?:\.exe)?(?: -|:|$)/.test(command)) return false
  const works = await worksIn(pid, folder)
  if (works !== undefined) return works
  const [, named] = / -D (.+?)(?: -c |$)/.exec(command ?? '') ?? []
  // this name leads to the own folder of any server
  if (named === undefined || named.startsWith('/proc/')) return true
  return (await realpath(named).catch(() => named)) === (await realpath(folder))
}

/** Processes of a server of the folder. Only on Linux; empty elsewhere. */
export async function findServerProcesses(folder: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  // first the cheap test that excludes most processes
  const there = await Promise.all(
    pids.map(async pid => (await worksIn(pid, folder)) && (await isServerOf(pid, folder))),
  )
  return pids.filter((_, index) => there[index])
}

/**
 * Releases locks whose process is not a server of the folder. postmaster.pid remains, with a pid of no process: it also names the
 * shared memory, by which PostgreSQL detects backends that outlived their server.
 * @param folder absolute path; no other process has a server on it
 */
export async function releaseStaleLocks(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== pidFile && !socketLock.test(name)) continue
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(() => '')
    const pid = Math.abs(Number.parseInt(text, 10))
    // PostgreSQL takes over a lock whose pid no process has
    if (!pid || pid === deadPid || !(await hasNumber(pid)) || (await isServerOf(pid, folder))) continue
    // another process may have been faster
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) continue
    if (name === pidFile) await replace(path, text.replace(/^-?\d+/, String(deadPid)))
    else await rm(path, { force: true })
  }
}

/** A zombie has a pid too. */
async function hasNumber(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // a process of another account: PostgreSQL knows that it is not its own
  }
}

/** Keeps the file's owner, the server's account. */
async function replace(path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(path)
  const making = `${path}.${process.pid}`
  await writeFile(making, text, { mode: 0o600 })
  if (process.getuid?.() === 0) await chown(making, uid, gid)
  await rename(making, path)
}
