/**
 * Limits every wait for a statement. A frozen server or a network that drops packets neither answers nor closes the
 * connection: after a while a new connection probes whether the server answers at all. If it does, a slow
 * statement may go on until its own timeout, unless it is a commit that waits for a standby.
 */
import { Unavailable } from '../../lib/unavailable.ts'

/** Milliseconds a statement waits before the server is probed. */
const patienceMs = 2_500
const tickMs = 500
const away = 'The database is not available'

/** The result of a successful probe. */
export interface Answering {
  /** Backends whose commit has waited for a standby for seconds (`synchronous_standby_names`). */
  readonly stalled: ReadonlySet<number>
}

export interface Watchdog {
  /**
   * @param limitMs maximum wait, even if the server answers
   * @param fail ends the wait with an error; called at most once
   * @param isStalled whether a successful probe shows that this wait will not end
   * @returns an object to end the wait
   */
  watch(limitMs: number, fail: (error: Unavailable) => void, isStalled?: (seen: Answering) => boolean): Wait
}

/** A failed commit that can still take effect when the standby is back: the connection must not be used before the reply. */
export class Stalled extends Unavailable {}

/** A wait, measured in ticks so that it does not read the clock. */
export interface Wait {
  end(): void
}

/** @param look probes the server with a new connection for some seconds; undefined if it does not answer */
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
