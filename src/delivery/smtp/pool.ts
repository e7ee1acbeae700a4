/**
 * The sessions to one relay: opened as there is more to carry, kept while there is, replaced when they are lost. A relay that
 * cannot be reached, or asks for it, is left alone for a while, and then tried with one message on one session.
 */
import { setMaxListeners } from 'node:events'
import type { Timers } from '../../lib/timers.ts'
import type { Outcome } from '../outcome.ts'
import { holdTimeMs } from '../retry.ts'
import type { Message, RelayFigures } from '../transport.ts'
import { messagesPerSession } from './capabilities.ts'
import type { Dial } from './channel.ts'
import { NotOpened, openSession } from './open.ts'
import type { Relay } from './relay.ts'
import { words } from './reply.ts'
import { type Carrier, Session } from './session.ts'
import type { Back } from './verdict.ts'

/** Receives the results of the messages given to a pool. */
export interface PoolListener<J> {
  done(job: J, outcome: Outcome): void
  /** Nothing of it was sent or taken. */
  back(job: J, why: Back): void
  /** The relay is left alone for a while. @param failures in a row: 1 where it took mail before */
  held(relay: Relay, why: Back, ms: number, failures: number): void
  /** It answers again. @param ms since it was left alone first */
  recovered(relay: Relay, ms: number): void
}

export interface PoolParts {
  /** Milliseconds that never jump. */
  readonly now: () => number
  readonly timers: Timers
  readonly dial: Dial
}

/** It was no longer to be sent when its turn came. */
const notWanted: Outcome = { kind: 'unavailable', code: null, answer: 'it was not to be sent any more' }

/** How long an unused session is kept; relays end idle ones after a few minutes themselves. */
const idleMs = 30_000

export class Pool<J extends { readonly message: Message }> {
  readonly relay: Relay
  readonly #parts: PoolParts
  readonly #listener: PoolListener<J>
  readonly #carrier: Carrier<J>
  readonly #closing = new AbortController()
  readonly #sessions = new Set<Session<J>>()
  /** Since when a session is unused. */
  readonly #idle = new Map<Session<J>, number>()
  /** How often the relay had answered when a session was opened. */
  readonly #answersBefore = new Map<Session<J>, number>()
  #backlog: J[] = []
  #load = 0
  #perSession: number
  #opening = 0
  #isPumping = false
  // what is known of the relay
  #failures = 0
  #awaySince = 0
  #heldUntil = 0
  #complaint: Back | undefined
  /** Sessions in a row that ended without an answer: once may be chance. */
  #strikes = 0
  /** How often it answered. */
  #answers = 0
  readonly #outcomes = { accepted: 0, deferred: 0, refused: 0, unknown: 0, unavailable: 0 }
  /** The latest reason why something was put back. */
  #lastBack: Back = { code: null, reason: 'it ended the session without an answer', hold: true }

  constructor(relay: Relay, parts: PoolParts, listener: PoolListener<J>) {
    this.relay = relay
    this.#parts = parts
    this.#listener = listener
    this.#perSession = messagesPerSession(undefined, relay.window)
    setMaxListeners(relay.connections + 1, this.#closing.signal)
    this.#carrier = {
      pull: isBehind => this.#pull(isBehind),
      done: (job, outcome) => this.#done(job, outcome),
      back: (job, why) => this.#back(job, why),
      ended: (session, cutShort) => this.#ended(session, cutShort),
    }
  }

  /** Messages given whose outcome is not known. */
  get load(): number {
    return this.#load
  }

