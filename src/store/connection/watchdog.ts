/**
 * No statement waits without an end. A server that froze, or a network that swallows packets, answers nothing and closes
 * nothing: when something has waited for a while, a connection of its own asks whether the server answers at all. A slow
 * statement on a server that answers may go on until its own limit.
 */
import { Unavailable } from '../../lib/unavailable.ts'

/** Milliseconds a statement waits before the server is asked whether it answers. */
const patienceMs = 2_500
const tickMs = 500

export interface Watchdog {
  /**
   * @param limitMs longest it may wait, even while the server answers
   * @param fail ends the wait with an error; called once at most
   * @returns what says that the wait is over
   */
  watch(limitMs: number, fail: (error: Unavailable) => void): Wait
}

/** Something that waits, to the nearest tick: it costs no look at the clock. */
export interface Wait {
  end(): void
}

/** @param answers whether the server answers a new connection, within a few seconds */
export function watchdog(answers: () => Promise<boolean>): Watchdog {
  const waits = new Set<Entry>()
  let ticking: NodeJS.Timeout | undefined
  let now = 0
  let asking = false
  let lastAnswer = 0

  class Entry implements Wait {
    readonly since = now
    readonly until: number
    readonly fail: (error: Unavailable) => void

    constructor(limitMs: number, fail: (error: Unavailable) => void) {
      this.until = now + limitMs
      this.fail = fail
    }

    end(): void {
      waits.delete(this)
    }
  }

  function tick() {
    now = performance.now()
    let oldest = now
    for (const wait of waits) {
      if (now > wait.until) fail(wait, 'a statement took longer than it may')
      else if (wait.since < oldest) oldest = wait.since
    }
    if (waits.size === 0) stop()
    else if (!asking && now - Math.max(oldest, lastAnswer) > patienceMs) void ask(now)
  }

  async function ask(began: number) {
    asking = true
    const answered = await answers()
    asking = false
    lastAnswer = performance.now()
    if (answered) return
    for (const wait of waits) if (wait.since <= began) fail(wait, 'it does not answer')
  }

  function fail(wait: Entry, why: string) {
    waits.delete(wait)
    wait.fail(new Unavailable(`The database is not available: ${why}.`))
  }

  function start() {
    now = performance.now()
    ticking = setInterval(tick, tickMs).unref()
  }

  function stop() {
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    watch(limitMs, fail) {
      if (ticking === undefined) start()
      const wait = new Entry(limitMs, fail)
      waits.add(wait)
      return wait
    },
  }
}
