/** LISTEN on a connection of its own, which comes back when it was lost. */
import type { Client } from 'pg'
import type { Hosts } from './hosts.ts'
import { cut, say } from './session.ts'
import { Identifier } from './template.ts'

export interface Listening {
  unlisten(): Promise<void>
}

/** Milliseconds. */
const pause = 1_000

/**
 * @param heard is also called after a connection came back: what was said meanwhile is lost
 * @returns once the first connection listens; rejects when it cannot be made
 */
export async function listenOn(hosts: Hosts, channel: string, heard: (payload?: string) => void): Promise<Listening> {
  let stopped = false
  let current: Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    const client = new hosts.Client(hosts.config)
    client.on('notification', ({ payload }) => heard(payload))
    try {
      await client.connect()
      await say(client, `listen ${new Identifier(channel).text}`)
    } catch (error) {
      cut(client)
      throw error
    }
    if (stopped) return cut(client)
    current = client
    client.on('end', again)
  }

  function again() {
    current = undefined
    if (stopped) return
    hosts.forget()
    timer = setTimeout(() => start().then(() => heard(), again), pause).unref()
  }

  await start()
  return {
    async unlisten() {
      stopped = true
      clearTimeout(timer)
      if (current) cut(current)
    },
  }
}
