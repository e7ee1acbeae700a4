/** Finding a client's events: by type, contact, object and day, the newest first, with the names of what they are about. */
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  type EventSearch,
  findEvents,
  type PublishedEvent,
  readEventBounds,
  readFirstSince,
} from '../../store/events/events.ts'
import { readInstantOfLocal } from '../../store/local-time.ts'
import type { ClientRef } from '../access/access.ts'
import { isBlank, readLocalDate, readSubjectId } from '../audit/filters.ts'
import { nameSubjects, type Subject, subjectsOfEvent } from '../audit/subjects.ts'
import { type CursorPage, writeCursor } from '../paging/cursors.ts'
import { parseAddress } from '../text-rules/address.ts'
import { readEventTypes } from './types.ts'

/** Absent and empty mean any. */
export interface GivenEventFilter {
  readonly types: readonly (string | null)[] | null
  readonly address: string | null
  readonly subjectId: string | null
  readonly from: string | null
  readonly until: string | null
}

export interface NamedEvent extends PublishedEvent {
  readonly subjects: readonly Subject[]
}

/** Events of a day are numbered within this time after it, unless the process that numbers them was stopped. */
const numberingMs = 3_600_000

/** @throws Refusal InvalidDate, InvalidEmail, InvalidEventType, InvalidParameter */
export async function searchEvents(
  sql: Sql,
  client: ClientRef,
  given: GivenEventFilter,
  { after, limit }: CursorPage<readonly [number]>,
): Promise<{ readonly events: readonly NamedEvent[]; readonly nextCursor: string }> {
  const search = await readSearch(sql, client, given)
  const before = after === undefined ? search.before : Math.min(after[0], search.before)
  const { rows, next } = await findEvents(sql, client.clientId, { ...search, before, most: limit + 1 })
  const events = rows.slice(0, limit)
  const end = rows.length > limit ? events.at(-1)!.sequence : next
  return { events: await nameEvents(sql, client, events), nextCursor: end === undefined ? '' : writeCursor([end]) }
}

/** Events with the names of the client's objects that they mention. */
export async function nameEvents(
  sql: Sql,
  { accountId, clientId }: ClientRef,
  events: readonly PublishedEvent[],
): Promise<readonly NamedEvent[]> {
  const mentions = events.map(({ data }) => subjectsOfEvent(clientId, data))
  const named = await nameSubjects(sql, { accountId, seen: [clientId] }, mentions)
  return events.map((event, n) => ({ ...event, subjects: named[n]! }))
}

async function readSearch(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  given: GivenEventFilter,
): Promise<Omit<EventSearch, 'most'>> {
  const [since, until] = await Promise.all([
    readInstant(sql, 'From', given.from, timeZone),
    readInstant(sql, 'Until', given.until, timeZone),
  ])
  if (since && until && since >= until) throw new Refusal('InvalidDate', 'From must be before Until.')
  const filter = {
    types: readEventTypes(given.types ?? []),
    address: readAddress(given.address),
    subjectId: readSubjectId(given.subjectId),
  }
  const { last, firstKept } = await readEventBounds(sql, clientId)
  const [from, before] = await Promise.all([
    since ? readFirstSince(sql, clientId, since) : firstKept,
    until ? readFirstSince(sql, clientId, new Date(until.getTime() + numberingMs)) : last + 1,
  ])
  return { ...filter, from, before, since, until, timeZone }
}

async function readInstant(sql: Sql, parameter: string, text: string | null, timeZone: string): Promise<Date | null> {
  const local = readLocalDate(parameter, text)
  return local === null ? null : readInstantOfLocal(sql, local, timeZone)
}

function readAddress(text: string | null): string | null {
  if (isBlank(text)) return null
  const parsed = parseAddress(text)
  if (!parsed) throw new Refusal('InvalidEmail')
  return parsed.address
}
