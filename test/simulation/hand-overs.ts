/** Exactly what senders handed over, what a relay made of it, and what they were told. */
import type { Outcome } from '../../src/delivery/outcome.ts'
import type { Message, Transport } from '../../src/delivery/transport.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface HandOver {
  readonly to: string
  /** Of the recipient in its campaign. */
  readonly number: number
  readonly by: Actor
  readonly at: number
  readonly data: Buffer
  /** Something of its data went out. */
  readonly isOut: boolean
  /** Whatever it tells, the relay has the message and delivers it. */
  taken: boolean
  /** It said that it has, and its whole answer came in. */
  promised: boolean
  outcome: Outcome | undefined
  /** The sender heard the outcome. */
  told: boolean
}

export interface HandOvers {
  readonly all: readonly HandOver[]
  /** Of one recipient, in order. */
  of(address: string): readonly HandOver[]
  /** Data of it goes out. */
  out(handOver: HandOver): void
  /** Each message that goes through the transport is a hand-over, until the actor dies. */
  watched(
    actor: Actor,
    concurrency: number,
    send: (handOver: HandOver, message: Message) => Promise<Outcome>,
  ): Transport
}

export interface HandOverWatch {
  handed(handOver: HandOver, before: readonly HandOver[]): void
  out(handOver: HandOver): void
  told(handOver: HandOver, outcome: Outcome): void
}

export function createHandOvers(schedule: Schedule, watch: HandOverWatch): HandOvers {
  const all: HandOver[] = []
  const isOut = new Set<HandOver>()
  const byAddress = new Map<string, HandOver[]>()
  const of = (address: string) => byAddress.get(address) ?? []

  return {
    all,
    of,
    out(handOver) {
      // one that was put back by the relay goes out again
      if (isOut.has(handOver)) return
      isOut.add(handOver)
      watch.out(handOver)
    },
    watched: (actor, concurrency, send) => ({
      concurrency,
      async send(message) {
        if (schedule.dies(actor)) return never()
        const { to, data } = message
        const at = schedule.now()
        const handOver: HandOver = {
          ...{ to, number: Number(message.name.file), by: actor, at, data },
          ...{ taken: false, promised: false, outcome: undefined, told: false },
          get isOut() {
            return isOut.has(handOver)
          },
        }
        const before = of(to)
        all.push(handOver)
        byAddress.set(to, [...before, handOver])
        watch.handed(handOver, before)
        if (schedule.dies(actor)) return never()
        const outcome = await send(handOver, message)
        if (schedule.dies(actor)) return never()
        handOver.outcome = outcome
        handOver.told = true
        watch.told(handOver, outcome)
        return outcome
      },
      async close() {},
    }),
  }
}
