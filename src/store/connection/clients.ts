/**
 * Clients of the pools: acquire a free one, execute a statement, release it. A watchdog (watchdog.ts) watches every wait and fails it if
 * the server does not answer.
 */
import type { Client, Pool, PoolClient } from 'pg'
import { longestWait } from '../../lib/longest-wait.ts'
import type { Unavailable } from '../../lib/unavailable.ts'
import type { Availability } from './availability.ts'
import type { Watch } from './copy.ts'
import { isLost, isUseless, translateError } from './failures.ts'
import type { Hosts } from './hosts.ts'
import { cut, type Outcome, runText, send } from './session.ts'
import { stalledCommits } from './stalled-commits.ts'
import type { Statement } from './template.ts'
import { type Answering, Stalled, watchdog } from './watchdog.ts'

/** Time after PostgreSQL's own limit until we fail a statement; PostgreSQL's error is more precise. */
const graceMs = 10_000
/** Maximum wait for a free connection. */
const checkoutMs = 60_000
/** Maximum wait for the reply to a probe of the server. */
const probeMs = 4_000

type Done = (error: unknown, outcome?: Outcome) => void

export interface Clients {
  /** @param given is called once, with a client or an error */
  acquire(pool: Pool, given: (error: unknown, client?: PoolClient) => void): void
  /** @param limitMs PostgreSQL's limit for the statement; 0 for no limit. @param done is called once */
  execute(client: PoolClient, statement: Statement, limitMs: number, done: Done): void
  /** Releases a client. After `true`, or an error that leaves the connection unusable, it is closed. */
  release(client: PoolClient, failure?: unknown): void
  /** Watches work that a client does by itself, with so long between two signs of progress. */
  watchFor(limitMs: number): Watch
  /** Closes all clients that are in use. */
  cutAll(): void
  /** Longest wait for a client within the last minute. */
  longestWaitMs(): number
}

/** @param availability is informed of failed connections and answered statements */
export function createClients(hosts: Hosts, availability: Availability): Clients {
  const out = new Set<PoolClient>()
  /** Connections with a commit that we failed and that may still be answered, with the number of their open statements. */
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
      if (isOver) return client?.release() // the client arrived too late
      wait.end()
      if (error || !client) {
        availability.refused(error)
        return given(translateError(error))
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
      done(error && translateError(error), outcome)
    })
  }

  /** A stalled commit was answered, or its connection is closed. */
  function answeredLate(client: PoolClient) {
    const left = stalled.get(client)
    if (left === undefined) return
    stalled.set(client, left - 1)
    if (left === 1 && !out.has(client)) discard(client)
  }

  function release(client: PoolClient, failure?: unknown): void {
    out.delete(client)
    // the server process waits as long as its commit does: closing the connection and opening a new one would only add a process
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
 * Probes the server with a new connection. An error of PostgreSQL is an answer, unless the server is starting or stopping.
 * @returns undefined if the server does not answer
 */
async function lookAt(hosts: Hosts): Promise<Answering | undefined> {
  const client = new hosts.Client(hosts.config)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    // runs after the callbacks of packets that arrived while the event loop was busy
    timer = setTimeout(() => setImmediate(resolve, undefined), probeMs)
  })
  const asked = client
    .connect()
    .then(() => runText(client, stalledCommits))
    .then(
      ({ rows }) => answering(client, rows as { pid: number; own: number }[]),
      error => (isLost(error) ? undefined : { stalled: new Set<number>() }),
    )
  const answered = await Promise.race([asked, late])
  clearTimeout(timer)
  cut(client)
  return answered
}

/** A pooler reports other backend numbers to the driver than the server's own. */
const hidden = -1

function answering(client: Client, rows: readonly { pid: number; own: number }[]): Answering {
  const pids = rows.map(({ pid, own }) => (own === backendOf(client) ? pid : hidden))
  return { stalled: new Set(pids) }
}

function isAmong({ stalled }: Answering, client: Client): boolean {
  return stalled.has(backendOf(client)) || stalled.has(hidden)
}

/** A property that the driver's types omit: the backend number that the server reported when the connection began. */
function backendOf(client: Client): number {
  return (client as Client & { readonly processID: number }).processID
}
