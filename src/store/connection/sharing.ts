/**
 * Single statements share connections: with one connection each, as many server processes as callers would be awake, at up to twice
 * the processor time (docs/benchmarks.md). A statement goes to the connection with the fewest statements in progress.
 */
import type { PoolClient } from 'pg'

/** After so many milliseconds no statement is queued behind a slow one. */
const slowMs = 20

/** @param given is called once, with a client or with the error that prevented one */
type Acquire = (given: (error: unknown, client?: PoolClient) => void) => void

/** A connection that several statements share. */
export interface Shared {
  /** @param given is called once; `leave` must be called if it received a client */
  use(given: (error: unknown, client?: PoolClient) => void): void
  /** @param failure error that leaves the connection unusable */
  leave(failure?: unknown): void
}

export interface SharingOptions {
  /** Maximum number of shared connections, not counting those with a slow statement. */
  readonly most: number
  readonly acquire: Acquire
  /** Releases a connection without statements. @param failure error that leaves it unusable */
  readonly release: (client: PoolClient, failure: unknown) => void
  /** Milliseconds since any moment. */
  readonly now?: () => number
}

/** @returns a function that chooses the connection for a statement */
export function sharing({ most, acquire, release, now = () => performance.now() }: SharingOptions): () => Shared {
  const open = new Set<SharedConnection>()

  class SharedConnection implements Shared {
    /** Statements on the connection, including those that wait for it to connect. */
    users = 0
    /** Start of the first of its statements. */
    since = now()
    failure: unknown
    #client: PoolClient | undefined
    readonly #waiting: Parameters<Acquire>[0][] = []

    constructor() {
      open.add(this)
      acquire((error, client) => {
        this.#client = client
        this.since = now()
        if (!client) open.delete(this)
        for (const given of this.#waiting.splice(0)) given(error, client)
      })
    }

    use(given: Parameters<Acquire>[0]): void {
      this.users++
      if (this.#client) given(undefined, this.#client)
      else this.#waiting.push(given)
    }

    leave(failure?: unknown): void {
      this.users--
      this.since = now()
      if (failure !== undefined) {
        this.failure = failure
        open.delete(this)
      }
      if (this.users > 0 || !this.#client) return
      open.delete(this)
      release(this.#client, this.failure)
    }
  }

  return () => {
    const at = now()
    let quick = 0
    let best: SharedConnection | undefined
    for (const one of open) {
      if (at - one.since > slowMs) continue
      quick++
      if (!best || one.users < best.users) best = one
    }
    return best && quick >= most ? best : new SharedConnection()
  }
}
