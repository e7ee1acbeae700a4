/**
 * Costs in processor time. A test never asserts how long something lasts: on a busy machine, that says how busy it is. Other programs
 * change processor time little.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** Of a step that takes moments, on a machine seven times slower too. Only work that grows with the square of the input takes more. */
const momentsMs = 30_000

/** What a garbage collection or a compilation adds to a measurement. */
const noiseMs = 200

/** Measures the processor time of all threads of this process while `work` runs, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Asserts that `work` takes moments of processor time. @returns its value */
export async function assertMoments<Value>(what: string, work: () => Value): Promise<Awaited<Value>> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000
  assert.ok(ms < momentsMs, `${what} takes ${Math.round(ms)} ms of processor time`)
  return value
}

/** Asserts that twice the input costs at most three times the processor time. @param work with the input once or twice */
export async function assertLinear(what: string, work: (times: 1 | 2) => unknown): Promise<void> {
  const once = await processorMs(() => work(1))
  const twice = await processorMs(() => work(2))
  assert.ok(
    twice <= 3 * once + noiseMs,
    `${what}: ${Math.round(once)} ms of processor time, and ${Math.round(twice)} ms for twice the input`,
  )
}

/**
 * Watches this thread: how much processor time it takes without a pause in which it could answer others.
 * @returns ends the watch and gives the longest such stretch in milliseconds; 0 on a system that does not measure threads
 */
export function watchLongestStretch(): () => number {
  let longest = 0
  let last = threadMs()
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 20)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

/** Processor time of the calling thread (Linux, sched-stats: nanoseconds on the processor are the first number). */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
