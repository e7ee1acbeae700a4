/** Which process something belongs to, written down so that a later process can tell whether that one still runs. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessMark {
  /** The machine's name. */
  readonly host: string
  readonly pid: number
  /** When it began, as the system counts (Linux); '' elsewhere. Numbers of processes come round, in containers soon. */
  readonly began: string
}

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return { host: hostname(), pid: process.pid, began: beganAt(process.pid) }
}

/** @returns undefined for a process of another machine, which cannot be looked at from here */
export function isRunning({ host, pid, began }: ProcessMark): boolean | undefined {
  if (host !== hostname()) return undefined
  return isAlive(pid) && beganAt(pid) === began
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // kill throws nothing else
  }
}

/**
 * Field 22 of proc_pid_stat(5), behind the name, which may hold anything. Also '' for a process that has ended and that its parent
 * was not told of yet: in a container whose first process does not ask, it stays so.
 */
function beganAt(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
