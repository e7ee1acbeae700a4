/** What other processes of Linux take: processor time and memory, read from /proc. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '../src/store/connection/database.ts'

/** Microseconds of a tick, the unit of /proc/<pid>/stat. */
const tick = 10_000

/** Processor time of a process with all its threads, in microseconds; 0 for a process that has ended. */
export function processorTime(pid: number): number {
  const fields = statOf(pid)
  return fields ? ticksOf(fields, 11, 12) * tick : 0
}

/** Processor time of PostgreSQL in microseconds: the postmaster, its children, and those that have ended. */
export function processorTimeOfServer(postmaster: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(Number(name))
    if (!fields) continue
    if (Number(name) === postmaster) ticks += ticksOf(fields, 11, 12, 13, 14)
    else if (Number(fields[1]) === postmaster) ticks += ticksOf(fields, 11, 12)
  }
  return ticks * tick
}

/** The process that started the server's connections. */
export async function findPostmaster(db: Database): Promise<number> {
  const [backend] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
  return Number(statOf(backend!.pid)![1])
}

/** Resident memory now, in megabytes of 1,024 × 1,024. */
export function residentMegabytes(pid: number): number {
  return statusOf(pid, 'VmRSS')
}

/** The most resident memory since `forgetPeak`, in the same megabytes. */
export function peakMegabytes(pid: number): number {
  return statusOf(pid, 'VmHWM')
}

/** The peak of a process is counted from now on. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The fields behind the name, which may have spaces: `ppid` is 1, `utime` to `cstime` are 11 to 14 (proc_pid_stat(5)). */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // it has ended
  }
}

function ticksOf(fields: readonly string[], ...which: readonly number[]): number {
  return which.reduce((sum, index) => sum + Number(fields[index]), 0)
}

function statusOf(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
