/** The sink that runs in a process of its own (`sink-process.ts`), as its parent sees it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SinkProcessMessage, SinkProcessOrder } from './sink-process.ts'
import { never } from './until.ts'

export interface SinkProcess {
  readonly port: number
  /** How many messages it took so far. */
  taken(): number
  /** It answers no more than so many, however late we come. */
  takes(most: number): void
  /** Resolves when it took so many; fails the test when no further one came for so long that none will. */
  took(count: number): Promise<void>
  /** Resolves when so many came whole that it does not answer. Fails as `took` does. */
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
  let progress = () => {}
  let held = () => {}
  let waiting = 0
  let tellRecipients: (recipients: readonly string[]) => void = () => {}
  let tellMessages: (messages: readonly string[]) => void = () => {}
  const order = (order: SinkProcessOrder) => void child.send(order)
  const port = await new Promise<number>(resolve => {
    child.on('message', (message: SinkProcessMessage) => {
      if ('port' in message) resolve(message.port)
      else if ('recipients' in message) tellRecipients(message.recipients)
      else if ('messages' in message) tellMessages(message.messages)
      else if ('waiting' in message) {
        waiting = message.waiting
        held()
      } else {
        taken = message.taken
        progress()
      }
    })
  })
  return {
    port,
    taken: () => taken,
    takes(most) {
      waiting = 0
      order({ most })
    },
    took: count =>
      reached(
        count,
        () => taken,
        look => {
          progress = look
        },
      ),
    holds: count =>
      reached(
        count,
        () => waiting,
        look => {
          held = look
        },
      ),
    recipients: () =>
      new Promise(resolve => {
        tellRecipients = resolve
        order('tell')
      }),
    messages: () =>
      new Promise(resolve => {
        tellMessages = resolve
        order('tell messages')
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** @param onChange is given what looks again at the number */
function reached(count: number, number: () => number, onChange: (look: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let ending: NodeJS.Timeout | undefined
    const look = () => {
      clearTimeout(ending)
      if (number() >= count) return resolve()
      ending = setTimeout(
        () =>
          reject(new Error(`The sink has ${number()} of ${count} messages, and for ${never / 1000} s no further one.`)),
        never,
      ).unref()
    }
    onChange(look)
    look()
  })
}
