/**
 * No statement waits without an end. A server that froze, or a network that swallows packets, answers nothing and closes
 * nothing: when something has waited for a while, a connection of its own asks whether the server answers at all. A slow
 * statement on a server that answers may go on until its own limit, unless it is a commit that waits for a standby.
 */
import { Unavailable } from '../../lib/unavailable.ts'

/** Milliseconds a statement waits before the server is asked whether it answers. */
const patienceMs = 2_500
const tickMs = 500
const away = 'The database is not available'

/** A server that answers, as it was seen. */
export interface Answering {
  /** Backends whose commit has waited for seconds for a standby (`synchronous_standby_names`). */
  readonly stalled: ReadonlySet<number>
}

export interface Watchdog {
  /**
   * @param limitMs longest it may wait, even while the server answers
   * @param fail ends the wait with an error; called once at most
   * @param isStalled whether what was seen of a server that answers says that the wait has no end either
   * @returns what says that the wait is over
   */
  watch(limitMs: number, fail: (error: Unavailable) => void, isStalled?: (seen: Answering) => boolean): Wait
}

/** The commit may take effect yet, when the standby is back: its connection must not be used before it is answered. */
export class Stalled extends Unavailable {}

/** Something that waits, to the nearest tick: it costs no look at the clock. */
export interface Wait {
  end(): void
}

/** @param look at the server with a new connection, for a few seconds at most; undefined when it does not answer */
export function watchdog(look: () => Promise<Answering | undefined>): Watchdog {
  const waits = new Set<Entry>()
  let ticking: NodeJS.Timeout | undefined
  let now = 0
  let asking = false
  let lastAnswer = 0

  class Entry implements Wait {
    readonly since = now
    readonly until: number
    readonly fail: (error: Unavailable) => void
    readonly isStalled: (seen: Answering) => boolean

    constructor(limitMs: number, fail: (error: Unavailable) => void, isStalled: (seen: Answering) => boolean) {
      this.until = now + limitMs
      this.fail = fail
      this.isStalled = isStalled
    }

    end(): void {
      waits.delete(this)
    }
  }

  function tick() {
    now = performance.now()
    let oldest = now
    for (const wait of waits) {
      if (now > wait.until) fail(wait, new Unavailable(`${away}: a statement took longer than it may.`))
      else if (wait.since < oldest) oldest = wait.since
    }
    if (waits.size === 0) stop()
    else if (!asking && now - Math.max(oldest, lastAnswer) > patienceMs) void ask(now)
  }

  async function ask(began: number) {
    asking = true
    const seen = await look()
    asking = false
    lastAnswer = performance.now()
    if (seen?.stalled.size === 0) return
    for (const wait of waits) {
      if (wait.since > began) continue
      if (!seen) fail(wait, new Unavailable(`${away}: it does not answer.`))
      else if (wait.isStalled(seen)) fail(wait, new Stalled(`${away}: its commits wait for a standby.`))
    }
  }

  function fail(wait: Entry, why: Unavailable) {
    waits.delete(wait)
    wait.fail(why)
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
    watch(limitMs, fail, isStalled = () => false) {
      if (ticking === undefined) start()
      const wait = new Entry(limitMs, fail, isStalled)
      waits.add(wait)
      return wait
    },
  }
}
