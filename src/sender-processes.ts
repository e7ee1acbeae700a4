/**
 * Sender processes of one `lettershop start`: each sends as one that was started with the role `sender` alone, with a part of the relays'
 * connections. One that ends is started again; all of them end with the service. See docs/several-machines.md#several-senders-on-one-machine.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { RelayFigures } from './delivery/transport.ts'
import type { SenderPart } from './foundation.ts'
import type { Log } from './lib/log.ts'
import type { Work } from './pausing.ts'

/** Orders to a sender process. The first begins its work; the settings are those of the environment. */
export type SenderOrder = { readonly start: SenderPart } | { readonly stop: { readonly graceMs: number } }
/** What each relay did in a sender process so far. */
export interface SenderReport {
  readonly relays: readonly RelayFigures[]
}

export interface SenderProcessParts extends Omit<SenderPart, 'share'> {
  readonly count: number
  readonly log: Log
  readonly backoff?: Backoff
}

/** Waits before a process is started again, in milliseconds. */
interface Backoff {
  readonly first: number
  readonly most: number
  /** A process that lived for so long begins anew with the first. */
  readonly forgiven: number
}

export interface SenderProcesses extends Work {
  readonly wanted: number
  /** How many there are now. */
  running(): number
  /** How often one was started again. */
  restarts(): number
  /** What each relay did, in all of them and in those before them. */
  relays(): readonly RelayFigures[]
  /** A sentence where some are missing. */
  problem(): string | undefined
}

const usualBackoff: Backoff = { first: 1_000, most: 60_000, forgiven: 60_000 }
/** For closing connections and the journal, after the work has ended. */
const closingMs = 1_500

/** Starts them, and keeps starting them until it is stopped. Resolves before they send. */
export function startSenderProcesses({
  count,
  log,
  backoff = usualBackoff,
  ...part
}: SenderProcessParts): SenderProcesses {
  const earlier: RelayFigures[] = []
  let restarts = 0
  const places = Array.from({ length: count }, (_, index) =>
    senderPlace({
      part: { ...part, share: { index, count } },
      log,
      backoff,
      onRestart: () => restarts++,
      onEnd: figures => earlier.splice(0, earlier.length, ...sumRelays([...earlier, ...figures.map(asEnded)])),
    }),
  )
  const running = () => places.filter(place => place.isRunning()).length
  log.info({ processes: count }, 'campaigns are sent by processes of their own')
  return {
    wanted: count,
    running,
    restarts: () => restarts,
    relays: () => sumRelays([...earlier, ...places.flatMap(place => place.relays())]),
    problem: () => (running() === count ? undefined : `Of ${count} sender processes ${running()} run.`),
    async stop(graceMs) {
      await Promise.all(places.map(place => place.stop(graceMs)))
    },
  }
}

interface PlaceParts {
  readonly part: SenderPart
  readonly log: Log
  readonly backoff: Backoff
  readonly onRestart: () => void
  /** @param figures the last report of a process that has ended */
  readonly onEnd: (figures: readonly RelayFigures[]) => void
}

/** One place of a sender process, which has one process after another. */
function senderPlace({ part, log, backoff, onRestart, onEnd }: PlaceParts) {
  let child: ChildProcess | undefined
  let reported: readonly RelayFigures[] = []
  let waitMs = backoff.first
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function begin() {
    const since = performance.now()
    // standard error is the service's
    const started = fork(new URL('./sender-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', ({ relays }: SenderReport) => {
      reported = relays
    })
    // one that could not be started, or ended while it was sent an order: `close` follows
    started.on('error', err => log.warn({ err }, 'a sender process could not be reached'))
    started.once('close', (code, signal) => {
      child = undefined
      onEnd(reported)
      reported = []
      if (isStopped) return
      if (performance.now() - since >= backoff.forgiven) waitMs = backoff.first
      log.warn({ pid: started.pid, code, signal, waitMs }, 'a sender process ended; it is started again')
      timer = setTimeout(() => {
        onRestart()
        begin()
      }, waitMs)
      waitMs = Math.min(backoff.most, waitMs * 2)
    })
    order(started, { start: part })
  }

  begin()
  return {
    isRunning: () => child !== undefined,
    relays: () => reported,
    async stop(graceMs: number) {
      isStopped = true
      clearTimeout(timer)
      if (!child) return
      const stopping = child
      const ended = once(stopping, 'close')
      order(stopping, { stop: { graceMs } })
      // its open messages are settled at the next start, as after kill -9
      const late = setTimeout(() => stopping.kill('SIGKILL'), graceMs + closingMs)
      await ended
      clearTimeout(late)
    },
  }
}

function order(child: ChildProcess, given: SenderOrder): void {
  if (child.connected) child.send(given, () => {}) // one that has ended is seen by its `close`
}

/** The counters of a process that has ended stay; it has nothing open. */
function asEnded(figures: RelayFigures): RelayFigures {
  return { ...figures, connections: 0, underWay: 0, isHeld: false }
}

/** One entry for each relay. */
export function sumRelays(all: readonly RelayFigures[]): readonly RelayFigures[] {
  const sums = new Map<string, RelayFigures>()
  for (const one of all) {
    const sum = sums.get(one.relay)
    sums.set(one.relay, sum ? addFigures(sum, one) : one)
  }
  return [...sums.values()]
}

function addFigures(one: RelayFigures, other: RelayFigures): RelayFigures {
  const { accepted, deferred, refused, unavailable, unknown } = one.outcomes
  return {
    relay: one.relay,
    connections: one.connections + other.connections,
    underWay: one.underWay + other.underWay,
    isHeld: one.isHeld || other.isHeld,
    outcomes: {
      accepted: accepted + other.outcomes.accepted,
      deferred: deferred + other.outcomes.deferred,
      refused: refused + other.outcomes.refused,
      unavailable: unavailable + other.outcomes.unavailable,
      unknown: unknown + other.outcomes.unknown,
    },
  }
}