  /** Its figures up to now. */
  get figures(): Omit<RelayFigures, 'relay'> {
    return {
      connections: this.#sessions.size,
      underWay: this.#load,
      isHeld: this.isHeld,
      outcomes: { ...this.#outcomes },
    }
  }

  /** Messages one of its connections has a use for, by what the relay offered last. */
  get perSession(): number {
    return this.#perSession
  }

  get isHeld(): boolean {
    if (this.#closing.signal.aborted) return true
    // asked for each message: the clock is not, while there is no need
    if (this.#heldUntil > 0 && this.#parts.now() >= this.#heldUntil) this.#heldUntil = 0
    return this.#heldUntil > 0
  }

  /** Failed last time: one message tries whether it is back. */
  get isOnTrial(): boolean {
    return this.#failures > 0
  }

  /** Why it was held last. */
  get complaint(): Back | undefined {
    return this.#complaint
  }

  give(job: J): void {
    this.#load++
    this.#backlog.push(job)
    this.#pump()
  }

  /** Called every so often: cuts off sessions that let us wait too long. */
  look(): void {
    const at = this.#parts.now()
    for (const session of this.#sessions) {
      session.look(at)
      const since = this.#idle.get(session)
      if (!session.isIdle) this.#idle.delete(session)
      else if (since === undefined) this.#idle.set(session, at)
      else if (at - since >= idleMs) session.end()
    }
  }

  /** Ends idle sessions; messages under way are cut off. */
  close(): void {
    this.#closing.abort()
    this.#putBackAll({ code: null, reason: 'the transport was closed', hold: false })
    for (const session of this.#sessions) {
      if (session.isIdle) session.end()
      else session.cut('the transport was closed')
    }
  }

  // ---- calls from sessions --------------------------------------------------------------------------------------

  #pull(isBehind: boolean): J | undefined {
    if (this.isHeld) return undefined
    // the jobs behind it wait as well, or busy sessions would never come to an end and it never to its turn
    if (isBehind && this.#backlog[0]?.message.apart) return undefined
    for (;;) {
      const job = this.#backlog.shift()
      if (!job || (job.message.handOver?.isWanted() ?? true)) return job
      this.#done(job, notWanted)
    }
  }

  #done(job: J, outcome: Outcome): void {
    this.#load--
    this.#outcomes[outcome.kind]++
    if (outcome.code !== null) {
      this.#answers++
      this.#strikes = 0
      this.#recovered()
    }
    this.#listener.done(job, outcome)
  }

  #back(job: J, why: Back): void {
    this.#load--
    this.#lastBack = why
    if (why.hold) this.#hold(why)
    this.#listener.back(job, this.#named(why))
  }

  #ended(session: Session<J>, cutShort: number): void {
    const hasAnswered = this.#answersBefore.get(session) !== this.#answers
    this.#sessions.delete(session)
    this.#idle.delete(session)
    this.#answersBefore.delete(session)
    // nothing it was asked was answered, and no other session fared better since: nor would the next one
    if (cutShort > 0 && !hasAnswered && ++this.#strikes > 1) this.#hold(this.#lastBack)
    this.#pump()
  }

  // ---- the relay is left alone -------------------------------------------------------------------------------------

  #hold(why: Back): void {
    const at = this.#parts.now()
    // what was under way together fails together, and counts once
    if (at >= this.#heldUntil) {
      if (this.#failures === 0) this.#awaySince = at
      const ms = holdTimeMs(++this.#failures)
      this.#heldUntil = at + ms
      this.#complaint = this.#named(why)
      this.#listener.held(this.relay, this.#complaint, ms, this.#failures)
    }
    this.#putBackAll(this.#named(why))
  }

  /** It answered a message. */
  #recovered(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.#listener.recovered(this.relay, this.#parts.now() - this.#awaySince)
  }

  #putBackAll(why: Back): void {
    const waiting = this.#backlog
    this.#backlog = []
    this.#load -= waiting.length
    for (const job of waiting) this.#listener.back(job, why)
  }

  /** With the relay's name in front. */
  #named({ code, reason, hold }: Back): Back {
    return { code, reason: words(`${this.relay.host}:${this.relay.port}: ${reason}`), hold }
  }

  // ---- messages to sessions ----------------------------------------------------------------------------------------

  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    // after all that is given in this turn
    process.nextTick(() => {
      this.#isPumping = false
      this.#distribute()
    })
  }

  #distribute(): void {
    if (this.isHeld) return
    for (const session of this.#sessions) {
      if (this.#backlog.length === 0) return
      if (session.isIdle) session.fill()
    }
    const most = this.#failures > 0 ? 1 : Math.min(this.relay.connections, this.#load)
    while (this.#backlog.length > this.#opening && this.#sessions.size + this.#opening < most) void this.#open()
    for (const session of this.#sessions) {
      if (this.#backlog.length === 0) return
      if (session.hasRoom) session.fill()
    }
  }

  async #open(): Promise<void> {
    const { dial, timers, now } = this.#parts
    const { signal } = this.#closing
    this.#opening++
    try {
      const { stream, capabilities } = await openSession(this.relay, dial, timers, signal).finally(
        () => this.#opening--,
      )
      if (signal.aborted) return stream.quit()
      if (stream.isLost) throw new NotOpened('it closed the connection', null)
      this.#perSession = messagesPerSession(capabilities, this.relay.window)
      const session = new Session(stream, capabilities, this.#carrier, {
        window: this.relay.window,
        most: this.relay.messagesPerConnection,
        timeoutMs: this.relay.timeoutMs,
        now,
      })
      this.#sessions.add(session)
      this.#answersBefore.set(session, this.#answers)
      this.#distribute()
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error
      this.#hold({ code: error.code, reason: error.message, hold: true })
    }
  }
}
