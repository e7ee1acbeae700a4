/** Derives the outcome of a message from the relay's reply. */
import type { Outcome } from '../outcome.ts'
import { answerOf, enhancedCode, type Reply } from './reply.ts'

export type Step = 'mail' | 'recipient' | 'data' | 'end'

export type Verdict =
  | { readonly outcome: Outcome }
  /** The relay took nothing, for a reason that is not the message's: it may be tried again at once with another relay. */
  | { readonly back: Back }

export interface Back {
  readonly code: number | null
  readonly reason: string
  /** The relay asks for a pause, or does not let us in. */
  readonly hold: boolean
}

/** @param reply 4xx or 5xx @param step which command, or the end of the data, it answers */
export function judgeRefusal(step: Step, reply: Reply): Verdict {
  const { code } = reply
  const answer = answerOf(reply)
  if (step !== 'end') {
    // the relay ends the session (RFC 5321 §3.8), or does not let us in (RFC 4954 §6): no fault of the message
    if (code === 421) return back(false)
    if (code === 530 || code === 534 || code === 535 || code === 538) return back(true)
  }
  if (step === 'mail') {
    const [, subject, detail] = enhancedCode(reply) ?? []
    if (code === 552 || (subject === 3 && detail === 4)) return refused('data')
    // 4.1.x is about this sender's address; anything else would meet the next message as well
    if (code < 500) return subject === 1 ? deferred('sender') : back(true)
    return refused('sender')
  }
  const stage = step === 'recipient' ? 'recipient' : 'data'
  return code < 500 ? deferred(stage) : refused(stage)

  function back(hold: boolean): Verdict {
    return { back: { code, reason: answer, hold } }
  }
  function deferred(stage: 'sender' | 'recipient' | 'data'): Verdict {
    return { outcome: { kind: 'deferred', code, answer, stage } }
  }
  function refused(stage: 'sender' | 'recipient' | 'data'): Verdict {
    return code < 500 ? deferred(stage) : { outcome: { kind: 'refused', code, answer, stage } }
  }
}

export function acceptedOutcome(reply: Reply): Outcome {
  return { kind: 'accepted', code: reply.code, answer: answerOf(reply) }
}
