/** The hours in which mails of a range may go out: those of its campaign, on the clock of the range. */
import { type Hours, nextClosing, nextOpening } from '../../lib/zones.ts'
import type { Lease } from '../../store/ledger/leases.ts'

type OfClock = Pick<Lease, 'timeZone'>

/** When mails may go out: now, or from then on. @param hours undefined for all */
export function opensAt(hours: Hours | undefined, { timeZone }: OfClock, now: Date): Date {
  return hours && timeZone !== null ? new Date(nextOpening(hours, timeZone, now.getTime())) : now
}

/** When hours that are open now end, in milliseconds; Infinity if they do not. */
export function closesAt(hours: Hours | undefined, { timeZone }: OfClock, now: Date): number {
  return hours && timeZone !== null ? nextClosing(hours, timeZone, now.getTime()) : Number.POSITIVE_INFINITY
}
