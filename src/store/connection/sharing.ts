/**
 * Statements by themselves share connections: each on one of its own would keep as many server processes awake as there are
 * callers, at up to twice the processor time (docs/benchmarks.md). A statement goes where the fewest are under way.
 */
import type { PoolClient } from 'pg'

/** Milliseconds after which nothing more is put behind a statement. */
const slowMs = 20

/** @param given is called once, with a client or with the error that there is none */
type Acquire = (given: (error: unknown, client?: PoolClient) => void) => void

/** A connection that several statements use. */
export interface Shared {
  /** @param given is called once; `leave` must be called after it was given a client */
  use(given: (error: unknown, client?: PoolClient) => void): void
  /** @param failure why the connection is of no more use */
  leave(failure?: unknown): void
}

export interface SharingOptions {
  /** Most connections shared at once; those on which a statement is slow do not count. */
  readonly most: number
  readonly acquire: Acquire
  /** Gives back a connection that no statement uses any more. @param failure why it is of no more use */
  readonly release: (client: PoolClient, failure: unknown) => void
  /** Milliseconds since any moment. */
  readonly now?: () => number
}

/** @returns what chooses the connection for one more statement */
export function sharing({ most, acquire, release, now = () => performance.now() }: SharingOptions): () => Shared {
  const open = new Set<SharedConnection>()

  class SharedConnection implements Shared {
    /** Statements on it, also those that wait for it to be connected. */
    users = 0
    /** Since when the first of its statements is under way. */
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
