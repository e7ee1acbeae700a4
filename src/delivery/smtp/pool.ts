/**
 * The lines to one relay: opened as there is more to carry, kept while there is, replaced when they are lost. A relay that
 * cannot be reached, or asks for it, is left alone for a while, and then tried with one message on one line.
 */
import { setMaxListeners } from 'node:events'
import type { Timers } from '../../lib/timers.ts'
import type { Outcome } from '../outcome.ts'
import type { Relay } from '../relay.ts'
import { holdMs } from '../retry.ts'
import type { Message } from '../transport.ts'
import type { Dial } from './channel.ts'
import { type Carrier, Line } from './line.ts'
import { messagesPerLine } from './offer.ts'
import { NotOpened, openSession } from './open.ts'
import { words } from './reply.ts'
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
  readonly perLine: number
  isHeld(now: number): boolean
  /** Failed last time: one message tries whether it is back. */
  readonly isOnTrial: boolean
  /** Why it was held last. */
  readonly complaint: Back | undefined
  give(job: J): void
  /** Called every so often: cuts off lines that let us wait too long. */
  look(): void
  /** Ends idle lines; messages under way are cut off. */
  close(): void
}

/** It was no longer to be sent when its turn came. */
const notWanted: Outcome = { kind: 'unavailable', code: null, answer: 'it was not to be sent any more' }

/** How long an unused line is kept; relays end idle ones after a few minutes themselves. */
const idleMs = 30_000

export function createPool<J extends { readonly message: Message }>(
  relay: Relay,
  { now, timers, dial }: PoolParts,
  listener: PoolListener<J>,
): Pool<J> {
  const lines = new Set<Line<J>>()
  /** Since when a line is unused. */
  const idle = new Map<Line<J>, number>()
  const openedAt = new Map<Line<J>, number>()
  const closing = new AbortController()
  setMaxListeners(relay.connections + 1, closing.signal)
  const name = `${relay.host}:${relay.port}`
  let backlog: J[] = []
  let load = 0
  let perLine = messagesPerLine(undefined, relay.window)
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
      // the jobs behind it wait as well, or busy lines would never come to an end and it never to its turn
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
    ended(line, cutShort) {
      const opened = openedAt.get(line) ?? 0
      lines.delete(line)
      idle.delete(line)
      openedAt.delete(line)
      // nothing it was asked was answered, and no other line fared better since: nor would the next one
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
    for (const line of lines) {
      if (backlog.length === 0) return
      if (line.isIdle) line.fill()
    }
    const most = failures > 0 ? 1 : Math.min(relay.connections, load)
    while (backlog.length > opening && lines.size + opening < most) void open()
    for (const line of lines) {
      if (backlog.length === 0) return
      if (line.hasRoom) line.fill()
    }
  }

  async function open() {
    opening++
    try {
      const { wire, offer } = await openSession(relay, dial, timers, closing.signal).finally(() => opening--)
      if (closing.signal.aborted) return wire.quit()
      if (wire.isLost) throw new NotOpened('it closed the connection', null)
      perLine = messagesPerLine(offer, relay.window)
      const line = new Line(wire, offer, carrier, {
        window: relay.window,
        most: relay.messagesPerConnection,
        timeoutMs: relay.timeoutMs,
        now,
      })
      lines.add(line)
      openedAt.set(line, now())
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
    get perLine() {
      return perLine
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
      for (const line of lines) {
        line.look(at)
        if (!line.isIdle) idle.delete(line)
        else if (!idle.has(line)) idle.set(line, at)
        else if (at - idle.get(line)! >= idleMs) line.end()
      }
    },
    close() {
      closing.abort()
      const waiting = backlog
      backlog = []
      load -= waiting.length
      for (const job of waiting) listener.back(job, { code: null, reason: 'the transport was closed', hold: false })
      for (const line of lines) {
        if (line.isIdle) line.end()
        else line.cut('the transport was closed')
      }
    },
  }
}
