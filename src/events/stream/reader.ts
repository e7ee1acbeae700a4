/** One reader of the live stream: the messages written to it, and those that wait because it reads slowly. */
import type { Scope } from '../../domain/events/stream-scope.ts'
import type { Listener } from '../../lib/http.ts'
import { comment, type Item, message, positionMessage } from './messages.ts'
import type { Position } from './position.ts'

export interface NewReader {
  readonly scope: Scope
  /** Who reads: catching up is shared among names. */
  readonly name: string
  /** Where it wants to go on; undefined for now. */
  readonly after: Position | undefined
  /** The present scope; undefined when the reader may read nothing any more. @throws Error when that cannot be found out at the moment */
  readonly lookAgain: () => Promise<Scope | undefined>
}

/**
 * Octets that may wait for a reader. What waits beyond them is not kept: the reader is cut, connects again and goes on behind the
 * last message that it got.
 */
export const mostWaiting = 262_144
/** Memory that is counted for a reader from the beginning, in octets (`bench/live-stream.ts`). */
export const readerOctets = 16_384
/** Between two messages, in milliseconds: never more than four a second. */
export const messageMs = 260
/** Between two lines when nothing happens, in milliseconds; a little less, so that readers who came together are not served together. */
const quietMs = 20_000
const jitterMs = 4_000

/** The message of one look for all readers of a scope, in the form each of them needs. */
export interface Messages {
  /** Every form of it has these: events, and who edits. */
  readonly events: readonly Item[]
  /** Events alone. */
  eventsOnly(): Buffer | undefined
  /** Events, and the counters that changed. */
  changes(): Buffer | undefined
  /** Events, and all counters. */
  allCounters(): Buffer | undefined
  readonly hasCounters: boolean
}

export class Reader {
  readonly listener: Listener
  readonly scope: Scope
  readonly name: string
  readonly after: Position | undefined
  readonly lookAgain: NewReader['lookAgain']
  isGone = false
  /** The counters it has are not the newest: it gets all of them as soon as it reads. */
  owesCounters = true
  /** Events that came while it catches up with earlier ones. */
  #queue: Item[] | undefined
  #queued = 0
  /** Of the last message. */
  #lastOctets = 0
  /** When it was last written a message, and when the next line is due, on the monotonic clock. */
  #messageAt = Number.NEGATIVE_INFINITY
  #lineDue = 0

  constructor(listener: Listener, { scope, name, after, lookAgain }: NewReader) {
    this.listener = listener
    this.scope = scope
    this.name = name
    this.after = after
    this.lookAgain = lookAgain
    listener.onGone(() => {
      this.isGone = true
      this.#queue = undefined
    })
    this.#lineIsDueLater()
  }

  /** From now on events wait until `endCatchingUp`. */
  beginCatchingUp(): void {
    this.#queue = []
  }

  /** @param position of who has read all that waited */
  endCatchingUp(position: string): void {
    const items = this.#queue ?? []
    this.#queue = undefined
    this.#queued = 0
    if (items.length > 0) this.writeMessage(message(items, position))
    else this.write(positionMessage(position))
  }

  /** Milliseconds until it may be written a message. */
  get restMs(): number {
    return Math.max(0, this.#messageAt + messageMs - performance.now())
  }

  deliver(messages: Messages): void {
    if (this.isGone) return
    if (this.#queue) this.#enqueue(messages)
    else if (this.#hasRoom()) this.#writeOne(messages)
    else this.listener.cut()
  }

  #hasRoom(): boolean {
    const octets = this.listener.waiting + this.#queued
    // one message may be longer than what may wait
    return octets <= Math.max(mostWaiting, this.#lastOctets) && this.listener.hold(octets)
  }

  #writeOne(messages: Messages): void {
    const { waiting } = this.listener
    const isSlow = waiting > 0
    const piece = isSlow ? messages.eventsOnly() : this.owesCounters ? messages.allCounters() : messages.changes()
    this.owesCounters = isSlow && (this.owesCounters || messages.hasCounters)
    if (piece) this.writeMessage(piece)
  }

  writeMessage(piece: string | Buffer): void {
    this.#messageAt = performance.now()
    this.#lastOctets = Buffer.byteLength(piece)
    this.write(piece)
  }

  write(piece: string | Buffer): void {
    this.#lineIsDueLater()
    this.listener.write(piece)
  }

  /** Where nothing was written for long. */
  writeComment(now: number): void {
    if (now >= this.#lineDue && this.listener.waiting === 0) this.write(comment)
  }

  #enqueue({ events, hasCounters }: Messages): void {
    if (hasCounters) this.owesCounters = true
    for (const item of events) {
      this.#queue!.push(item)
      this.#queued += item.length
    }
    if (!this.#hasRoom()) this.listener.cut()
  }

  #lineIsDueLater(): void {
    this.#lineDue = performance.now() + quietMs - Math.random() * jitterMs
  }
}
