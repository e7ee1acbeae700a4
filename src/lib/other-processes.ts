/** Questions to the operating system about other processes: is it alive, its command line, its folder. */
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Whether a process has the number and has not ended. A zombie has ended: its number stays until its parent asks for its exit code, and in
 * a container whose first process never asks, for ever.
 */
export async function isAlive(pid: number): Promise<boolean> {
  if (!exists(pid)) return false
  return !/^[ZX]/.test(await stateOf(pid))
}

/** The command line, its parts joined by blanks; undefined where the system does not say. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return askPs(pid, 'args=')
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return text?.replaceAll('\0', ' ').trim() || undefined
}

/**
 * Whether the folder is the working directory of the process; undefined where the system does not say. Linux says it to the same account,
 * and to root only where root has CAP_SYS_PTRACE, which containers take away.
 */
export async function worksIn(pid: number, folder: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined
  const [at, wanted] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(error => error as NodeJS.ErrnoException), // fs throws this type
    stat(folder),
  ])
  if (at instanceof Error) return at.code === 'ENOENT' || at.code === 'ESRCH' ? false : undefined
  return at.dev === wanted.dev && at.ino === wanted.ino
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // kill throws nothing else
  }
}

/** The letter that ps(1) shows; '' where the system does not say. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await askPs(pid, 'stat=')) ?? ''
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc_pid_stat(5): behind the name, which may hold anything
  return text.slice(text.lastIndexOf(')') + 2)
}

async function askPs(pid: number, field: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return promisify(execFile)('ps', ['-ww', '-o', field, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}
