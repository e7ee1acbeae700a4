/** The recipients of a range in their order, and which of them were checked so recently that they may be handed over. */
import type { Appended, OpenRecipient } from '../../store/ledger/ledger.ts'
import type { Recipient } from '../compose/campaign.ts'

/** Milliseconds; a recipient that was not handed over so soon after the check is checked again. */
const freshMs = 500

/** A group that is being checked. */
export interface Check {
  readonly group: readonly OpenRecipient[]
  /** Places in the queue, the end not included. */
  readonly start: number
  readonly end: number
  readonly at: number
}

export class Recheck {
  readonly #queue: readonly OpenRecipient[]
  /** The next to be handed over, and the first that was not checked. */
  #next = 0
  #checked = 0
  /** Of those between, which check they belong to. */
  #checks: Check[] = []
  readonly #excluded = new Set<number>()
  /** Recipients who are not tracked, with their pixel as the last check found it. */
  readonly #untracked = new Map<number, Recipient['pixel']>()

  constructor(queue: readonly OpenRecipient[]) {
    this.#queue = queue
  }

  /** All recipients of the range that were open at its beginning. */
  get size(): number {
    return this.#queue.length
  }

  /** Recipients not handed over yet. */
  get left(): number {
    return this.#queue.length - this.#next
  }

  /** Of these, the checked ones. */
  get checked(): number {
    return this.#checked - this.#next
  }

  /** @throws TypeError for a number that is not of this range */
  recipient(number: number): OpenRecipient {
    return this.#queue.find(one => one.number === number)!
  }

  /** The next recipients to check; they count as checked after `confirm`. */
  begin(size: number, at: number): Check {
    const start = this.#checked
    const end = start + size
    return { group: this.#queue.slice(start, end).filter(({ number }) => !this.#excluded.has(number)), start, end, at }
  }

  /** What a check found. */
  learn({ excluded, untracked }: Pick<Appended, 'excluded' | 'untracked'>): void {
    for (const number of excluded) this.#excluded.add(number)
    for (const [number, pixel] of untracked) this.#untracked.set(number, pixel)
  }

  /** The group may be handed over, unless checks were forgotten meanwhile. */
  confirm(check: Check): void {
    if (check.end === check.start || this.#checked !== check.start) return
    this.#checked = check.end
    this.#checks.push(check)
  }

  /** Recipients not handed over yet have to be checked again. */
  forget(): void {
    this.#checked = this.#next
    this.#checks = []
  }

  /** The next recipient that was checked not too long ago and is not excluded; undefined without one. */
  take(at: number): OpenRecipient | undefined {
    while (this.#next < this.#checked) {
      while (this.#checks[0]!.end <= this.#next) this.#checks.shift()
      if (at - this.#checks[0]!.at > freshMs) {
        this.forget()
        return undefined
      }
      const recipient = this.#queue[this.#next++]!
      if (!this.#excluded.has(recipient.number)) return recipient
    }
    return undefined
  }

  /** The recipient as the message is composed for it. */
  asComposed(recipient: OpenRecipient): Recipient {
    const pixel = this.#untracked.get(recipient.number)
    return pixel === undefined ? recipient : { ...recipient, tracked: false, pixel }
  }
}
