/** Exactly the messages that senders handed over, what a relay did with each, and the outcomes that the senders got. */
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
  /** The relay has the message and delivers it, whatever it replies. */
  taken: boolean
  /** It replied that it has, and its complete reply arrived. */
  promised: boolean
  outcome: Outcome | undefined
  /** The sender got the outcome. */
  reported: boolean
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
   * @param send gets a function that returns the hand-over, once it has begun
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
  reported(handOver: HandOver, outcome: Outcome): void
}

/** @param recordsEarly a defect on purpose: a hand-over counts as begun when the transport gets the message */
export function createHandOvers(schedule: Schedule, recordsEarly: boolean, watch: HandOverWatch): HandOvers {
  const all: HandOver[] = []
  const isOut = new Set<HandOver>()
  const byAddress = new Map<string, HandOver[]>()
  const copiesOf = (address: string) => byAddress.get(address) ?? []

  return {
    all,
    of: copiesOf,
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
            ...{ taken: false, promised: false, outcome: undefined, reported: false, putBack: false },
            get isOut() {
              return isOut.has(begun)
            },
          }
          handOver = begun
          const before = copiesOf(to)
          all.push(begun)
          byAddress.set(to, [...before, begun])
          watch.handed(begun, before)
          return begun
        }
        let isReported = false
        const report = (outcome: Outcome) => {
          if (isReported) return
          isReported = true
          const begun = begin()
          begun.outcome = outcome
          begun.reported = true
          watch.reported(begun, outcome)
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
                report(outcome)
                return asked!.answered(outcome)
              }
              const counts = asked!.answered(outcome)
              if (counts) report(outcome)
              else isWithdrawn = true
              return counts
            },
          },
        })
        if (schedule.dies(actor)) return never()
        // a message that the sender took back before its data began is no hand-over
        if (!handOver && (isWithdrawn || !asked!.answered(outcome))) return outcome
        report(outcome)
        return outcome
      },
      async close() {},
    }),
  }
}
