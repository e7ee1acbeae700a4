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
  /** Nothing of its data went out, and the sender recorded that: it is to be handed over anew. */
  putBack: boolean
}

export interface HandOvers {
  readonly all: readonly HandOver[]
  /** Of one recipient, in order. */
  of(address: string): readonly HandOver[]
  /** Data of it goes out. */
  out(handOver: HandOver): void
  /**
   * Each message whose data begins to go out, or that has an outcome without, is a hand-over, until the actor dies.
   * @param send gets what tells the hand-over, once there is one
   */
  watched(
    actor: Actor,
    concurrency: () => number,
    send: (handOver: () => HandOver | undefined, message: Message) => Promise<Outcome>,
  ): Transport
}

export interface HandOverWatch {
  handed(handOver: HandOver, before: readonly HandOver[]): void
  out(handOver: HandOver): void
  told(handOver: HandOver, outcome: Outcome): void
}

/** @param recordsEarly a defect on purpose: a hand-over counts as begun when the transport gets the message */
export function createHandOvers(schedule: Schedule, recordsEarly: boolean, watch: HandOverWatch): HandOvers {
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
      get concurrency() {
        return concurrency()
      },
      async send(message) {
        if (schedule.dies(actor)) return never()
        const { to, data, handOver: asked } = message
        const at = schedule.now()
        let handOver: HandOver | undefined
        let isWithdrawn = recordsEarly && asked!.begin() === false
        if (isWithdrawn) return { kind: 'unavailable', code: null, answer: 'not recorded' }
        const begin = () => {
          if (handOver) return handOver
          const begun: HandOver = {
            ...{ to, number: Number(message.name.file), by: actor, at, data },
            ...{ taken: false, promised: false, outcome: undefined, told: false, putBack: false },
            get isOut() {
              return isOut.has(begun)
            },
          }
          handOver = begun
          const before = of(to)
          all.push(begun)
          byAddress.set(to, [...before, begun])
          watch.handed(begun, before)
          return begun
        }
        let isTold = false
        const tell = (outcome: Outcome) => {
          if (isTold) return
          isTold = true
          const told = begin()
          told.outcome = outcome
          told.told = true
          watch.told(told, outcome)
        }
        const outcome = await send(() => handOver, {
          ...message,
          handOver: {
            isWanted() {
              isWithdrawn = !asked!.isWanted()
              return !isWithdrawn
            },
            given: relay => asked!.given(relay),
            announce: () => asked!.announce(),
            begin() {
              isWithdrawn = !asked!.begin()
              // a process that died while it was recorded writes nothing
              if (!isWithdrawn && !actor.isDead) begin().putBack = false
              schedule.dies(actor)
              return !isWithdrawn
            },
            undone() {
              asked!.undone()
              if (handOver && !actor.isDead) handOver.putBack = true
            },
            answered(outcome) {
              if (actor.isDead || (isWithdrawn && !handOver)) return false
              if (handOver) {
                tell(outcome)
                return asked!.answered(outcome)
              }
              const counts = asked!.answered(outcome)
              if (counts) tell(outcome)
              else isWithdrawn = true
              return counts
            },
          },
        })
        if (schedule.dies(actor)) return never()
        // one that the sender took back before its data began is none
        if (!handOver && (isWithdrawn || !asked!.answered(outcome))) return outcome
        tell(outcome)
        return outcome
      },
      async close() {},
    }),
  }
}
