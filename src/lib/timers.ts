/** Timers of the system; a simulation has its own. */
export interface Timers {
  /** Again and again. @returns what ends it */
  every(ms: number, run: () => void): () => void
  /** Once. @returns what prevents it */
  after(ms: number, run: () => void): () => void
  /** In the next turn of the event loop. */
  soon(run: () => void): void
}

export const realTimers: Timers = {
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  soon: run => void setImmediate(run),
}

/** Real ones; what comes again and again keeps no process alive. */
export const quietTimers: Timers = {
  ...realTimers,
  every(ms, run) {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
}
