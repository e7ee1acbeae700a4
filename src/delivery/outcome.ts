/**
 * What became of one hand-over. A bounce is a normal day, so this is a value and never an exception.
 * See docs/decisions/relays-and-limits.md#a-refusal-at-hand-over-is-classified-like-a-returned-mail.
 */
import { severity } from '../domain/bounce-classification/classes.ts'
import { classifyReply } from '../domain/bounce-classification/classify.ts'

export type Stage = 'sender' | 'recipient' | 'data'

export type Outcome =
  /** The relay took responsibility. */
  | { readonly kind: 'accepted'; readonly code: number; readonly answer: string }
  /** 4xx: again, later. */
  | { readonly kind: 'deferred'; readonly code: number; readonly answer: string; readonly stage: Stage }
  /** 5xx, or something no relay would take. */
  | { readonly kind: 'refused'; readonly code: number | null; readonly answer: string; readonly stage: Stage }
  /** The connection was lost between the final dot and its answer (RFC 1047): the outcome cannot be known. */
  | { readonly kind: 'unknown'; readonly code: null; readonly answer: string }
  /**
   * No relay could be reached or would let us in: nothing of the message was sent, and the cause is on our side. With `until`
   * only this message waits (its domain's pace is used up, say), and others may go on.
   */
  | {
      readonly kind: 'unavailable'
      readonly code: number | null
      readonly answer: string
      readonly until?: Date | undefined
    }

/**
 * How a refusal bounces: `H` when the relay says that the recipient does not exist (any more), `S` for every other
 * refusal of the recipient or the message, null when it is the sender who is refused.
 */
export function bounceType(outcome: Outcome): 'H' | 'S' | null {
  if (outcome.kind !== 'refused') return null
  if (outcome.stage === 'sender' || outcome.code === null) return null
  return severity(classifyReply(outcome.code, outcome.answer, outcome.stage).class) ?? 'S'
}
