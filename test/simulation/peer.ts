/** A relay that behaves as it likes, and remembers exactly what it was handed, by whom, and what it told. */
import type { Outcome } from '../../src/delivery/outcome.ts'
import type { Message, Transport } from '../../src/delivery/transport.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface HandOver {
  readonly to: string
  readonly by: Actor
  readonly at: number
  /** Whatever it tells, it has the message and delivers it. */
  readonly taken: boolean
  readonly outcome: Outcome
  /** The sender heard the outcome. */
  told: boolean
}

export interface Temper {
  /** How likely it does anything but take a message at once. */
  trouble: number
  /** How long it takes for its answer, at most, when it is well. */
  slowest: number
}

export interface Peer {
  readonly handOvers: readonly HandOver[]
  /** Of one recipient, in order. */
  of(address: string): readonly HandOver[]
  transport(actor: Actor, concurrency: number): Transport
}

export function createPeer(
  schedule: Schedule,
  random: Random,
  temper: Temper,
  handed: (handOver: HandOver, before: readonly HandOver[]) => void,
): Peer {
  const handOvers: HandOver[] = []
  const byAddress = new Map<string, HandOver[]>()
  const of = (address: string) => byAddress.get(address) ?? []

  function receive(actor: Actor, { to }: Message): HandOver {
    const { outcome, taken } = random.chance(temper.trouble) ? trouble(random, schedule.now()) : well
    const handOver = { to, by: actor, at: schedule.now(), outcome, taken, told: false }
    const before = of(to)
    handOvers.push(handOver)
    byAddress.set(to, [...before, handOver])
    handed(handOver, before)
    return handOver
  }

  return {
    handOvers,
    of,
    transport: (actor, concurrency) => ({
      concurrency,
      send(message) {
        if (schedule.dies(actor)) return never()
        const handOver = receive(actor, message)
        if (schedule.dies(actor)) return never()
        return new Promise(resolve => {
          const delay = random.chance(temper.trouble)
            ? random.pick([50, 700, 5000, 100_000])
            : random.whole(0, temper.slowest)
          schedule.add(actor, delay, `answer for ${message.to}: ${handOver.outcome.kind}`, () => {
            if (schedule.dies(actor)) return
            handOver.told = true
            resolve(handOver.outcome)
          })
        })
      },
      async close() {},
    }),
  }
}

interface Deed {
  readonly outcome: Outcome
  readonly taken: boolean
}

const well: Deed = { outcome: { kind: 'accepted', code: 250, answer: '2.0.0 queued' }, taken: true }

function trouble(random: Random, now: number): Deed {
  const not = (outcome: Outcome): Deed => ({ outcome, taken: false })
  switch (random.whole(0, 9)) {
    case 0:
      return not({ kind: 'deferred', code: 451, answer: '4.7.1 greylisted', stage: 'recipient' })
    case 1:
      return not({ kind: 'deferred', code: 452, answer: '4.3.1 disk full', stage: 'data' })
    case 2:
      return not({ kind: 'refused', code: 550, answer: '5.1.1 no such user', stage: 'recipient' })
    case 3:
      return not({ kind: 'refused', code: 552, answer: '5.2.2 mailbox full', stage: 'data' })
    case 4:
      return not({ kind: 'refused', code: 553, answer: '5.7.1 not your address', stage: 'sender' })
    case 5:
      return not({ kind: 'unavailable', code: null, answer: 'no relay can be reached' })
    case 6:
      return not({
        kind: 'unavailable',
        code: null,
        answer: 'paced',
        until: new Date(now + random.whole(1, 90) * 1000),
      })
    case 7:
      // cut off after the final dot, before or after it was taken
      return { outcome: { kind: 'unknown', code: null, answer: 'the connection was lost' }, taken: random.chance(0.5) }
    default:
      return well
  }
}
