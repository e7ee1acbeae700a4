/** Reading a client's events, by a position in their sequence. */
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import { type EventBounds, type PublishedEvent, readEventBounds, readEventsAfter } from '../../store/events/events.ts'
import type { ClientRef } from '../access/access.ts'
import { nearestLimit } from '../paging/paging.ts'

/** @param since -1 for all that is kept. @throws Refusal EventsNotKept, InvalidSequence */
export async function listEvents(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  since: number,
  limit: number,
): Promise<readonly PublishedEvent[]> {
  const after = readSequence(since, await readEventBounds(sql, clientId))
  return readEventsAfter(sql, clientId, {
    after,
    upTo: Number.MAX_SAFE_INTEGER,
    types: [],
    timeZone,
    most: nearestLimit(limit),
  })
}

/** The sequence of the last event the caller has. @throws Refusal EventsNotKept, InvalidSequence */
export function readSequence(since: number, { firstKept, last }: EventBounds): number {
  if (since === -1) return firstKept - 1
  if (since < -1) throw new Refusal('InvalidSequence', 'Since must be a sequence, 0, or -1 for all that is kept.')
  // as after a restore: what this caller has seen, this installation does not know
  if (since > last) throw new Refusal('InvalidSequence', `The last event has the sequence ${last}.`)
  if (since < firstKept - 1) {
    throw new Refusal(
      'EventsNotKept',
      firstKept > last
        ? `Events up to ${last} are no longer kept. Ask since ${last}.`
        : `The oldest event that is kept has the sequence ${firstKept}. Ask since ${firstKept - 1}, or since -1.`,
    )
  }
  return since
}
