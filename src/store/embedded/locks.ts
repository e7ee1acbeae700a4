/**
 * The lock files that a server leaves in its folder, `postmaster.pid` and `.s.PGSQL.<port>.lock`. PostgreSQL judges each by whether any
 * process has the number in it. After a kill that number may be a zombie's or another program's, and the server would refuse to start for
 * as long as that process lives. We judge by whether the process is a server of this folder.
 */
import { chown, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, isAlive, worksIn } from '../../lib/other-processes.ts'

const pidFile = 'postmaster.pid'
const socketLock = /^\.s\.PGSQL\.\d+\.lock$/
/** No system gives a process this number (Linux counts to 4,194,304, macOS to 99,999). */
const deadPid = 2_147_483_647

/** What postmaster.pid says (PostgreSQL, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Set once it listens on a socket. */
  readonly socketFolder: string
  /** Set once it listens on TCP. */
  readonly address: string
  readonly ready: boolean
  /** The file as it was read: tells one postmaster from the next with its pid. */
  readonly text: string
}

export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, pidFile), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder = '', address = '', , status = ''] = text.split('\n').map(line => line.trim())
  if (!pid || !Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder, address, ready: status === 'ready', text }
}

/** Whether a process is a PostgreSQL of this folder. What the system does not say counts as yes: two servers would destroy the database. */
export async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const command = await commandOf(pid)
  // the server, `/…/bin/postgres -D …`, or one of its processes, `postgres: checkpointer`
  if (command !== undefined && !/^(?:\S.*[/\\])?postgres(?:\.exe)?(?: -|:|$)/.test(command)) return false
  const works = await worksIn(pid, folder)
  if (works !== undefined) return works
  const [, named] = / -D (.+?)(?: -c |$)/.exec(command ?? '') ?? []
  // the name that leads to any server's own folder says nothing
  if (named === undefined || named.startsWith('/proc/')) return true
  return (await realpath(named).catch(() => named)) === (await realpath(folder))
}

/** Processes of a server of the folder. Linux only; elsewhere none is found. */
export async function serverProcesses(folder: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  // first the question that few processes answer with yes
  const there = await Promise.all(
    pids.map(async pid => (await worksIn(pid, folder)) && (await isServerOf(pid, folder))),
  )
  return pids.filter((_, index) => there[index])
}

/**
 * Releases locks whose process is not a server of the folder. postmaster.pid stays, with the number of no process: it also names the
 * shared memory, by which PostgreSQL itself notices processes that outlived their server.
 * @param folder absolute; no starter holds a server on it
 */
export async function releaseStaleLocks(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== pidFile && !socketLock.test(name)) continue
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(() => '')
    const pid = Math.abs(Number.parseInt(text, 10))
    // PostgreSQL takes over from a number that no process has
    if (!pid || pid === deadPid || !(await hasNumber(pid)) || (await isServerOf(pid, folder))) continue
    // another starter may have been faster
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) continue
    if (name === pidFile) await replace(path, text.replace(/^-?\d+/, String(deadPid)))
    else await rm(path, { force: true })
  }
}

/** A zombie has one, too. */
async function hasNumber(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // of another account: PostgreSQL sees that it cannot be its own
  }
}

/** The file keeps its owner, who is the server's account. */
async function replace(path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(path)
  const making = `${path}.${process.pid}`
  await writeFile(making, text, { mode: 0o600 })
  if (process.getuid?.() === 0) await chown(making, uid, gid)
  await rename(making, path)
}
