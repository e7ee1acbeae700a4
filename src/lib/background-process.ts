/** Commands of the program in a process that leaves processor time to everything else on the machine. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { executable } from './executable.ts'

/**
 * A sixth of what others get where the processors are busy. With the lowest priority, a hundredth, a backup on a busy machine would not
 * end, and PostgreSQL would keep deleted rows for as long.
 */
const niceness = 8

export function spawnInBackground(args: readonly string[], options: SpawnOptions): ChildProcess {
  // in a session of its own, because Linux shares out processor time among sessions before it looks at priorities (sched(7), autogroup)
  const child = spawn(process.execPath, [executable, ...args], { windowsHide: true, ...options, detached: true })
  if (child.pid !== undefined) yieldToOthers(child.pid)
  return child
}

function yieldToOthers(pid: number): void {
  attempt(() => setPriority(pid, niceness))
  if (process.platform !== 'linux') return
  // a priority is that of one thread there: those that were there before, for later ones take it over
  attempt(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness)
  })
  attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)))
}

/** It has ended, a service manager forbids it, or this Linux has no groups of sessions: the command runs all the same. */
function attempt(lower: () => void): void {
  try {
    lower()
  } catch {}
}
