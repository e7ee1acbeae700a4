/** An authenticator app: the second factor of a test's person. */
import { setTimeout } from 'node:timers/promises'
import { codeOf, stepOf } from '../../src/domain/sessions/totp.ts'

/** A step of codes, in milliseconds, and how long a code must still be good when it is given out: machines are slow. */
const stepMs = 30_000
const marginMs = 10_000

/** The octets of a secret in base 32 (RFC 4648 §6), as the service shows it. */
export function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map(one => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
}

/**
 * @param secret in base 32
 * @returns gives a code that is good now, and never the same twice: the service takes a code once. The first is of the step before
 *   this one unless that ends soon, so that two more are good at once; a fourth waits for its step.
 */
export function authenticatorOf(secret: string): () => Promise<string> {
  const bytes = bytesOf(secret)
  let last = -1
  return async () => {
    last = Math.max(last + 1, stepOf(new Date(Date.now() + marginMs)) - 1)
    // a code is accepted one step early
    const early = (last - 1) * stepMs - Date.now()
    if (early > 0) await setTimeout(early)
    return codeOf(bytes, last)
  }
}
