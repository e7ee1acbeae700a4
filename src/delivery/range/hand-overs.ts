/**
 * Who of a range is with the transport, and whose data may be out. Only the latter are in the journal: an entry is written
 * when a message goes on the line, not when it enters a relay's queue, so that what is unknown after a crash is never more
 * than the SMTP transactions that were open.
 */
import type { Entry } from '../../store/ledger/entry.ts'
import type { OpenRecipient } from '../../store/ledger/ledger.ts'
import type { RangeJournal } from '../journal/record.ts'
import type { Outcome } from '../outcome.ts'
import type { HandOver, Message, Transport } from '../transport.ts'
import { type HandOverGroup, handOverSpans } from './hand-over-spans.ts'

/** Of one sender, those with outcomes that the journal of their range does not have yet. */
export type Unrecorded = Set<Pick<HandOvers, 'flush'>>

export interface HandOverParts {
  readonly transport: Pick<Transport, 'send'>
  readonly journal: RangeJournal
  readonly unrecorded: Unrecorded
  /** May a message that waits for a connection go out now? */
  readonly mayGo: () => boolean
  /** May a message whose envelope is out be followed by its data? Fewer reasons stop it: the connection has to be cut for it. */
  readonly mayBegin: () => boolean
  /** The transport reported the outcome of a message. */
  readonly onOutcome: (recipient: OpenRecipient, outcome: Outcome) => void
  /** The transport is through with a message that was withdrawn: only its place is free again. */
  readonly onFreed: () => void
  /** The journal could not be written. */
  readonly onFailure: (error: unknown) => void
}

export interface HandOvers {
  /** Given to the transport and not withdrawn. */
  readonly size: number
  /** What the journal does not have yet is written with the next entry or `flush`. */
  note(outcome: Entry): void
  give(recipient: OpenRecipient, message: Omit<Message, 'apart' | 'handOver'>): void
  /** Takes back all whose data has not begun: they stay as open as they were. */
  withdraw(): void
  /** Those whose data may be out. */
  begun(): readonly OpenRecipient[]
  /** @returns false when outcomes are left that the journal did not take; they are kept for the next time */
  flush(): boolean
  /** The journal is written no more. */
  end(): void
}

export function createHandOvers(parts: HandOverParts): HandOvers {
  const { transport, journal, unrecorded, mayGo, mayBegin, onOutcome, onFreed, onFailure } = parts
  const spans = handOverSpans()
  /** Whether its data may be out. */
  const underWay = new Map<OpenRecipient, boolean>()
  let outcomes: Entry[] = []
  /** They begin in this turn: recorded with the first of them. */
  let announced: OpenRecipient[] = []

  /** @returns whether it is in the journal now */
  function write(next: readonly OpenRecipient[], undone: readonly OpenRecipient[] = []): boolean {
    try {
      journal.write(outcomes, next, undone)
      outcomes = []
      unrecorded.delete(handOvers)
      return true
    } catch (error) {
      onFailure(error)
      return false
    }
  }

  /**
   * A connection may carry a message of another range next. The outcome of the one before has to be recorded by then: each
   * connection leaves at most one unknown.
   */
  function flushOthers(): boolean {
    for (const other of unrecorded) if (other !== handOvers && !other.flush()) return false
    return true
  }

  /** Records that it begins, and all that were announced. */
  function record(recipient: OpenRecipient): boolean {
    const next = announced.filter(one => underWay.has(one))
    if (!next.includes(recipient)) next.push(recipient)
    announced = []
    if (!(flushOthers() && write(next))) return false
    for (const one of next) underWay.set(one, true)
    return true
  }

  /** One message on its way; a class, for there is one of them for each message. */
  class Steps implements HandOver {
    readonly #recipient: OpenRecipient
    /** Whether its outcome counted; undefined before there is one. */
    #counts: boolean | undefined
    #group: HandOverGroup | undefined

    constructor(recipient: OpenRecipient) {
      this.#recipient = recipient
    }

    given(relay: string) {
      this.#group?.returned()
      this.#group = spans?.given(relay)
    }

    isWanted() {
      if (mayGo() && underWay.has(this.#recipient)) return true
      underWay.delete(this.#recipient)
      return false
    }

    announce() {
      if (mayBegin() && underWay.has(this.#recipient)) announced.push(this.#recipient)
    }

    begin() {
      const recipient = this.#recipient
      const isRecorded = underWay.get(recipient)
      if (mayBegin() && isRecorded !== undefined && (isRecorded || record(recipient))) return true
      underWay.delete(recipient)
      return false
    }

    undone() {
      const recipient = this.#recipient
      // an entry that cannot be taken back leaves one unknown more after a crash, and never a second copy
      if (underWay.has(recipient) && write([], [recipient])) underWay.set(recipient, false)
    }

    answered(outcome: Outcome) {
      if (this.#counts !== undefined) return this.#counts
      this.#group?.answered(outcome.kind)
      this.#counts = underWay.delete(this.#recipient)
      if (this.#counts) onOutcome(this.#recipient, outcome)
      else onFreed()
      return this.#counts
    }
  }

  const handOvers: HandOvers = {
    get size() {
      return underWay.size
    },
    note(outcome) {
      outcomes.push(outcome)
      unrecorded.add(handOvers)
    },
    give(recipient, message) {
      underWay.set(recipient, false)
      const handOver = new Steps(recipient)
      const { from, to, utf8, data, name, isSample } = message
      // every property by its name: `{ ...message, handOver }` takes V8 twenty times as long
      void transport
        .send({ from, to, utf8, data, name, isSample, handOver })
        .then(outcome => handOver.answered(outcome))
    },
    withdraw() {
      for (const [recipient, isBegun] of underWay) if (!isBegun) underWay.delete(recipient)
    },
    begun: () => [...underWay].flatMap(([recipient, isBegun]) => (isBegun ? [recipient] : [])),
    flush: () => outcomes.length === 0 || write([]),
    end() {
      unrecorded.delete(handOvers)
      spans?.end()
    },
  }
  return handOvers
}
