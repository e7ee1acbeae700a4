/**
 * When the next process of a run starts. One per core may always run. More start only while the cores have time for them: a test
 * that waits for its database leaves a core to another one, and on a machine that is busy with something else a run does not
 * slow itself down. Heavy processes (they start browsers or programs) are one per core at most, while others wait.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const lookMs = 250
/** Looks whose average counts: what started just now must show in it. */
const looks = 6

/**
 * @param {readonly { readonly isHeavy: boolean }[]} waiting in the order in which they should start
 * @param {{ all: number, heavy: number }} running
 * @param {number} load tasks that compute or wait for a core
 * @returns {number} the place of the one to start now; -1 if none may
 */
export function choose(waiting, running, load, cores = availableParallelism()) {
  const hasTime = load < 1.5 * cores && running.all < cores + 4
  if (running.all >= cores && !hasTime) return -1
  const next = waiting.findIndex(({ isHeavy }) => !isHeavy || running.heavy < cores)
  // only heavy ones are left, and the cores are not busy with those that run
  return next === -1 && load < cores ? 0 : next
}

/**
 * Runs all of them. A process that cannot start yet lets lighter ones pass.
 * @template Process
 * @param {readonly (Process & { readonly isHeavy: boolean })[]} processes
 * @param {(process: Process) => Promise<void>} start resolves at its end
 */
export async function runAll(processes, start) {
  const waiting = [...processes]
  const running = new Map()
  const loads = []
  while (waiting.length > 0) {
    const heavy = [...running.values()].filter(({ isHeavy }) => isHeavy).length
    const load = loads.length < looks ? Number.POSITIVE_INFINITY : loads.reduce((sum, one) => sum + one, 0) / looks
    const place = choose(waiting, { all: running.size, heavy }, load)
    if (place !== -1) {
      const [next] = waiting.splice(place, 1)
      const ended = start(next).finally(() => running.delete(ended))
      running.set(ended, next)
      if (running.size > availableParallelism()) loads.length = 0
      continue
    }
    await Promise.race([pause(lookMs), ...running.keys()])
    loads.push(runnable())
    if (loads.length > looks) loads.shift()
  }
  await Promise.all(running.keys())
}

/** Tasks of the machine that compute or wait for a core, without this one (proc(5), loadavg: the fourth field). */
function runnable() {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[3].split('/')[0]) - 1
  } catch {
    return loadavg()[0]
  }
}
