/**
 * What became of one hand-over. A bounce is a normal day, so this is a value and never an exception.
 * See docs/decisions/a-deferred-mail-is-tried-for-two-days.md.
 */

export type Stage = 'sender' | 'recipient' | 'data'

export type Outcome =
  /** The relay took responsibility. */
  | { readonly kind: 'accepted'; readonly code: number; readonly answer: string }
  /** 4xx: again, later. */
  | { readonly kind: 'deferred'; readonly code: number; readonly answer: string; readonly stage: Stage }
  /** 5xx, or something no relay would take. */
  | { readonly kind: 'refused'; readonly code: number | null; readonly answer: string; readonly stage: Stage }
  /** The connection was lost between the final dot and its answer (RFC 1047): nobody can know. */
  | { readonly kind: 'unknown'; readonly code: null; readonly answer: string }
  /**
   * No relay could be reached or would let us in: nothing of the message was sent, and nobody but us is to blame. With `until`
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
  const enhanced = /(?:^|\s|#|\d{3}-)5\.(\d{1,3})\.(\d{1,3})(?!\d|\.)/.exec(outcome.answer)
  if (enhanced) return recipientIsGone(Number(enhanced[1]), Number(enhanced[2])) ? 'H' : 'S'
  const addressed = outcome.code === 550 || outcome.code === 551 || outcome.code === 553
  return addressed && gone.test(outcome.answer) ? 'H' : 'S'
}

/** RFC 3463 §3.2: 5.1.x is about the address; .7 and .8 are about the sender's. 5.1.10: a null MX (RFC 7505). */
function recipientIsGone(subject: number, detail: number): boolean {
  return subject === 1 && detail !== 7 && detail !== 8 && detail !== 9
}

const gone =
  /(?:user|recipient|mailbox|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn'?t exist|invalid|no longer)|(?:unknown|no such|invalid|non-?existent)\s+(?:local\s+)?(?:user|recipient|mailbox|address|account)|mailbox unavailable/i
