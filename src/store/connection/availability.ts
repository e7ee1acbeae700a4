/** Whether the database answers, seen from the connections of one pool: the log says when it is away, and how long it was. */
import type { LogEvent } from '../../lib/log-events.ts'
import { isLost } from './failures.ts'

export interface Availability {
  /** A connection could not be made. */
  refused(error: unknown): void
  /** A statement was answered. */
  answered(): void
}

/** A restart of the pooler, or one lost connection, is no outage: milliseconds without any answer that make one. */
const outageMs = 1_000

/** @param now milliseconds since any moment */
export function watchAvailability(
  onEvent: (event: LogEvent) => void,
  now: () => number = () => performance.now(),
): Availability {
  let since: number | undefined
  let isAway = false
  return {
    refused(error) {
      if (!isLost(error)) return
      since ??= now()
      if (isAway || now() - since < outageMs) return
      isAway = true
      onEvent({ event: 'database.away', reason: error instanceof Error ? error.message : String(error) })
    },
    answered() {
      if (since === undefined) return
      if (isAway) onEvent({ event: 'database.back', seconds: Math.round((now() - since) / 100) / 10 })
      since = undefined
      isAway = false
    },
  }
}
