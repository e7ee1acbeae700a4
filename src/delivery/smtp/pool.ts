/**
 * The sessions to one relay: opened as there is more to carry, kept while there is, replaced when they are lost. A relay that
 * cannot be reached, or asks for it, is left alone for a while, and then tried with one message on one session.
 */
import { setMaxListeners } from 'node:events'
import type { Timers } from '../../lib/timers.ts'
import type { Outcome } from '../outcome.ts'
import type { Relay } from '../relays/relay.ts'
import { holdMs } from '../retry.ts'
import type { Message } from '../transport.ts'
import { messagesPerSession } from './capabilities.ts'
import type { Dial } from './channel.ts'
import { NotOpened, openSession } from './open.ts'
import { words } from './reply.ts'
import { type Carrier, Session } from './session.ts'
import type { Back } from './verdict.ts'

/** What a pool tells about the messages it was given. */
export interface PoolListener<J> {
  done(job: J, outcome: Outcome): void
  /** Nothing of it was sent or taken. */
  back(job: J, why: Back): void
  /** The relay is left alone for a while. */
  held(relay: Relay, why: Back, ms: number): void
}

export interface PoolParts {
  /** Milliseconds that never jump. */
  readonly now: () => number
  readonly timers: Timers
  readonly dial: Dial
}

export interface Pool<J> {
  readonly relay: Relay
  /** Messages given and not told of. */
  readonly load: number
  /** Messages one of its connections has a use for, by what the relay offered last. */
  readonly perSession: number
  isHeld(now: number): boolean
  /** Failed last time: one message tries whether it is back. */
  readonly isOnTrial: boolean
  /** Why it was held last. */
  readonly complaint: Back | undefined
  give(job: J): void
  /** Called every so often: cuts off sessions that let us wait too long. */
  look(): void
  /** Ends idle sessions; messages under way are cut off. */
  close(): void
}

/** It was no longer to be sent when its turn came. */
const notWanted: Outcome = { kind: 'unavailable', code: null, answer: 'it was not to be sent any more' }

/** How long an unused session is kept; relays end idle ones after a few minutes themselves. */
const idleMs = 30_000

export function createPool<J extends { readonly message: Message }>(
  relay: Relay,
  { now, timers, dial }: PoolParts,
  listener: PoolListener<J>,
): Pool<J> {
  const sessions = new Set<Session<J>>()
  /** Since when a session is unused. */
  const idle = new Map<Session<J>, number>()
  const openedAt = new Map<Session<J>, number>()
  const closing = new AbortController()
  setMaxListeners(relay.connections + 1, closing.signal)
  const name = `${relay.host}:${relay.port}`
  let backlog: J[] = []
  let load = 0
  let perSession = messagesPerSession(undefined, relay.window)
  let opening = 0
  let failures = 0
  let heldUntil = 0
  let complaint: Back | undefined
  /** Sessions in a row that ended without an answer: once may be chance. */
  let strikes = 0
  let lastAnswer = 0
  /** The latest reason why something was put back. */
  let lastBack: Back = { code: null, reason: 'it ended the session without an answer', hold: true }
  let isPumping = false

  const isHeld = (at: number) => closing.signal.aborted || at < heldUntil

  const carrier: Carrier<J> = {
    pull(isBehind) {
      if (isHeld(now())) return undefined
      // the jobs behind it wait as well, or busy sessions would never come to an end and it never to its turn
      if (isBehind && backlog[0]?.message.apart) return undefined
      for (;;) {
        const job = backlog.shift()
        if (!job || (job.message.handOver?.isWanted() ?? true)) return job
        carrier.done(job, notWanted)
      }
    },
    done(job, outcome) {
      load--
      if (outcome.code !== null) {
        lastAnswer = now()
        failures = 0
        strikes = 0
      }
      listener.done(job, outcome)
    },
    back(job, why) {
      load--
      lastBack = why
      if (why.hold) hold(why)
      listener.back(job, told(why))
    },
    ended(session, cutShort) {
      const opened = openedAt.get(session) ?? 0
      sessions.delete(session)
      idle.delete(session)
      openedAt.delete(session)
      // nothing it was asked was answered, and no other session fared better since: nor would the next one
      if (cutShort > 0 && lastAnswer < opened && ++strikes > 1) hold(lastBack)
      pump()
    },
  }

  function told({ code, reason, hold }: Back): Back {
    return { code, reason: words(`${name}: ${reason}`), hold }
  }

  function hold(why: Back) {
    const at = now()
    // what was under way together fails together, and counts once
    if (at >= heldUntil) {
      const ms = holdMs(++failures)
      heldUntil = at + ms
      complaint = told(why)
      listener.held(relay, complaint, ms)
    }
    const waiting = backlog
    backlog = []
    load -= waiting.length
    for (const job of waiting) listener.back(job, told(why))
  }

  function pump() {
    if (isPumping) return
    isPumping = true
    // after all that is given in this turn
    process.nextTick(() => {
      isPumping = false
      distribute()
    })
  }

  function distribute() {
    if (isHeld(now())) return
    for (const session of sessions) {
      if (backlog.length === 0) return
      if (session.isIdle) session.fill()
    }
    const most = failures > 0 ? 1 : Math.min(relay.connections, load)
    while (backlog.length > opening && sessions.size + opening < most) void open()
    for (const session of sessions) {
      if (backlog.length === 0) return
      if (session.hasRoom) session.fill()
    }
  }

  async function open() {
    opening++
    try {
      const { stream, capabilities } = await openSession(relay, dial, timers, closing.signal).finally(() => opening--)
      if (closing.signal.aborted) return stream.quit()
      if (stream.isLost) throw new NotOpened('it closed the connection', null)
      perSession = messagesPerSession(capabilities, relay.window)
      const session = new Session(stream, capabilities, carrier, {
        window: relay.window,
        most: relay.messagesPerConnection,
        timeoutMs: relay.timeoutMs,
        now,
      })
      sessions.add(session)
      openedAt.set(session, now())
      distribute()
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error
      hold({ code: error.code, reason: error.message, hold: true })
    }
  }

  return {
    relay,
    get load() {
      return load
    },
    get perSession() {
      return perSession
    },
    isHeld,
    get isOnTrial() {
      return failures > 0
    },
    get complaint() {
      return complaint
    },
    give(job) {
      load++
      backlog.push(job)
      pump()
    },
    look() {
      const at = now()
      for (const session of sessions) {
        session.look(at)
        if (!session.isIdle) idle.delete(session)
        else if (!idle.has(session)) idle.set(session, at)
        else if (at - idle.get(session)! >= idleMs) session.end()
      }
    },
    close() {
      closing.abort()
      const waiting = backlog
      backlog = []
      load -= waiting.length
      for (const job of waiting) listener.back(job, { code: null, reason: 'the transport was closed', hold: false })
      for (const session of sessions) {
        if (session.isIdle) session.end()
        else session.cut('the transport was closed')
      }
    },
  }
}
