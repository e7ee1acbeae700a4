/** The sink that runs in a process of its own (`sink-process.ts`), as its parent sees it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SinkProcessMessage, SinkProcessOrder } from './sink-process.ts'
import { seen } from './until.ts'

export interface SinkProcess {
  readonly port: number
  /** How many messages it took so far. */
  taken(): number
  /** It answers no more than so many, however late we come. */
  takes(most: number): void
  /** Resolves when it took so many; fails the test when it never does. */
  took(count: number): Promise<void>
  /** Resolves when so many complete messages wait for its answer. Fails as `took` does. */
  holds(count: number): Promise<void>
  /** Of everything it took, in order. */
  recipients(): Promise<readonly string[]>
  /** The first twenty that it took, as they came. */
  messages(): Promise<readonly string[]>
  kill(): Promise<void>
}

export async function startSinkProcess(): Promise<SinkProcess> {
  const child = fork(new URL('./sink-process.ts', import.meta.url))
  let taken = 0
  let waiting = 0
  let resolveRecipients: (recipients: readonly string[]) => void = () => {}
  let resolveMessages: (messages: readonly string[]) => void = () => {}
  const order = (order: SinkProcessOrder) => void child.send(order)
  const port = await new Promise<number>(resolve => {
    child.on('message', (message: SinkProcessMessage) => {
      if ('port' in message) resolve(message.port)
      else if ('recipients' in message) resolveRecipients(message.recipients)
      else if ('messages' in message) resolveMessages(message.messages)
      else if ('waiting' in message) waiting = message.waiting
      else taken = message.taken
    })
  })
  return {
    port,
    taken: () => taken,
    takes(most) {
      waiting = 0
      order({ most })
    },
    async took(count) {
      await seen(
        `the sink took ${count}`,
        async () => taken,
        number => number >= count,
      )
    },
    async holds(count) {
      await seen(
        `${count} wait for the sink`,
        async () => waiting,
        number => number >= count,
      )
    },
    recipients: () =>
      new Promise(resolve => {
        resolveRecipients = resolve
        order('list recipients')
      }),
    messages: () =>
      new Promise(resolve => {
        resolveMessages = resolve
        order('list messages')
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
