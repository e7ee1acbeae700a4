/** An entry of the ledger's log. */
import type { HandOverOutcome } from '../states.ts'

/** What became of a hand-over, as the log keeps it. */
export interface Entry {
  readonly number: number
  readonly attempt: number
  readonly kind: HandOverOutcome
  readonly code: number | null
  readonly answer: string
  readonly retryAt: Date | null
  /** Of a refusal that is the recipient's bounce. */
  readonly bounce: 'H' | 'S' | null
}
