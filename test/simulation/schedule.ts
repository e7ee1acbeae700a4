/**
 * A virtual clock and whose turn it is. Whatever an actor waits for (a statement, a timer, an answer of the relay) is an
 * event; one of those that are due is drawn and run to its end, and when none is due, time jumps to the next. So an order of
 * events is a seed, as far as a real database allows: statements and transactions run one after another, whole.
 */
import type { Timers } from '../../src/lib/timers.ts'
import type { Random } from './random.ts'

/** A process that can die at any point: from then on nothing it waits for comes back, and nothing it does has an effect. */
export interface Actor {
  readonly name: string
  isDead: boolean
  /** Nothing of it runs before: the machine slept, or the process was held up. */
  frozenUntil: number
  /** It was frozen, asked to stop, or the clock leapt, so that it may have lost its claims. */
  wasHeldUp: boolean
  /** Points it passed at which it could have died. */
  points: number
  /** The point at which it dies. */
  diesAt: number
  onDeath: () => void
  /** The event in which it died. */
  diedIn: number | undefined
}

interface Event {
  readonly actor: Actor
  readonly at: number
  readonly what: string
  readonly run: () => void | Promise<void>
}

export interface Schedule {
  now(): number
  leap(ms: number): void
  /** The number of the event that runs now. */
  turn(): number
  /** @returns what prevents it */
  add(actor: Actor, delay: number, what: string, run: () => void | Promise<void>): () => void
  /** Whether the actor dies here. */
  dies(actor: Actor): boolean
  kill(actor: Actor): void
  /** Adds a line to the trace. */
  note(what: string): void
  timers(actor: Actor): Timers
  /** Runs one event. @returns false when no event is left */
  step(): Promise<boolean>
  /** No process has anything to do before a timer that only looks for work. */
  isIdle(): boolean
  readonly trace: readonly string[]
}

/** Timers this long only look for work … */
export const pollMs = 30_000
/** … and these whether a process is late. */
export const lookMs = 2000
/** … and these say who is alive. */
export const beatMs = 10_000
const names = new Map([
  [pollMs, 'poll'],
  [lookMs, 'look'],
  [beatMs, 'beat'],
])

export function createSchedule(random: Random, start: number): Schedule {
  let clock = start
  let turn = 0
  let events: Event[] = []
  const trace: string[] = []

  function add(actor: Actor, delay: number, what: string, run: () => void | Promise<void>) {
    const event = { actor, at: clock + delay, what, run }
    if (!actor.isDead) events.push(event)
    return () => {
      events = events.filter(other => other !== event)
    }
  }

  function kill(actor: Actor) {
    if (actor.isDead) return
    trace.push(`${clock - start} ${actor.name} dies at point ${actor.points}`)
    actor.isDead = true
    actor.diedIn = turn
    events = events.filter(event => event.actor !== actor)
    actor.onDeath()
  }

  const dueAt = ({ at, actor }: Event) => Math.max(at, actor.frozenUntil)

  return {
    now: () => clock,
    turn: () => turn,
    leap(ms) {
      trace.push(`${clock - start} the clock leaps ${ms}`)
      clock += ms
    },
    add,
    dies(actor) {
      actor.points++
      if (actor.points === actor.diesAt) kill(actor)
      return actor.isDead
    },
    kill,
    note: what => void trace.push(`${clock - start} ${what}`),
    timers(actor) {
      return {
        every(ms, run) {
          let stop = () => {}
          const again = () => {
            stop = add(actor, ms, names.get(ms) ?? `every ${ms}`, () => {
              again()
              run()
            })
          }
          again()
          return () => stop()
        },
        after: (ms, run) => add(actor, ms, `after ${ms}`, run),
        soon: run => void add(actor, 0, 'soon', run),
      }
    },
    async step() {
      await turnIsOver()
      if (events.length === 0) return false
      let due = events.filter(event => dueAt(event) <= clock)
      if (due.length === 0) {
        clock = Math.min(...events.map(dueAt))
        due = events.filter(event => dueAt(event) <= clock)
      }
      const event = random.pick(due)
      events = events.filter(other => other !== event)
      trace.push(`${clock - start} ${event.actor.name} ${event.what}`)
      turn++
      await event.run()
      // before the simulation looks: the state that it sees must not depend on how many promises lie between
      await turnIsOver()
      if (random.chance(0.3)) clock += random.whole(1, 20)
      return true
    },
    isIdle: () => events.every(({ what }) => [...names.values()].includes(what)),
    trace,
  }
}

/** A process that got an answer goes on until all wait for a turn again. */
function turnIsOver(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

export function actor(name: string, diesAt: number): Actor {
  return {
    name,
    isDead: false,
    frozenUntil: 0,
    wasHeldUp: false,
    points: 0,
    diesAt,
    onDeath: () => {},
    diedIn: undefined,
  }
}

/** What never comes back. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {})
}
