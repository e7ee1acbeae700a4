/**
 * No statement waits without an end. A server that froze, or a network that swallows packets, answers nothing and closes
 * nothing: when something has waited for a while, a connection of its own asks whether the server answers at all. A slow
 * statement on a server that answers may go on until its own limit.
 */
import { Unavailable } from '../../lib/unavailable.ts'

/** Milliseconds a statement waits before the server is asked whether it answers. */
const patienceMs = 2_500
const tickMs = 500

export interface Waiting {
  /** Ends the wait with an error. */
  fail(error: Unavailable): void
}

export interface Watchdog {
  /** @param limitMs longest it may wait, even while the server answers. @returns what says that the wait is over */
  watch(waiting: Waiting, limitMs: number): () => void
}

/** @param answers whether the server answers a new connection, within a few seconds */
export function watchdog(answers: () => Promise<boolean>): Watchdog {
  const entries = new Map<Waiting, { readonly since: number; readonly until: number }>()
  let ticking: NodeJS.Timeout | undefined
  let asking = false
  let lastAnswer = 0

  function tick() {
    const now = performance.now()
    let oldest = now
    for (const [waiting, { since, until }] of entries) {
      if (now > until) fail(waiting, 'a statement took longer than it may')
      else if (since < oldest) oldest = since
    }
    if (entries.size === 0) stop()
    else if (!asking && now - Math.max(oldest, lastAnswer) > patienceMs) void ask(now)
  }

  async function ask(began: number) {
    asking = true
    const answered = await answers()
    asking = false
    lastAnswer = performance.now()
    if (answered) return
    for (const [waiting, { since }] of entries) if (since <= began) fail(waiting, 'it does not answer')
  }

  function fail(waiting: Waiting, why: string) {
    entries.delete(waiting)
    waiting.fail(new Unavailable(`The database is not available: ${why}.`))
  }

  function stop() {
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    watch(waiting, limitMs) {
      const since = performance.now()
      entries.set(waiting, { since, until: since + limitMs })
      ticking ??= setInterval(tick, tickMs).unref()
      return () => void entries.delete(waiting)
    },
  }
}
