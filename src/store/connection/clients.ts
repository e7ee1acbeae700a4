/**
 * The clients of the pools: waiting for a free one, a statement on one, giving it back. Every wait is watched (watchdog.ts): where the
 * server does not answer, what waits is told so.
 */
import type { Client, Pool, PoolClient } from 'pg'
import { longestWait } from '../../lib/longest-wait.ts'
import type { Unavailable } from '../../lib/unavailable.ts'
import type { Availability } from './availability.ts'
import type { Watch } from './copy.ts'
import { asSeen, isLost, isUseless } from './failures.ts'
import type { Hosts } from './hosts.ts'
import { cut, type Outcome, say, send } from './session.ts'
import { stalledCommits } from './stalled-commits.ts'
import type { Statement } from './template.ts'
import { type Answering, Stalled, watchdog } from './watchdog.ts'

/** How much later than PostgreSQL we give a statement up: its own error says more. */
const graceMs = 10_000
/** Longest wait for a free connection. */
const checkoutMs = 60_000
/** Longest wait for an answer that tells whether the server answers at all. */
const probeMs = 4_000

type Done = (error: unknown, outcome?: Outcome) => void

export interface Clients {
  /** @param given is called once, with a client or an error */
  acquire(pool: Pool, given: (error: unknown, client?: PoolClient) => void): void
  /** @param limitMs how long PostgreSQL lets it run; 0 for without end. @param done is called once */
  execute(client: PoolClient, statement: Statement, limitMs: number, done: Done): void
  /** Gives a client back; with an error after which it is of no use, or `true`, it is closed instead. */
  release(client: PoolClient, failure?: unknown): void
  /** Watches what a client does by itself, for so long between two signs of life. */
  watchFor(limitMs: number): Watch
  /** Cuts the clients that are in use. */
  cutAll(): void
  /** Of waiting for a client, within the last minute. */
  longestWaitMs(): number
}

/** @param availability learns what connections and statements meet */
export function createClients(hosts: Hosts, availability: Availability): Clients {
  const out = new Set<PoolClient>()
  /** Connections whose commit was given up and may be answered yet, and how many statements on them may be. */
  const stalled = new Map<PoolClient, number>()
  const dog = watchdog(async () => {
    const answering = await lookAt(hosts)
    if (!answering) hosts.forget()
    return answering
  })
  const waits = longestWait()

  function acquire(pool: Pool, given: (error: unknown, client?: PoolClient) => void): void {
    let isOver = false
    const waited = waits.begin()
    const wait = dog.watch(
      checkoutMs,
      error => {
        isOver = true
        given(error)
      },
      () => true,
    )
    pool.connect((error, client) => {
      waited()
      if (isOver) return client?.release() // it came too late
      wait.end()
      if (error || !client) {
        availability.refused(error)
        return given(asSeen(error))
      }
      out.add(client)
      given(undefined, client)
    })
  }

  function execute(client: PoolClient, statement: Statement, limitMs: number, done: Done): void {
    const limit = (limitMs || Number.POSITIVE_INFINITY) + graceMs
    let isOver = false
    let wait = dog.watch(limit, giveUp, seen => isAmong(seen, client))
    function giveUp(error: Unavailable) {
      isOver = true
      if (error instanceof Stalled) {
        stalled.set(client, (stalled.get(client) ?? 0) + 1)
        wait = dog.watch(Number.POSITIVE_INFINITY, () => cut(client))
      } else cut(client)
      done(error)
    }
    send(client, statement, (error, outcome) => {
      wait.end()
      if (isOver) return answeredLate(client)
      if (!error) availability.answered()
      else if (isLost(error)) hosts.forget()
      done(error && asSeen(error), outcome)
    })
  }

  /** A commit that was given up is answered, or its connection is gone. */
  function answeredLate(client: PoolClient) {
    const left = stalled.get(client)
    if (left === undefined) return
    stalled.set(client, left - 1)
    if (left === 1 && !out.has(client)) discard(client)
  }

  function release(client: PoolClient, failure?: unknown): void {
    out.delete(client)
    // as long as its commit waits its server process does, whether we leave or not: a new connection would be one more
    if ((stalled.get(client) ?? 0) > 0) return
    if (stalled.has(client) || failure === true || isUseless(failure)) discard(client)
    else client.release()
  }

  function discard(client: PoolClient): void {
    stalled.delete(client)
    cut(client)
    client.release(true)
  }

  return {
    acquire,
    execute,
    release,
    watchFor: limitMs => fail => dog.watch(limitMs + graceMs, fail),
    cutAll: () => out.forEach(cut),
    longestWaitMs: waits.ms,
  }
}

/**
 * Looks at the server with a new connection; an error of PostgreSQL's own is an answer, unless it starts or stops.
 * @returns undefined when it does not answer
 */
async function lookAt(hosts: Hosts): Promise<Answering | undefined> {
  const client = new hosts.Client(hosts.config)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    // after the callbacks of what arrived while the event loop was busy
    timer = setTimeout(() => setImmediate(resolve, undefined), probeMs)
  })
  const asked = client
    .connect()
    .then(() => say(client, stalledCommits))
    .then(
      ({ rows }) => answering(client, rows as { pid: number; own: number }[]),
      error => (isLost(error) ? undefined : { stalled: new Set<number>() }),
    )
  const answered = await Promise.race([asked, late])
  clearTimeout(timer)
  cut(client)
  return answered
}

/** Behind a pooler the numbers of backends are none that the driver was told. */
const hidden = -1

function answering(client: Client, rows: readonly { pid: number; own: number }[]): Answering {
  const pids = rows.map(({ pid, own }) => (own === backendOf(client) ? pid : hidden))
  return { stalled: new Set(pids) }
}

function isAmong({ stalled }: Answering, client: Client): boolean {
  return stalled.has(backendOf(client)) || stalled.has(hidden)
}

/** What its types leave out: the number that the server told when the connection began. */
function backendOf(client: Client): number {
  return (client as Client & { readonly processID: number }).processID
}
