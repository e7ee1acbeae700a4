/** Numbers what has been committed; any number of processes may do it side by side. */
import type { Log } from '../lib/log.ts'
import { type Poller, startPoller } from '../lib/poller.ts'
import type { Database } from '../store/connection/database.ts'
import { publishEvents, readClientsToPublish } from '../store/events/events.ts'
import { notifyPublished } from '../store/events/followed.ts'

export interface SequencerParts {
  readonly db: Database
  readonly log: Log
  /** Called after events were numbered. */
  readonly onPublished?: () => void
  /** Between two looks, in milliseconds: how late an event may be numbered. */
  readonly pollMs?: number
}

/** Clients of one look, and events of one transaction. */
const mostClients = 100
const mostEvents = 2000

/**
 * It looks again and again rather than being notified: a notification makes transactions that carry one commit one by one,
 * and every addition of a subscriber would be one. It notifies live streams itself, once a look.
 */
export function startSequencer({ db, log, onPublished = () => {}, pollMs = 300 }: SequencerParts): Poller {
  /** Clients in turn, so that one with many events does not delay the others. */
  let after = 0
  return startPoller({
    name: 'the sequencer of events',
    every: pollMs,
    // what trickles in is gathered until the next look: each transaction is a commit that others wait for
    rest: ({ more }) => (more ? 0 : pollMs),
    async work(stopping) {
      const clients = await readClientsToPublish(db, after, mostClients)
      const published: number[] = []
      let full = false
      for (const clientId of clients) {
        if (stopping.aborted) break
        const count = (await publishEvents(db, clientId, mostEvents)) ?? 0
        if (count > 0) published.push(clientId)
        if (count === mostEvents) full = true
      }
      if (published.length > 0) {
        onPublished()
        await notifyPublished(db, published)
      }
      if (stopping.aborted) return false
      const more = clients.length === mostClients
      after = more ? clients.at(-1)! : 0
      return more || full
    },
    log,
  })
}
