/** An entry of the ledger's log. */
import type { HandOverOutcome } from '../states.ts'

/** A delivery outcome as the log stores it. */
export interface Entry {
  readonly number: number
  readonly attempt: number
  readonly kind: HandOverOutcome
  readonly code: number | null
  readonly answer: string
  readonly retryAt: Date | null
  /** Set if the refusal is a bounce of the recipient. */
  readonly bounce: 'H' | 'S' | null
}
