/** Event.*: reading the events of a client. */
import { listEvents } from '../domain/events/events.ts'
import { type NamedEvent, searchEvents } from '../domain/events/finding.ts'
import { isNumberKey, readCursorPage } from '../domain/paging/cursors.ts'
import type { PublishedEvent } from '../store/events/events.ts'
import { subjectOnWire } from './audit.ts'
import type { HandlersOf } from './dependencies.ts'

export const events: HandlersOf<'Event'> = {
  async 'Event.List'({ Since, Limit }, { client }, { db }) {
    const rows = await listEvents(db, client, Since, Limit)
    return rows.map(eventOnWire)
  },

  async 'Event.Find'({ Types, EmailAddress, SubjectID, From, Until, Cursor, Limit }, { client }, { db }) {
    const page = readCursorPage({ cursor: Cursor, limit: Limit }, isNumberKey)
    const given = { types: Types, address: EmailAddress, subjectId: SubjectID, from: From, until: Until }
    const found = await searchEvents(db, client, given, page)
    return { Events: found.events.map(namedEventOnWire), NextCursor: found.nextCursor }
  },
}

function eventOnWire({ sequence, type, date, data }: PublishedEvent) {
  return { Sequence: sequence, Type: type, Date: date, Data: JSON.stringify(data) }
}

export function namedEventOnWire(event: NamedEvent) {
  return { ...eventOnWire(event), Subjects: event.subjects.map(subjectOnWire) }
}
