/** Which process something belongs to, written down so that a later process can say whether that one still runs. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from './other-processes.ts'

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
export async function isRunning({ host, pid, began }: ProcessMark): Promise<boolean | undefined> {
  if (host !== hostname()) return undefined
  return (await isAlive(pid)) && beganAt(pid) === began
}

/** Field 22 of proc_pid_stat(5), behind the name, which may hold anything. */
function beganAt(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
