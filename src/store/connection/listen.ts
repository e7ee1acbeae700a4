/**
 * LISTEN for all channels of a process, and the advisory locks that show it is alive, on one connection that is reopened after a
 * loss.
 */
import type { Client } from 'pg'
import type { Hosts } from './hosts.ts'
import { cut, runText } from './session.ts'
import { Identifier } from './template.ts'

export interface Listening {
  /** Stops listening; the last listener closes the connection. */
  unlisten(): void
}

type Heard = (payload?: string) => void
type Changed = (isHeld: boolean) => void

/** The advisory lock of a name, as an argument of `pg_advisory_lock…`. Names contain letters, digits and hyphens. */
export function lockKey(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`a lock cannot be named ${name}`)
  return `hashtextextended('${name}', 0)`
}

export interface Listener {
  /**
   * @param heard is also called after a reconnect, because notifications in between are lost
   * @returns once the channel is listened to; rejects if the connection cannot be made
   */
  listen(channel: string, heard: Heard): Promise<Listening>
  /**
   * Holds a shared advisory lock while the process lives: PostgreSQL releases it with the connection.
   * @param changed is called with false when the connection is lost, and with true when the lock is held again
   * @returns once the lock is held; rejects if it cannot be
   */
  holdLock(name: string, changed: Changed): Promise<{ release(): void }>
  /** Ends all channels and locks. */
  end(): void
}

/** Milliseconds between attempts to reconnect. */
const pause = 1_000

export function listenerOn(hosts: Hosts): Listener {
  return new ReconnectingListener(hosts)
}

class ReconnectingListener implements Listener {
  readonly #hosts: Hosts
  readonly #channels = new Map<string, Set<Heard>>()
  readonly #locks = new Map<string, Changed>()
  #connection: Promise<Client> | undefined
  #current: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #wasLost = false
  /** The previous statement: the driver must get them one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(hosts: Hosts) {
    this.#hosts = hosts
  }

  async listen(channel: string, heard: Heard) {
    this.#channels.set(channel, (this.#channels.get(channel) ?? new Set()).add(heard))
    try {
      await this.#listenTo(await this.#connected(), channel)
    } catch (error) {
      this.#remove(channel, heard)
      throw error
    }
    return { unlisten: () => this.#remove(channel, heard) }
  }

  async holdLock(name: string, changed: Changed) {
    this.#locks.set(name, changed)
    const release = () => {
      this.#locks.delete(name)
      if (this.#current)
        this.#runInOrder(this.#current, `select pg_advisory_unlock_shared(${lockKey(name)})`).catch(() => {})
      this.#closeUnused()
    }
    try {
      await this.#lock(await this.#connected(), name)
    } catch (error) {
      release()
      throw error
    }
    return { release }
  }

  end() {
    this.#channels.clear()
    this.#locks.clear()
    this.#closeUnused()
  }

  #runInOrder(client: Client, text: string): Promise<unknown> {
    const run = this.#last.then(() => runText(client, text))
    this.#last = run.catch(() => {})
    return run
  }

  #listenTo(client: Client, channel: string) {
    return this.#runInOrder(client, `listen ${new Identifier(channel).text}`)
  }

  #lock(client: Client, name: string) {
    return this.#runInOrder(client, `select pg_advisory_lock_shared(${lockKey(name)})`)
  }

  #connected(): Promise<Client> {
    this.#connection ??= this.#open().catch(error => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  async #open(): Promise<Client> {
    const client = new this.#hosts.Client(this.#hosts.config)
    client.on('notification', ({ channel, payload }) => {
      for (const heard of this.#channels.get(channel) ?? []) heard(payload)
    })
    try {
      await client.connect()
      // for a first connection the callers retry
      if (this.#wasLost) {
        for (const name of this.#locks.keys()) await this.#lock(client, name)
        for (const channel of this.#channels.keys()) await this.#listenTo(client, channel)
      }
    } catch (error) {
      cut(client)
      throw error
    }
    this.#current = client
    client.on('end', () => {
      if (client === this.#current) this.#reconnect()
    })
    if (this.#wasLost) for (const changed of this.#locks.values()) changed(true)
    if (this.#wasLost) for (const heard of [...this.#channels.values()].flatMap(all => [...all])) heard()
    this.#wasLost = false
    this.#closeUnused() // all listeners may have been removed meanwhile
    return client
  }

  #reconnect() {
    this.#connection = undefined
    this.#current = undefined
    this.#wasLost = true
    for (const changed of this.#locks.values()) changed(false)
    this.#retryLater()
  }

  #retryLater() {
    if (this.#isUnused()) return
    this.#hosts.forget()
    this.#timer = setTimeout(() => this.#connected().catch(() => this.#retryLater()), pause).unref()
  }

  #isUnused() {
    return this.#channels.size === 0 && this.#locks.size === 0
  }

  /** Closes an unused connection, also one that is still being made. */
  #closeUnused() {
    if (!this.#isUnused()) return
    clearTimeout(this.#timer)
    if (!this.#current) return
    const client = this.#current
    this.#connection = undefined
    this.#current = undefined
    this.#wasLost = false
    cut(client)
  }

  #remove(channel: string, heard: Heard) {
    const all = this.#channels.get(channel)
    all?.delete(heard)
    if (all?.size === 0) this.#channels.delete(channel)
    this.#closeUnused()
  }
}
