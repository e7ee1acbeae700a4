import type { Log } from './log.ts'
import { realTimers, type Timers } from './timers.ts'

/** Work that comes and goes: done step by step until there is none, then looked for again. */
export interface Duty {
  /** Looks for work now. */
  wake(): void
  /** Lets the step under way end; no other begins. */
  stop(): Promise<void>
}

export interface DutyOptions {
  /** For the log. */
  readonly name: string
  readonly log: Log
  /** How long to rest when there was nothing to do, in milliseconds; after an error as well. */
  readonly idleMs: number
  /** How long to rest after a step that found something and took so long, so that others come first. Default: not at all. */
  readonly restMs?: (workedMs: number) => number
  readonly timers?: Timers
}

/**
 * Repeats `step` while it finds something, one at a time. A step that fails is logged and tried again after the rest.
 * @param step does a bounded piece of work; yields whether there may be more. Its signal aborts when the duty is stopped
 */
export function duty(
  step: (stopping: AbortSignal) => Promise<boolean>,
  { name, log, idleMs, restMs = () => 0, timers = realTimers }: DutyOptions,
): Duty {
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  let again = false
  let cancelRest: (() => void) | undefined
  let endRest = () => {}

  function wake() {
    if (stopping.signal.aborted) return
    again = true
    cancelRest?.()
    cancelRest = undefined
    working ??= work().finally(() => {
      working = undefined
      if (stopping.signal.aborted) return
      if (again) wake()
      else cancelRest = timers.after(idleMs, wake)
    })
  }

  async function work() {
    while (again && !stopping.signal.aborted) {
      again = false
      const begin = performance.now()
      try {
        if (await step(stopping.signal)) {
          again = true
          await rest(restMs(performance.now() - begin))
        }
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, `${name} could not be done; it is tried again`)
        again = false
      }
    }
  }

  function rest(ms: number): Promise<void> | undefined {
    if (ms <= 0 || stopping.signal.aborted) return undefined
    return new Promise(resolve => {
      const cancel = timers.after(ms, resolve)
      endRest = () => {
        cancel()
        resolve()
      }
    })
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      cancelRest?.()
      endRest()
      await working
    },
  }
}
