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
  return new RangeHandOvers(parts)
}

class RangeHandOvers implements HandOvers {
  readonly #parts: HandOverParts
  readonly #spans = handOverSpans()
  /** Whether its data may be out. */
  readonly #underWay = new Map<OpenRecipient, boolean>()
  #outcomes: Entry[] = []
  /** They begin in this turn: recorded with the first of them. */
  #announced: OpenRecipient[] = []

  constructor(parts: HandOverParts) {
    this.#parts = parts
  }

  get size() {
    return this.#underWay.size
  }

  note(outcome: Entry) {
    this.#outcomes.push(outcome)
    this.#parts.unrecorded.add(this)
  }

  give(recipient: OpenRecipient, message: Omit<Message, 'apart' | 'handOver'>) {
    this.#underWay.set(recipient, false)
    const handOver = new Steps(this, recipient)
    const { from, to, utf8, data, name, isSample } = message
    // every property by its name: `{ ...message, handOver }` takes V8 twenty times as long
    void this.#parts.transport
      .send({ from, to, utf8, data, name, isSample, handOver })
      .then(outcome => handOver.answered(outcome))
  }

  withdraw() {
    for (const [recipient, isBegun] of this.#underWay) if (!isBegun) this.#underWay.delete(recipient)
  }

  begun() {
    return [...this.#underWay].flatMap(([recipient, isBegun]) => (isBegun ? [recipient] : []))
  }

  flush() {
    return this.#outcomes.length === 0 || this.#write([])
  }

  end() {
    this.#parts.unrecorded.delete(this)
    this.#spans?.end()
  }

  groupOf(relay: string): HandOverGroup | undefined {
    return this.#spans?.given(relay)
  }

  isWanted(recipient: OpenRecipient): boolean {
    if (this.#parts.mayGo() && this.#underWay.has(recipient)) return true
    this.#underWay.delete(recipient)
    return false
  }

  announce(recipient: OpenRecipient) {
    if (this.#parts.mayBegin() && this.#underWay.has(recipient)) this.#announced.push(recipient)
  }

  begin(recipient: OpenRecipient): boolean {
    const isRecorded = this.#underWay.get(recipient)
    if (this.#parts.mayBegin() && isRecorded !== undefined && (isRecorded || this.#record(recipient))) return true
    this.#underWay.delete(recipient)
    return false
  }

  undo(recipient: OpenRecipient) {
    // an entry that cannot be taken back leaves one unknown more after a crash, and never a second copy
    if (this.#underWay.has(recipient) && this.#write([], [recipient])) this.#underWay.set(recipient, false)
  }

  /** @returns whether it counts: the message was not withdrawn */
  answered(recipient: OpenRecipient, outcome: Outcome): boolean {
    const counts = this.#underWay.delete(recipient)
    if (counts) this.#parts.onOutcome(recipient, outcome)
    else this.#parts.onFreed()
    return counts
  }

  /** Records that it begins, and all that were announced. */
  #record(recipient: OpenRecipient): boolean {
    const next = this.#announced.filter(one => this.#underWay.has(one))
    if (!next.includes(recipient)) next.push(recipient)
    this.#announced = []
    if (!(this.#flushOthers() && this.#write(next))) return false
    for (const one of next) this.#underWay.set(one, true)
    return true
  }

  /**
   * A connection may carry a message of another range next. The outcome of the one before has to be recorded by then: each
   * connection leaves at most one unknown.
   */
  #flushOthers(): boolean {
    for (const other of this.#parts.unrecorded) if (other !== this && !other.flush()) return false
    return true
  }

  /** @returns whether it is in the journal now */
  #write(next: readonly OpenRecipient[], undone: readonly OpenRecipient[] = []): boolean {
    try {
      this.#parts.journal.write(this.#outcomes, next, undone)
      this.#outcomes = []
      this.#parts.unrecorded.delete(this)
      return true
    } catch (error) {
      this.#parts.onFailure(error)
      return false
    }
  }
}

/** One message on its way; a class, because each message has one. */
class Steps implements HandOver {
  readonly #handOvers: RangeHandOvers
  readonly #recipient: OpenRecipient
  /** Whether its outcome counted; undefined before it is known. */
  #counts: boolean | undefined
  #group: HandOverGroup | undefined

  constructor(handOvers: RangeHandOvers, recipient: OpenRecipient) {
    this.#handOvers = handOvers
    this.#recipient = recipient
  }

  given(relay: string) {
    this.#group?.returned()
    this.#group = this.#handOvers.groupOf(relay)
  }

  isWanted() {
    return this.#handOvers.isWanted(this.#recipient)
  }

  announce() {
    this.#handOvers.announce(this.#recipient)
  }

  begin() {
    return this.#handOvers.begin(this.#recipient)
  }

  undone() {
    this.#handOvers.undo(this.#recipient)
  }

  answered(outcome: Outcome) {
    if (this.#counts !== undefined) return this.#counts
    this.#group?.answered(outcome.kind)
    this.#counts = this.#handOvers.answered(this.#recipient, outcome)
    return this.#counts
  }
}
