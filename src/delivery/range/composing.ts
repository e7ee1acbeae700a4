/** Messages being composed and signed, and those that are ready to be handed over. */
import type { OpenRecipient } from '../../store/ledger/ledger.ts'
import type { CompiledCampaign, Recipient } from '../compose/campaign.ts'
import type { Message } from '../transport.ts'

/** Milliseconds; what was known of a recipient whose signature took longer is old. */
const latestSignatureMs = 10_000

export interface Composed {
  readonly recipient: OpenRecipient
  readonly message: Message
  /** When composing it began. */
  readonly from: Date
}

export interface ComposingParts {
  readonly compiled: CompiledCampaign
  /** A signature has arrived, or failed. */
  readonly onSigned: () => void
  /** A signature has arrived after the end. */
  readonly onTooLate: () => void
  readonly onFailure: (recipient: OpenRecipient, error: unknown) => void
}

export class Composing {
  readonly #parts: ComposingParts
  #ready: Composed[] = []
  #signing = 0
  #isOver = false

  constructor(parts: ComposingParts) {
    this.#parts = parts
  }

  /** Nothing waits for a signature. */
  get isIdle(): boolean {
    return this.#signing === 0
  }

  get ready(): number {
    return this.#ready.length
  }

  /** @param as the recipient as the message is composed for it */
  compose(recipient: OpenRecipient, as: Recipient, at: Date): void {
    let message: Message | Promise<Message>
    try {
      message = this.#parts.compiled.composeSigned(as, at)
    } catch (error) {
      this.#parts.onFailure(recipient, error)
      return
    }
    if (message instanceof Promise) this.#await(recipient, message, at)
    else this.#ready.push({ recipient, message, from: at })
  }

  /** Takes the composed messages. @param at a signature is late when composing began too long before this moment */
  take(at: Date): { readonly inTime: readonly Composed[]; readonly late: readonly Composed[] } {
    const isLate = ({ from }: Composed) => at.getTime() - from.getTime() > latestSignatureMs
    const ready = this.#ready
    this.#ready = []
    if (!ready.some(isLate)) return { inTime: ready, late: [] }
    return { inTime: ready.filter(one => !isLate(one)), late: ready.filter(isLate) }
  }

  end(): void {
    this.#isOver = true
  }

  #await(recipient: OpenRecipient, message: Promise<Message>, from: Date): void {
    this.#signing++
    message
      .then(
        composed => {
          if (this.#isOver) this.#parts.onTooLate()
          else this.#ready.push({ recipient, message: composed, from })
        },
        error => this.#parts.onFailure(recipient, error),
      )
      .then(() => {
        this.#signing--
        this.#parts.onSigned()
      })
  }
}
