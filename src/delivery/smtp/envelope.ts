/** The bytes around a message. */
import type { Outcome } from '../outcome.ts'
import type { Message } from '../transport.ts'
import type { Capabilities } from './capabilities.ts'

/** Why this relay need not even be asked, or undefined. */
export function capabilityRefusal({ from, to, utf8, data }: Message, capabilities: Capabilities): Outcome | undefined {
  if (to === '' || unfit.test(to)) return refusedOutcome('the address fits into no envelope', 'recipient')
  if (unfit.test(from)) return refusedOutcome('the sender fits into no envelope', 'sender')
  if (utf8) {
    if (!capabilities.smtpUtf8)
      return refusedOutcome('the address needs SMTPUTF8, which the relay does not offer', 'recipient')
  } else if (beyondAscii.test(to)) return refusedOutcome('the address is not ASCII', 'recipient')
  else if (beyondAscii.test(from)) return refusedOutcome('the sender is not ASCII', 'sender')
  if (capabilities.size > 0 && data.length > capabilities.size)
    return refusedOutcome('the message is longer than the relay takes', 'data')
  return undefined
}

/** Characters that would begin another command, or add parameters to this one. */
const unfit = /[\x00-\x20\x7f<>]/
const beyondAscii = /[^\x00-\x7f]/

function refusedOutcome(answer: string, stage: 'sender' | 'recipient' | 'data'): Outcome {
  return { kind: 'refused', code: null, answer, stage }
}

/** RFC 5321 §4.1.1.2 with SIZE (RFC 1870), BODY (RFC 6152) and SMTPUTF8 (RFC 6531). */
export function mailCommand({ from, utf8, data }: Message, capabilities: Capabilities): string {
  let command = `MAIL FROM:<${from}>`
  if (capabilities.size >= 0) command += ` SIZE=${data.length}`
  if (utf8) command += capabilities.eightBitMime ? ' BODY=8BITMIME SMTPUTF8\r\n' : ' SMTPUTF8\r\n'
  else command += '\r\n'
  return command
}

export function recipientCommand({ to }: Message): string {
  return `RCPT TO:<${to}>\r\n`
}

/**
 * The data of a DATA command without its final dot: ends with CRLF, and no line begins with a single dot (RFC 5321
 * §4.5.2). Our own messages are so by construction and come back as they are.
 */
export function stuffDots(data: Buffer): Buffer {
  const ended = data.length >= 2 && data[data.length - 2] === 13 && data[data.length - 1] === 10
  if (ended && data[0] !== dot && data.indexOf('\n.', 0, 'latin1') < 0) return data
  const pieces: Buffer[] = []
  let start = 0
  let at = data[0] === dot ? 0 : next(0)
  while (at >= 0) {
    pieces.push(data.subarray(start, at + 1))
    start = at
    at = next(at)
  }
  pieces.push(data.subarray(start))
  if (!ended) pieces.push(Buffer.from('\r\n'))
  return Buffer.concat(pieces)

  /** Where the next line begins with a dot. */
  function next(from: number): number {
    const found = data.indexOf('\n.', from, 'latin1')
    return found < 0 ? -1 : found + 1
  }
}

const dot = 46
