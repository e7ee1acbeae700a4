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
  const channels = new Map<string, Set<Heard>>()
  const locks = new Map<string, Changed>()
  const isUnused = () => channels.size === 0 && locks.size === 0
  let connection: Promise<Client> | undefined
  let current: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let wasLost = false
  /** The previous statement: the driver must get them one after the other. */
  let said: Promise<unknown> = Promise.resolve()

  function inOrder(client: Client, text: string): Promise<unknown> {
    const saying = said.then(() => runText(client, text))
    said = saying.catch(() => {})
    return saying
  }
  const listenTo = (client: Client, channel: string) => inOrder(client, `listen ${new Identifier(channel).text}`)
  const lock = (client: Client, name: string) => inOrder(client, `select pg_advisory_lock_shared(${lockKey(name)})`)

  function connected(): Promise<Client> {
    connection ??= open().catch(error => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function open(): Promise<Client> {
    const client = new hosts.Client(hosts.config)
    client.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload)
    })
    try {
      await client.connect()
      // for a first connection the callers retry
      if (wasLost) {
        for (const name of locks.keys()) await lock(client, name)
        for (const channel of channels.keys()) await listenTo(client, channel)
      }
    } catch (error) {
      cut(client)
      throw error
    }
    current = client
    client.on('end', () => {
      if (client === current) lost()
    })
    if (wasLost) for (const changed of locks.values()) changed(true)
    if (wasLost) for (const heard of [...channels.values()].flatMap(all => [...all])) heard()
    wasLost = false
    closeUnused() // all listeners may have been removed meanwhile
    return client
  }

  function lost() {
    connection = undefined
    current = undefined
    wasLost = true
    for (const changed of locks.values()) changed(false)
    tryLater()
  }

  function tryLater() {
    if (isUnused()) return
    hosts.forget()
    timer = setTimeout(() => connected().catch(tryLater), pause).unref()
  }

  /** Closes an unused connection, also one that is still being made. */
  function closeUnused() {
    if (!isUnused()) return
    clearTimeout(timer)
    if (!current) return
    const client = current
    connection = undefined
    current = undefined
    wasLost = false
    cut(client)
  }

  function remove(channel: string, heard: Heard) {
    const all = channels.get(channel)
    all?.delete(heard)
    if (all?.size === 0) channels.delete(channel)
    closeUnused()
  }

  return {
    async listen(channel, heard) {
      channels.set(channel, (channels.get(channel) ?? new Set()).add(heard))
      try {
        await listenTo(await connected(), channel)
      } catch (error) {
        remove(channel, heard)
        throw error
      }
      return { unlisten: () => remove(channel, heard) }
    },
    async holdLock(name, changed) {
      locks.set(name, changed)
      const release = () => {
        locks.delete(name)
        if (current) inOrder(current, `select pg_advisory_unlock_shared(${lockKey(name)})`).catch(() => {})
        closeUnused()
      }
      try {
        await lock(await connected(), name)
      } catch (error) {
        release()
        throw error
      }
      return { release }
    },
    end() {
      channels.clear()
      locks.clear()
      closeUnused()
    },
  }
}
