/** Writes that must come about: what is known of people's mail is kept in memory, and written as soon as the database is there. */
import type { Log } from '../../lib/log.ts'
import type { Timers } from '../../lib/timers.ts'

export interface PersistParts {
  readonly log: Log
  readonly timers: Timers
  /** Do not try again any longer. */
  readonly abandoned: AbortSignal
}

/** Pauses between attempts; the last is repeated, so that work goes on within a second of the database being back. */
const pausesMs = [100, 500, 1000]
/** What no waiting mends: the statement or its data are at fault (SQLSTATE classes). */
const hopeless = /^(?:0A|22|23|42)/
const mostHopeless = 4

/**
 * Runs until it succeeds. @param run gets how often it failed; a failure may have come after its commit
 * @throws the last error once `abandoned`, or an error that waiting does not help
 */
export async function persist<Value>(
  { log, timers, abandoned }: PersistParts,
  what: Readonly<Record<string, unknown>>,
  run: (failures: number) => Promise<Value>,
): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await run(failures)
    } catch (error) {
      const { code = '' } = error as { code?: string } // database errors carry their SQLSTATE there
      if (abandoned.aborted || (hopeless.test(code) && failures >= mostHopeless)) throw error
      log.warn({ err: error, ...what, failures: failures + 1 }, 'the ledger could not be written; it is tried again')
      await new Promise<void>(resolve => {
        const stop = timers.after(pausesMs[failures] ?? pausesMs.at(-1)!, done)
        abandoned.addEventListener('abort', done)
        function done() {
          stop()
          abandoned.removeEventListener('abort', done)
          resolve()
        }
      })
    }
  }
}
