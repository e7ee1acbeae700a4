/** Why a mail did not arrive, in the eight words of design §6, and what that means for the address. */
import { bounceClasses } from '../../store/inbound/bounce-classes.ts'

/** The classes of bounces, and one for automatic replies, which are no bounces. */
export const returnClasses = [...bounceClasses, 'auto-reply'] as const
export type ReturnClass = (typeof returnClasses)[number]

/**
 * How a class bounces on the wire: `H` suppresses an address, and only a mail system that says that there is no such
 * recipient does that; `S` is counted; null is no bounce.
 */
export function severity(returnClass: ReturnClass): 'H' | 'S' | null {
  return severities[returnClass]
}

const severities: Readonly<Record<ReturnClass, 'H' | 'S' | null>> = {
  'recipient gone': 'H',
  'mailbox full': 'S',
  policy: 'S',
  content: 'S',
  dns: 'S',
  transient: 'S',
  'auto-reply': null,
  unknown: 'S',
}
