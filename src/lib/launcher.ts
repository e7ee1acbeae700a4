/**
 * npm starts a program in a shell of its own. When npx gets SIGTERM, shell and npx die of it, and the program goes on as an
 * orphan that nothing stops. So a program that npm started watches its parent, and ends as if it had got the signal itself.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds; asking for the parent is one system call. */
const lookEvery = 500

export interface Launch {
  readonly parent: () => number
  /** The process leads a session of its own, as setsid and service managers make one. */
  readonly leadsSession: () => boolean
  readonly everyMs?: number
}

const here: Launch = {
  parent: () => process.ppid,
  leadsSession: () => {
    try {
      // proc_pid_stat(5): behind the name, which may hold anything, state, ppid, pgrp, session
      const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
      return Number(fields[3]) === process.pid
    } catch {
      return false
    }
  },
}

/**
 * Resolves when the npm that started us is gone. Never without npm; never for a process that was meant to outlive it: one whose
 * parent was gone already (a daemon that forked twice, the first process of a container), one that leads a session (setsid),
 * or one that the npm script put into the background (`&`).
 * @param script of npm; undefined where npm did not start us
 */
export function watchLauncher(
  script: string | undefined,
  { parent, leadsSession, everyMs = lookEvery }: Launch = here,
): Promise<void> {
  const first = parent()
  const isWatched = script !== undefined && first > 1 && !isBackground(script) && !leadsSession()
  return new Promise(resolve => {
    if (!isWatched) return
    const timer = setInterval(() => {
      if (parent() === first) return
      clearInterval(timer)
      resolve()
    }, everyMs).unref()
  })
}

/** A single `&` of a shell script: neither `&&` nor a redirection such as `2>&1` and `&>`. */
function isBackground(script: string): boolean {
  return /(?<![&>])&(?![&>])/.test(script)
}
