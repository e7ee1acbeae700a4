/** The duty that numbers what has been committed; any number of processes may do it side by side. */
import { type Duty, duty } from '../../lib/duty.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/database.ts'
import { clientsToTell, tellEvents } from '../../store/events.ts'

export interface NumberingParts {
  readonly db: Database
  readonly log: Log
  /** Called after events were numbered. */
  readonly told?: () => void
  /** Between looks when there is nothing, in milliseconds: how late an event may be told. */
  readonly idleMs?: number
}

/** Clients of one look, and events of one transaction. */
const mostClients = 100
const mostEvents = 2000

/**
 * It looks again and again rather than being notified: a notification makes transactions that carry one commit one by one,
 * and every addition of a subscriber would be one.
 */
export function startNumbering({ db, log, told = () => {}, idleMs = 300 }: NumberingParts): Duty {
  /** Clients in turn, so that one that has much to tell keeps nobody waiting. */
  let after = 0
  return duty(
    async stopping => {
      const clients = await clientsToTell(db, after, mostClients)
      if (clients.length === 0) {
        const wrapped = after > 0
        after = 0
        return wrapped
      }
      let numbered = 0
      for (const clientId of clients) {
        if (stopping.aborted) return false
        numbered += (await tellEvents(db, clientId, mostEvents)) ?? 0
      }
      if (numbered > 0) told()
      after = clients.at(-1)!
      // where somebody else is at it, there is nothing to do
      return numbered > 0
    },
    { name: 'numbering events', log, idleMs },
  )
}
