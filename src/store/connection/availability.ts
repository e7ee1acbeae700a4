/** Watches whether the database answers the connections of one pool, and logs outages with their duration. */
import type { LogEvent } from '../../lib/log-events.ts'
import { isLost } from './failures.ts'

export interface Availability {
  /** Called if a connection could not be made. */
  refused(error: unknown): void
  /** Called if a statement was answered. */
  answered(): void
}

/** Milliseconds without any answer until an outage is logged. A restart of the pooler or one lost connection is shorter. */
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
