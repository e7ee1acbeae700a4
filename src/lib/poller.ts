/**
 * The loop of all background work: it runs when it is woken, when the database notifies, and again and again by a timer.
 * What a run takes from a table it claims there (store/jobs/claiming.ts), so any number of processes may poll the same one.
 */
import type { Log } from './log.ts'
import { realTimers, type Timers } from './timers.ts'
import { inSpan, type SpanOptions } from './trace.ts'

export interface Poller {
  /** Looks for work now, or as soon as the run under way has ended. */
  wake(): void
  /** Waits for the run under way; no other begins. */
  stop(): Promise<void>
}

/** How a run ended, after which another is asked for already. */
export interface Run {
  readonly workedMs: number
  /** It said that there may be more; otherwise a wake or the timer came meanwhile. */
  readonly more: boolean
}

export interface PollerOptions {
  /** What is done, for the log: "counting of opens and clicks". */
  readonly name: string
  /** Between two ticks of the timer, in milliseconds. */
  readonly every: number
  /** One run: a bounded piece of work. @param stopping is aborted by `stop` @returns whether there may be more: then the next run follows */
  readonly work: (stopping: AbortSignal) => Promise<boolean>
  /** How long to rest, in milliseconds, before a run that follows another at once, so that other work comes first. Default: 0. */
  readonly rest?: (run: Run) => number
  /** Has `wake` called when there is work, by another process too. Where that fails the timer finds it. */
  readonly listen?: (wake: () => void) => Promise<{ unlisten(): void }>
  readonly timers?: Timers
  readonly log: Log
}

/** Failures in a row after which wakes wait for the timer: the first may be a lost connection, which the next run replaces. */
const mostFailures = 2
/** A run is no part of what woke the poller. */
const ofRun: SpanOptions = { parent: 'none', mayBeForgotten: true }

/**
 * Begins with a run. Runs are never side by side: any number of wakes and ticks during one ask for one more run.
 * A run that fails is logged and tried again by the next wake or tick; after a second failure in a row only by ticks, until a run
 * succeeds. Nothing that was asked for is forgotten.
 */
export function startPoller({
  name,
  every,
  work,
  rest = () => 0,
  listen,
  timers = realTimers,
  log,
}: PollerOptions): Poller {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWanted = false
  let failures = 0
  let endRest = () => {}

  function wake() {
    if (stopping.signal.aborted) return
    isWanted = true
    if (failures < mostFailures) start()
  }

  function tick() {
    isWanted = true
    start()
  }

  function start() {
    running ??= runAll().finally(() => {
      running = undefined
      // asked for while the last run was ending
      if (isWanted) wake()
    })
  }

  async function runAll() {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      const more = await runOnce()
      if (failures >= mostFailures) return
      if (isWanted) await pause(rest(more))
    }
  }

  async function runOnce(): Promise<Run> {
    const begin = performance.now()
    let more = false
    try {
      more = await inSpan(name, ofRun, async span => {
        const mayFindMore = await work(stopping.signal)
        if (!mayFindMore) span?.forget()
        return mayFindMore
      })
      if (more) isWanted = true
      failures = 0
    } catch (error) {
      failures++
      if (!stopping.signal.aborted) log.error({ err: error }, `${name} failed; it is tried again`)
    }
    return { workedMs: performance.now() - begin, more }
  }

  function pause(ms: number): Promise<void> | undefined {
    if (ms <= 0 || stopping.signal.aborted) return undefined
    return new Promise(resolve => {
      const cancel = timers.after(ms, resolve)
      endRest = () => {
        cancel()
        resolve()
      }
    })
  }

  const stopTicks = timers.every(every, tick)
  const listening = listen?.(wake).catch(error => {
    log.warn({ err: error }, `${name}: no notifications from the database; it looks every ${every} ms instead`)
    return undefined
  })
  wake()

  return {
    wake,
    async stop() {
      stopping.abort()
      stopTicks()
      endRest()
      await running
      const listened = await listening
      listened?.unlisten()
    },
  }
}
