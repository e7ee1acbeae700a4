/**
 * LISTEN for all channels of a process, and the locks that say that it lives, on one connection of its own, which comes back when it was
 * lost.
 */
import type { Client } from 'pg'
import type { Hosts } from './hosts.ts'
import { cut, say } from './session.ts'
import { Identifier } from './template.ts'

export interface Listening {
  /** The last one closes the connection. */
  unlisten(): void
}

type Heard = (payload?: string) => void
type Changed = (isHeld: boolean) => void

/** The advisory lock with a name, as `pg_advisory_lock…` takes it. Names are ours: letters, digits, hyphens. */
export function lockKey(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`a lock cannot be named ${name}`)
  return `hashtextextended('${name}', 0)`
}

export interface Listener {
  /**
   * @param heard is also called after the connection came back: what was said meanwhile is lost
   * @returns once the channel is listened to; rejects when the connection cannot be made
   */
  listen(channel: string, heard: Heard): Promise<Listening>
  /**
   * Holds a shared advisory lock for as long as the process lives: PostgreSQL ends it with the connection.
   * @param changed is called with false when the connection was lost, and with true when the lock is held again
   * @returns once it is held; rejects when it cannot be
   */
  holdLock(name: string, changed: Changed): Promise<{ release(): void }>
  /** For all channels and locks. */
  end(): void
}

/** Milliseconds. */
const pause = 1_000

export function listenerOn(hosts: Hosts): Listener {
  return new ListeningConnection(hosts)
}

class ListeningConnection implements Listener {
  readonly #hosts: Hosts
  readonly #channels = new Map<string, Set<Heard>>()
  readonly #locks = new Map<string, Changed>()
  #connection: Promise<Client> | undefined
  #current: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #wasLost = false
  /** The statement before: the driver takes one after the other. */
  #said: Promise<unknown> = Promise.resolve()

  constructor(hosts: Hosts) {
    this.#hosts = hosts
  }

  async listen(channel: string, heard: Heard): Promise<Listening> {
    this.#channels.set(channel, (this.#channels.get(channel) ?? new Set()).add(heard))
    try {
      await this.#listenTo(await this.#connected(), channel)
    } catch (error) {
      this.#remove(channel, heard)
      throw error
    }
    return { unlisten: () => this.#remove(channel, heard) }
  }

  async holdLock(name: string, changed: Changed): Promise<{ release(): void }> {
    this.#locks.set(name, changed)
    const release = () => {
      this.#locks.delete(name)
      if (this.#current)
        this.#inOrder(this.#current, `select pg_advisory_unlock_shared(${lockKey(name)})`).catch(() => {})
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

  end(): void {
    this.#channels.clear()
    this.#locks.clear()
    this.#closeUnused()
  }

  get #isUnused(): boolean {
    return this.#channels.size === 0 && this.#locks.size === 0
  }

  #inOrder(client: Client, text: string): Promise<unknown> {
    const saying = this.#said.then(() => say(client, text))
    this.#said = saying.catch(() => {})
    return saying
  }

  #listenTo(client: Client, channel: string) {
    return this.#inOrder(client, `listen ${new Identifier(channel).text}`)
  }

  #lock(client: Client, name: string) {
    return this.#inOrder(client, `select pg_advisory_lock_shared(${lockKey(name)})`)
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
      // of a first connection, those who wait for it do
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
      if (client === this.#current) this.#lost()
    })
    if (this.#wasLost) for (const changed of this.#locks.values()) changed(true)
    if (this.#wasLost) for (const heard of [...this.#channels.values()].flatMap(all => [...all])) heard()
    this.#wasLost = false
    this.#closeUnused() // all listeners may be gone meanwhile
    return client
  }

  #lost() {
    this.#connection = undefined
    this.#current = undefined
    this.#wasLost = true
    for (const changed of this.#locks.values()) changed(false)
    this.#tryLater()
  }

  #tryLater() {
    if (this.#isUnused) return
    this.#hosts.forget()
    this.#timer = setTimeout(() => this.#connected().catch(() => this.#tryLater()), pause).unref()
  }

  /** One that is being made is closed when it is there. */
  #closeUnused() {
    if (!this.#isUnused) return
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
