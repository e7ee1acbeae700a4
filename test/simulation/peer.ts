/** A relay behind the transport: any outcome may come of a message, at once or much later. */
import type { Outcome } from '../../src/delivery/outcome.ts'
import type { Transport } from '../../src/delivery/transport.ts'
import type { HandOvers } from './hand-overs.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface Temper {
  /** How likely it does anything but take a message at once. */
  trouble: number
  /** How long it takes for its answer, at most, when it is well. */
  slowest: number
}

/** @returns what gives each sender its transport */
export function createPeer(
  schedule: Schedule,
  random: Random,
  temper: Temper,
  handOvers: HandOvers,
  concurrency: number,
): (actor: Actor) => Transport {
  return actor =>
    handOvers.watched(
      actor,
      () => concurrency,
      async (begun, { to, handOver: asked }) => {
        if (!asked!.isWanted() || !asked!.begin()) return { kind: 'unavailable', code: null, answer: 'withdrawn' }
        const handOver = begun()
        // it died before anything went out
        if (!handOver) return never()
        const { outcome, taken } = random.chance(temper.trouble) ? trouble(random, schedule.now()) : well
        handOver.taken = taken
        handOvers.out(handOver)
        const delay = random.chance(temper.trouble)
          ? random.pick([50, 700, 5000, 100_000])
          : random.whole(0, temper.slowest)
        return new Promise(resolve => {
          schedule.add(actor, delay, `answer for ${to}: ${outcome.kind}`, () => {
            handOver.promised = outcome.kind === 'accepted'
            resolve(outcome)
          })
        })
      },
    )
}

interface Act {
  readonly outcome: Outcome
  readonly taken: boolean
}

const well: Act = { outcome: { kind: 'accepted', code: 250, answer: '2.0.0 queued' }, taken: true }
function trouble(random: Random, now: number): Act {
  const not = (outcome: Outcome): Act => ({ outcome, taken: false })
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
