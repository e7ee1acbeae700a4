/** LISTEN for all channels of a process, on one connection of its own, which comes back when it was lost. */
import type { Client } from 'pg'
import type { Hosts } from './hosts.ts'
import { cut, say } from './session.ts'
import { Identifier } from './template.ts'

export interface Listening {
  /** The last one closes the connection. */
  unlisten(): void
}

type Heard = (payload?: string) => void

export interface Listener {
  /**
   * @param heard is also called after the connection came back: what was said meanwhile is lost
   * @returns once the channel is listened to; rejects when the connection cannot be made
   */
  listen(channel: string, heard: Heard): Promise<Listening>
  /** For all channels. */
  end(): void
}

/** Milliseconds. */
const pause = 1_000

export function listenerOn(hosts: Hosts): Listener {
  const channels = new Map<string, Set<Heard>>()
  let connection: Promise<Client> | undefined
  let current: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let wasLost = false
  /** The statement before: the driver takes one after the other. */
  let said: Promise<unknown> = Promise.resolve()

  function listenTo(client: Client, channel: string): Promise<unknown> {
    const saying = said.then(() => say(client, `listen ${new Identifier(channel).text}`))
    said = saying.catch(() => {})
    return saying
  }

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
      // of a first connection, those who wait for it do
      if (wasLost) for (const channel of channels.keys()) await listenTo(client, channel)
    } catch (error) {
      cut(client)
      throw error
    }
    current = client
    client.on('end', () => {
      if (client === current) lost()
    })
    if (wasLost) for (const heard of [...channels.values()].flatMap(all => [...all])) heard()
    wasLost = false
    closeUnused() // all listeners may be gone meanwhile
    return client
  }

  function lost() {
    connection = undefined
    current = undefined
    wasLost = true
    tryLater()
  }

  function tryLater() {
    if (channels.size === 0) return
    hosts.forget()
    timer = setTimeout(() => connected().catch(tryLater), pause).unref()
  }

  /** One that is being made is closed when it is there. */
  function closeUnused() {
    if (channels.size > 0) return
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
    end() {
      channels.clear()
      closeUnused()
    },
  }
}
